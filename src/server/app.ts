import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { routes } from '#contract/routes.ts';
import { authenticateToken } from '#server/data/api/authenticate-token.ts';
import { authenticate } from '#server/data/sessions.ts';
import { accountHandlers } from '#server/features/accounts/routes.ts';
import { listInvitedAddresses } from '#server/features/accounts/staff/invitation-repo.ts';
import { listConfirming } from '#server/features/accounts/ways/ways.ts';
import { apiTokenHandlers } from '#server/features/api-tokens/routes.ts';
import { claimFiles, imageAspect, ownImagePath } from '#server/features/attachments/own-images.ts';
import { PublicFiles } from '#server/features/attachments/public-files.ts';
import { attachmentHandlers } from '#server/features/attachments/routes.ts';
import { serveFiles } from '#server/features/attachments/serve.ts';
import { storeImage } from '#server/features/attachments/uploads/lazy.ts';
import { copyInvoices, INVOICE_HEADINGS } from '#server/features/billing/invoices/invoice-copies.ts';
import { serveInvoices } from '#server/features/billing/invoices/invoices.ts';
import { cancelRenewal, refreshPlan } from '#server/features/billing/plans/renewal.ts';
import { billingHandlers } from '#server/features/billing/routes.ts';
import { calendarHandlers } from '#server/features/calendar/routes.ts';
import { dashboardHandlers } from '#server/features/dashboard/routes.ts';
import { pauseSending } from '#server/features/deliveries/pause-sending.ts';
import { sendingHandlers } from '#server/features/deliveries/routes.ts';
import { timedSending } from '#server/features/deliveries/timed.ts';
import { countLateBounce } from '#server/features/deliveries/worker/quota.ts';
import { FamilyPages } from '#server/features/families/pages.ts';
import { familySettingsHandlers } from '#server/features/families/settings/routes.ts';
import { familySignUps } from '#server/features/families/sign-up/routes.ts';
import { mailReportHandlers } from '#server/features/mail-reports/routes.ts';
import { serveApproval } from '#server/features/newsletters/approval/mailed-pages.ts';
import { approval } from '#server/features/newsletters/approval/routes.ts';
import { findLastChange } from '#server/features/newsletters/history/authors.ts';
import { newsletterHistory } from '#server/features/newsletters/history/routes.ts';
import { serveCalendars } from '#server/features/newsletters/public-pages/calendar-routes.ts';
import { PageCache } from '#server/features/newsletters/public-pages/page-cache.ts';
import { published, servePublishedPages } from '#server/features/newsletters/public-pages/routes.ts';
import { mailSourceOf } from '#server/features/newsletters/publishing/mail-source.ts';
import { rebrandNewsletters } from '#server/features/newsletters/publishing/rebranding.ts';
import { newsletterRhythm } from '#server/features/newsletters/rhythm/routes.ts';
import { newsletterHandlers } from '#server/features/newsletters/routes.ts';
import { newsletterTimings } from '#server/features/newsletters/timing/routes.ts';
import { variantMails } from '#server/features/newsletters/variants/variant-mails.ts';
import { noteHandlers } from '#server/features/notes/routes.ts';
import { outboxPages } from '#server/features/outbox/pages.ts';
import { giveAgain } from '#server/features/parts/give-again.ts';
import { partHandlers } from '#server/features/parts/routes.ts';
import { savedItemHandlers } from '#server/features/saved-items/routes.ts';
import { presentSchool } from '#server/features/school/present.ts';
import { schoolHandlers } from '#server/features/school/routes.ts';
import { schoolClosureHandlers } from '#server/features/school-closure/routes.ts';
import { serviceHandlers } from '#server/features/service/routes.ts';
import { groups } from '#server/features/subscribers/groups/routes.ts';
import { subscriberFor, subscriberHandlers } from '#server/features/subscribers/routes.ts';
import { defineSuspensionMails } from '#server/features/suspension/emails.ts';
import { endStreamsOnClose, together } from '#server/features/together/routes.ts';
import { serveUnsubscribe } from '#server/features/unsubscribe/routes.ts';
import { unsubscribeByToken } from '#server/features/unsubscribe/unsubscribe.ts';
import { webhookHandlers } from '#server/features/webhooks/routes.ts';
import { announcePublicPage, onPublicPageChange } from '#server/platform/db/announcements/public-news.ts';
import { slowRefusals } from '#server/platform/gate/slow-refusals.ts';
import { BODY_LIMIT, readJsonBodies } from '#server/platform/http/body.ts';
import { BODY_TIMEOUT_MS, limitBodyTimeout } from '#server/platform/http/body-timeout.ts';
import { serveCrawlerFiles } from '#server/platform/http/crawler-files.ts';
import { answerError, notFound } from '#server/platform/http/errors.ts';
import type { Handler } from '#server/platform/http/handle.ts';
import { type LogSink, logOptions, logRequests } from '#server/platform/http/log.ts';
import { mountRoutes } from '#server/platform/http/mount.ts';
import { AppPages } from '#server/platform/http/pages.ts';
import { warnOfUntrustedProxy } from '#server/platform/http/proxy-warning.ts';
import { setSecurityHeaders } from '#server/platform/http/security.ts';
import { trackCalls } from '#server/platform/http/uncaught.ts';
import { measureCalls, serveMetrics } from '#server/platform/metrics/serve-metrics.ts';
import { traceCalls } from '#server/platform/tracing/calls.ts';
import type { AppContext } from './context.ts';

/** The public pages and files, each with its cache. */
interface PublicParts {
  readonly pageCache: PageCache;
  readonly publicFiles: PublicFiles;
  readonly families: FamilyPages;
}

/** Drops from the caches what any process has changed. Returns the function that stops it. */
function followChanges(
  { database }: AppContext,
  { pageCache, publicFiles, families }: PublicParts,
): () => void {
  return onPublicPageChange(database, (slug) => {
    if (slug !== null) {
      pageCache.evict(slug);
      publicFiles.forget();
    }
    families.forget();
  });
}

/** Builds the handlers of all routes. Each feature also defines its jobs here. */
function handlersOf(context: AppContext, publicFiles: PublicFiles): readonly Handler[] {
  defineSuspensionMails(context);
  const { database } = context;
  const publicPageChanged = (slug: string) => announcePublicPage(database, slug);
  const familyPagesChanged = () => announcePublicPage(database, null);
  const rebrand = async (_: AppContext, schoolId: string) => {
    await rebrandNewsletters(context, schoolId);
    database.afterCommit(familyPagesChanged);
  };
  return [
    ...accountHandlers(context, (caller, id) => subscriberFor(context, caller, id)),
    ...apiTokenHandlers(context),
    ...webhookHandlers(context),
    ...schoolHandlers(context, {
      logos: { claimFiles, imageAspect, ownImagePath, storeImage },
      refreshPlan,
      rebrand,
    }),
    ...newsletterHandlers(context, publicPageChanged),
    ...newsletterTimings(context, { changed: publicPageChanged, sending: timedSending(mailSourceOf) }),
    ...newsletterRhythm(context, { giveAgain }),
    ...newsletterHistory(context),
    ...calendarHandlers(context, familyPagesChanged),
    ...noteHandlers(context),
    ...partHandlers(context, findLastChange),
    ...approval(context),
    ...familySettingsHandlers(context, familyPagesChanged),
    ...savedItemHandlers(context),
    ...published(context),
    ...subscriberHandlers(context),
    ...groups(context),
    ...familySignUps(context),
    ...dashboardHandlers(context),
    ...sendingHandlers(context, mailSourceOf, variantMails),
    ...mailReportHandlers(context, { countBounce: countLateBounce, unsubscribe: unsubscribeByToken }),
    ...schoolClosureHandlers(context, {
      presentSchool,
      cancelRenewal,
      listInvitedAddresses,
      invoices: { headings: INVOICE_HEADINGS, copies: copyInvoices },
      pauseSending: (each, schoolId) => pauseSending(each, schoolId, 'closed'),
      evictPage: publicPageChanged,
    }),
    ...attachmentHandlers(context, publicFiles, (schoolId) => rebrandNewsletters(context, schoolId)),
    ...billingHandlers(context),
    ...serviceHandlers(context),
  ];
}

/** Serves everything outside the contract. The app's own pages come last, because they match every remaining path. */
function servePages(
  app: FastifyInstance,
  context: AppContext,
  { pageCache, publicFiles, families }: PublicParts,
): void {
  const appPages = new AppPages(context);
  outboxPages(app, context, appPages);
  serveFiles(app, context, publicFiles);
  serveCalendars(app, context, pageCache, appPages);
  serveInvoices(app, context);
  serveUnsubscribe(app, context);
  serveApproval(app, context);
  families.mount(app, appPages);
  servePublishedPages(app, context, pageCache, appPages);
  serveCrawlerFiles(app, context);
  serveMetrics(app, context);
  appPages.mount(app);
}

// Longer than any parameter that a route accepts.
const PARAM_MAX = 500;
const CONNECTION_CHECK_MS = 5000;

// The contract checks calls. Without its own, Fastify would load compilers of JSON schemas at each start.
function noSchemas(): never {
  throw new Error('Calls are checked by the contract, not by schemas of Fastify');
}

/** Builds the server without listening. Throws if the contract and the handlers do not match. */
export function buildApp(context: AppContext, log?: LogSink): FastifyInstance {
  const { config } = context;
  const parts = {
    pageCache: new PageCache(context),
    publicFiles: new PublicFiles(context),
    families: new FamilyPages(context),
  };
  const streams = together(context);
  const handlers = [...handlersOf(context, parts.publicFiles), ...streams.handlers];
  const app = fastify({
    ...logOptions(config.production, log),
    bodyLimit: BODY_LIMIT,
    trustProxy: trustFunction(config.trustProxy),
    routerOptions: { maxParamLength: PARAM_MAX },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // `serve.ts` drains connections itself, so requests during shutdown still get an answer.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: BODY_TIMEOUT_MS,
      requestTimeout: 0,
      connectionsCheckingInterval: CONNECTION_CHECK_MS,
    },
    // Paths that cannot be decoded answer 404.
    frameworkErrors: (_, request, reply) => answerError(notFound('Page'), request, reply),
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => answerError(notFound('Page'), request, reply));
  trackCalls(app);
  endStreamsOnClose(app, streams.stop);
  const unfollow = followChanges(context, parts);
  app.addHook('onClose', async () => unfollow());
  logRequests(app);
  measureCalls(app, context);
  traceCalls(app, config.trustProxy !== false);
  warnOfUntrustedProxy(app, config);
  limitBodyTimeout(app);
  slowRefusals(app);
  setSecurityHeaders(app, config);
  readJsonBodies(app);
  app.register(multipart, { throwFileSizeLimit: false });
  // In a scope of its own, so that the plugins above are registered first.
  app.register((inner, _, done) => {
    servePages(inner, context, parts);
    mountRoutes(inner, context, Object.values(routes), handlers, {
      authenticate,
      authenticateToken,
      confirmWays: listConfirming,
    });
    done();
  });
  return app;
}

function trustFunction(proxies: false | number | readonly string[]) {
  if (typeof proxies === 'number') return (_: string, hop: number) => hop < proxies;
  return proxies === false ? false : [...proxies];
}
