import fastify, { type FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { tokenOf } from '#server/platform/http/tokens.ts';
import { isSame } from '#server/platform/is-same.ts';
import { measureOthers } from '#server/platform/processes/supervised.ts';
import { merged } from './merged.ts';

const PATH = '/metrics';

/** Measures every call by its route, not by its address, which may contain tokens and has unlimited values. */
export function measureCalls(app: FastifyInstance, { metrics }: AppContext): void {
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
    metrics.calls.observe(labels, reply.elapsedTime / 1000);
  });
}

/** Serves the metrics on the public port to callers with METRICS_TOKEN. Without that variable there is no such path. */
export function serveMetrics(app: FastifyInstance, context: AppContext): void {
  const { metricsToken } = context.config;
  if (metricsToken === undefined) return;
  app.get(PATH, async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isSame(tokenOf(headers.authorization) ?? '', metricsToken))
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('METRICS_TOKEN\n');
    return reply.type(context.metrics.contentType).send(await textOfAll(context));
  });
}

/** Serves the metrics on METRICS_PORT of `HOST`, to everybody who reaches it. Null without that variable. */
export async function listenForMetrics(context: AppContext): Promise<FastifyInstance | null> {
  const { config, metrics } = context;
  if (config.metricsPort === undefined) return null;
  const app = fastify({ forceCloseConnections: true });
  app.get(PATH, async (_, reply) => reply.type(metrics.contentType).send(await textOfAll(context)));
  await app.listen({ host: config.host, port: config.metricsPort });
  return app;
}

// Any process answers for all: a scrape reaches one at random.
async function textOfAll({ metrics, database, clock }: AppContext): Promise<string> {
  const [own, others] = await Promise.all([metrics.text(database, clock.now()), measureOthers()]);
  return merged([own, ...others]);
}
