import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { routes } from '#contract/routes.ts';
import { claimFiles, ownImagePath } from './features/attachments/own.ts';
import { PublicFiles } from './features/attachments/public-files.ts';
import { attachments } from './features/attachments/routes.ts';
import { serveFiles } from './features/attachments/serve.ts';
import { storeImage } from './features/attachments/service.ts';
import { copyInvoices, INVOICE_HEADINGS } from './features/billing/invoice-copies.ts';
import { serveInvoices } from './features/billing/invoices.ts';
import { cancelRenewal, refreshPlan } from './features/billing/renewal.ts';
import { billing } from './features/billing/routes.ts';
import { dashboard } from './features/dashboard/routes.ts';
import { leaving } from './features/leaving/routes.ts';
import { mailSourceOf } from './features/newsletters/mail-source.ts';
import { rebrandNewsletters } from './features/newsletters/rebranding.ts';
import { newsletters } from './features/newsletters/routes.ts';
import { outboxPages } from './features/outbox/pages.ts';
import { people } from './features/people/routes.ts';
import { serveCalendars } from './features/published/calendar-routes.ts';
import { PagesInMemory } from './features/published/pages-in-memory.ts';
import { published, servePublishedPages } from './features/published/routes.ts';
import { presentSchool } from './features/school/present.ts';
import { school } from './features/school/routes.ts';
import { holdForClosing } from './features/sending/closed-school.ts';
import { serveLeaving } from './features/sending/leaving-routes.ts';
import { sending } from './features/sending/routes.ts';
import { service } from './features/service/routes.ts';
import { subscriberFor, subscribers } from './features/subscribers/routes.ts';
import type { House } from './house.ts';
import { readJsonBodies } from './http/body.ts';
import { answerError, notFound } from './http/errors.ts';
import { answerCrawlers } from './http/for-crawlers.ts';
import type { Handler } from './http/handle.ts';
import { type LogSink, logOptions, logRequests } from './http/log.ts';
import { BODY_LIMIT, mountRoutes } from './http/mount.ts';
import { AppPages } from './http/pages.ts';
import { limitPatience, PATIENCE_MS } from './http/patience.ts';
import { warnOfUntrustedProxy } from './http/proxy-warning.ts';
import { setSecurityHeaders } from './http/security.ts';
import { trackCalls } from './http/uncaught.ts';

/** The handlers of every row of the contract; a feature defines its jobs when it is called. */
function handlersOf(house: House, publicPages: PagesInMemory, publicFiles: PublicFiles): readonly Handler[] {
  const readersSeeOther = (slug: string) => {
    publicPages.forget(slug);
    publicFiles.forget();
  };
  return [
    ...people(house, (caller, id) => subscriberFor(house, caller, id)),
    ...school(house, {
      logos: { claimFiles, ownImagePath, storeImage },
      refreshPlan,
      rebrand: rebrandNewsletters,
    }),
    ...newsletters(house, readersSeeOther),
    ...published(house),
    ...subscribers(house),
    ...dashboard(house),
    ...sending(house, mailSourceOf),
    ...leaving(house, {
      presentSchool,
      cancelRenewal,
      invoices: { headings: INVOICE_HEADINGS, copies: copyInvoices },
      holdSending: holdForClosing,
      forgetPage: readersSeeOther,
    }),
    ...attachments(house, publicFiles, (schoolId) => rebrandNewsletters(house, schoolId)),
    ...billing(house),
    ...service(house),
  ];
}

/** Everything that is served besides the contract; the app's own pages take what is left. */
function servePages(
  app: FastifyInstance,
  house: House,
  publicPages: PagesInMemory,
  publicFiles: PublicFiles,
): void {
  const appPages = new AppPages(house);
  outboxPages(app, house, appPages);
  serveFiles(app, house, publicFiles);
  serveCalendars(app, house, publicPages, appPages);
  serveInvoices(app, house);
  serveLeaving(app, house);
  servePublishedPages(app, house, publicPages, appPages);
  answerCrawlers(app, house);
  appPages.mount(app);
}

// Longer than the longest parameter that a row accepts.
const PARAM_MAX = 500;
const CONNECTION_CHECK_MS = 5000;

/** The server over a house, not yet listening. Throws when the contract and the features do not match. */
export function buildApp(house: House, log?: LogSink): FastifyInstance {
  const { config } = house;
  const publicPages = new PagesInMemory(house);
  const publicFiles = new PublicFiles(house);
  const handlers = handlersOf(house, publicPages, publicFiles);
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
  trackCalls(app);
  logRequests(app);
  warnOfUntrustedProxy(app, config);
  limitPatience(app);
  setSecurityHeaders(app, config);
  readJsonBodies(app);
  app.register(multipart, { throwFileSizeLimit: false });
  // Within its own scope, so that it comes after the plugins above.
  app.register((inner, _, done) => {
    servePages(inner, house, publicPages, publicFiles);
    mountRoutes(inner, house, Object.values(routes), handlers);
    done();
  });
  return app;
}

function trusted(proxies: false | number | readonly string[]) {
  if (typeof proxies === 'number') return (_: string, hop: number) => hop < proxies;
  return proxies === false ? false : [...proxies];
}
