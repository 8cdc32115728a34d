import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { routes } from '#contract/routes.ts';
import { attachments } from './features/attachments/routes.ts';
import { outboxPages } from './features/outbox/pages.ts';
import { people } from './features/people/routes.ts';
import { school } from './features/school/routes.ts';
import { service } from './features/service/routes.ts';
import type { House } from './house.ts';
import { readJsonBodies } from './http/body.ts';
import { answerError, notFound } from './http/errors.ts';
import type { Handler } from './http/handle.ts';
import { type LogSink, logOptions, logRequests } from './http/log.ts';
import { BODY_LIMIT, mountRoutes } from './http/mount.ts';
import { limitPatience, PATIENCE_MS } from './http/patience.ts';
import { setSecurityHeaders } from './http/security.ts';

/** What a feature brings: the handlers of its rows of the contract. Its jobs it defines when it is called. */
export type Feature = (house: House) => readonly Handler[];

/** What is served besides the contract: pages, files. */
export type Pages = (app: FastifyInstance, house: House) => void;

/** Every feature of the server. */
const FEATURES: readonly Feature[] = [people, school, attachments, service];

/** Everything that is not a call of the contract. */
const PAGES: readonly Pages[] = [outboxPages];

// Longer than the longest parameter that a row accepts.
const PARAM_MAX = 500;
const CONNECTION_CHECK_MS = 5000;

/** The server over a house, not yet listening. Throws when the contract and the features do not match. */
export function buildApp(house: House, log?: LogSink): FastifyInstance {
  const { config } = house;
  const handlers = FEATURES.flatMap((feature) => feature(house));
  const app = fastify({
    ...logOptions(config.production, log),
    bodyLimit: BODY_LIMIT,
    trustProxy: trusted(config.trustProxy),
    routerOptions: { maxParamLength: PARAM_MAX },
    // Who is still connected when the server closes gets an answer: see `main.ts`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: PATIENCE_MS,
      requestTimeout: 0,
      connectionsCheckingInterval: CONNECTION_CHECK_MS,
    },
    // A path that cannot be decoded is the path of nothing.
    frameworkErrors: (_, request, reply) => answerError(notFound('Page'), request, reply),
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => answerError(notFound('Page'), request, reply));
  logRequests(app);
  limitPatience(app);
  setSecurityHeaders(app, config);
  readJsonBodies(app);
  app.register(multipart, { throwFileSizeLimit: false });
  // Within its own scope, so that it comes after the plugins above.
  app.register((inner, _, done) => {
    for (const pages of PAGES) pages(inner, house);
    const table = Object.values(routes).filter((row) => !row.path.startsWith('/news_letters'));
    mountRoutes(inner, house, table, handlers);
    done();
  });
  return app;
}

function trusted(proxies: boolean | number | readonly string[]) {
  if (typeof proxies === 'number') return (_: string, hop: number) => hop < proxies;
  return typeof proxies === 'boolean' ? proxies : [...proxies];
}
