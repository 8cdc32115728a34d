import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { pathOf } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { makeDataDir } from '#test/database.ts';
import { startProgram } from '#test/program.ts';

const attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.number().optional() }),
});
const received = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(attribute),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A collector of traces, which keeps what it receives. */
async function startCollector() {
  const bodies: z.output<typeof received>[] = [];
  const paths = new Set<string | undefined>();
  const server = createServer((request, response) => {
    paths.add(request.url);
    json(request).then((body) => {
      bodies.push(received.parse(body));
      response.end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    paths,
    resources: () => bodies.flatMap((body) => body.resourceSpans.map(({ resource }) => resource)),
    spans: () =>
      bodies.flatMap((body) =>
        body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => server.close(),
  };
}

it('traces a call with its statements, and the job that it leaves, without addresses', async () => {
  const collector = await startCollector();
  const program = startProgram({
    DATA_DIR: await makeDataDir(),
    NODE_ENV: 'production',
    PAYMENTS: 'sandbox',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  });
  const url = await program.url;
  const foreign = '4bf92f3577b34da6a3ce929d0e0e4736';
  const answer = await fetch(url + pathOf(routes.register), {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${foreign}-00f067aa0ba902b7-01` },
    body: JSON.stringify({ user: { email: 'somebody.private@school.example' } }),
  });
  expect(answer.status).toBe(201);
  await expect.poll(() => collector.spans().map(({ name }) => name)).toContain('job account_mail');
  program.signal('SIGTERM');
  await program.ended;
  collector.close();

  const spans = collector.spans();
  const call = spans.find(({ name }) => name === 'POST /api/v1/authorization/register');
  expect(call?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 201 } });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(statements.map(({ name }) => name)).toContain('INSERT');
  expect(statements.every(({ traceId }) => traceId === call?.traceId)).toBe(true);
  // No proxy is trusted here, so no foreign trace is continued.
  expect(call?.traceId).not.toBe(foreign);
  expect(JSON.stringify(spans)).not.toContain('private');
  expect([...collector.paths]).toEqual(['/v1/traces']);
  const [resource] = collector.resources();
  expect(resource?.attributes).toEqual(
    expect.arrayContaining([{ key: 'service.name', value: { stringValue: 'inkwell' } }]),
  );
  expect(resource?.attributes.map(({ key }) => key)).not.toContain('host.name');
});

it('says once what is wrong with its variables, and that the collector is away', async () => {
  const program = startProgram({
    DATA_DIR: await makeDataDir(),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'carrier-pigeon',
    OTEL_TRACES_SAMPLER: 'dice',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  const url = await program.url;
  const troubles = () =>
    program
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('Tracing: '));
  for (const _ of [1, 2]) await fetch(url + pathOf(routes.register), { method: 'POST' });
  await expect.poll(troubles).toContainEqual(expect.stringContaining('ECONNREFUSED'));
  program.signal('SIGTERM');
  await program.ended;
  expect(troubles()).toContainEqual(expect.stringContaining('carrier-pigeon'));
  expect(troubles()).toContainEqual(expect.stringContaining('dice'));
  expect(new Set(troubles()).size).toBe(troubles().length);
});
