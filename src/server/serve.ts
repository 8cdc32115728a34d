import { once } from 'node:events';
import { Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import type { FileCount } from '#server/features/attachments/storage/missing-files.ts';
import { loadUploads } from '#server/features/attachments/uploads/lazy.ts';
import { createDemoSchool, type DemoSignIn } from '#server/features/demo/demo.ts';
import { outboxPath } from '#server/features/outbox/address.ts';
import { enqueueErasure } from '#server/features/school-closure/erasure/erasure.ts';
import { enqueueImportSweep } from '#server/features/subscribers/import/import-jobs.ts';
import { systemClock } from '#server/platform/clock.ts';
import { EMBEDDED_FOR } from '#server/platform/db/embedded/folder.ts';
import { DatabaseUnavailable, DataFolderRefused, DiskFull, namedError } from '#server/platform/db/errors.ts';
import { refuseMarked } from '#server/platform/db/restoring-mark.ts';
import { FileStoreUnavailable } from '#server/platform/files/store-unavailable.ts';
import { errorKind, Folding } from '#server/platform/folding.ts';
import { withoutFullStop } from '#server/platform/full-stop.ts';
import { handleUncaughtErrors } from '#server/platform/http/uncaught.ts';
import { listenForMetrics } from '#server/platform/metrics/serve-metrics.ts';
import {
  answerSupervisor,
  isFirst,
  processNumber,
  sayReady,
  sayStopping,
} from '#server/platform/processes/supervised.ts';
import { startTracing, stopTracing } from '#server/platform/tracing/tracing.ts';
import { keepNotingRuns } from '#server/restored/last-run.ts';
import { LOST_SINCE, settleIfRestored } from '#server/restored/settle-restored.ts';
import { checkAll, checkAlone } from '#server/startup-check/check.ts';
import { checkConnections } from '#server/startup-check/connections.ts';
import { checkMail, checkPayments } from '#server/startup-check/environment.ts';
import { checkStoredFiles } from '#server/startup-check/files.ts';
import { findingLine } from '#server/startup-check/finding.ts';
import { checkScanner } from '#server/startup-check/scanner.ts';
import { buildApp } from './app.ts';
import { type Config, hostInUrl, readConfig } from './config.ts';
import { ConfigError } from './config-values.ts';
import type { AppContext } from './context.ts';
import { type BegunContext, beginContext } from './create-context.ts';
import { openDataFolder } from './data-folder.ts';
import { probePort } from './probe-port.ts';
import { refuseUnfinished } from './unfinished-restore.ts';
import { VERSION } from './version.ts';

/** One process of the program: starts the server, says its address, and shuts it down gracefully on SIGTERM and SIGINT. */

// Keep-alive clients learn within this time that their connection will close. It is longer than the pause between two
// calls, so that none is cut off between them.
const DRAIN_MS = 2000;
// Connections still open after this are cut, so that shutdown takes less than ten seconds.
const FINISH_MS = 7000;
const STOP_MS = 9500;
// Under npm one Ctrl-C arrives twice: from the terminal and from npm. Only a later second signal means "stop now".
const SAME_REQUEST_MS = 500;

// By default V8 collects garbage only after 200 MB, which a long sending would use up. These two flags keep the young
// generation small and collect twice as early, at no measurable cost (docs/decisions/014).
for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=50']) setFlagsFromString(flag);

interface Running {
  readonly app: FastifyInstance;
  readonly context: AppContext;
  readonly noting: ReturnType<typeof keepNotingRuns>;
}

async function start(): Promise<void> {
  const listening = { port: 0 };
  const config = withActualPort(readConfig(process.env), listening);
  // Only in the first process: where others already serve, a connection could reach the probe and be lost.
  if (isFirst) for (const port of [config.port, config.metricsPort]) await probePort(config.host, port);
  openDataFolder(config.dataDir);
  refuseUnfinished(config.dataDir);
  if (config.databaseUrl !== undefined) await refuseMarked(config.databaseDirectUrl ?? config.databaseUrl);
  await startTracing(process.env, processNumber);
  const folding = new Folding(systemClock);
  const { context, opened } = await beginContext(
    config,
    (error) =>
      folding.write(errorKind(error), (times) =>
        app.log.error({ err: error, times }, 'failed in the background'),
      ),
    (about, message) =>
      folding.write(message + JSON.stringify(about), (times) => app.log.warn({ ...about, times }, message)),
    (about, message) => app.log.info(about, message),
  );
  const app = buildApp(context);
  // This thread prepares the routes while the database is migrated and the jobs' tables are checked.
  const [counted] = await Promise.all([startSending(context, opened), prepare({ app, context })]);
  await app.listen({ host: config.host, port: config.port });
  listening.port = portOf(app);
  app.log.info({ version: VERSION }, 'listening');
  handleUncaughtErrors(app);
  const noting = keepNotingRuns(context);
  stopOnSignals({ app, context, noting }, drainWhenStopping(app));
  answerSupervisor(() => context.metrics.text(context.database, context.clock.now()));
  sayReady(addressesOf(context, isFirst ? await demoSchool({ app, context }) : null));
  // Requests are answered without waiting for these.
  await context.jobs.start();
  await loadUploads();
  if (isFirst) reportStartFailure(context, counted).catch(context.report);
}

async function prepare({ app, context }: Omit<Running, 'noting'>): Promise<void> {
  const metrics = await listenForMetrics(context);
  app.addHook('onClose', async () => await metrics?.close());
  await app.ready();
}

async function startSending(context: AppContext, opened: BegunContext['opened']): Promise<FileCount> {
  const counted = await opened;
  await context.jobs.startSending();
  await settleAfterRestore(context);
  if (isFirst) {
    await enqueueErasure(context);
    await enqueueImportSweep(context);
  }
  return counted;
}

// Must end before any job runs.
async function settleAfterRestore(context: AppContext): Promise<void> {
  const settled = await settleIfRestored(context);
  if (settled === null) return;
  const found = 'The database is older than what has run here, so it was restored from a backup.';
  process.stderr.write(`${[found, ...settled, LOST_SINCE].join('\n')}\n`);
}

// Runs while the server already answers.
async function demoSchool({ app, context }: Omit<Running, 'noting'>): Promise<DemoSignIn | null> {
  try {
    return await createDemoSchool(app, context);
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\nThere is no demo school this time; all else works.\n`);
    return null;
  }
}

/** `npm start -- check`: prints what production needs and exits, with 1 if something is wrong. */
async function check(): Promise<void> {
  const { text, isReady } = await checkAlone(readConfig(process.env));
  process.stdout.write(`${text}\n`);
  process.exitCode = isReady ? 0 : 1;
}

// Not awaited and never fatal: everything else works without the mail server or the payment provider. Findings about
// production are printed only in production.
async function reportStartFailure({ config, mail, payments }: AppContext, counted: FileCount): Promise<void> {
  const tried = { mail, payments: config.stripe === undefined ? null : payments, counted };
  const findings = config.production
    ? await checkAll(config, tried)
    : await Promise.all([
        checkStoredFiles(config, counted),
        checkConnections(config),
        checkScanner(config),
        ...(config.smtpUrl === undefined ? [] : [checkMail(config, mail)]),
        ...(tried.payments === null ? [] : [checkPayments(tried.payments)]),
      ]);
  for (const finding of findings.flat())
    if (finding.state === 'wrong') process.stderr.write(`${findingLine(finding)}\n`);
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** With PORT=0 the address in links is known only once the server listens. */
function withActualPort(config: Config, listening: { readonly port: number }): Config {
  if (config.port !== 0 || process.env.PUBLIC_URL) return config;
  return {
    ...config,
    get publicUrl() {
      return `http://${hostInUrl(config.host)}:${listening.port}`;
    },
  };
}

function addressesOf(context: AppContext, demo: DemoSignIn | null): string {
  const { product, publicUrl, smtpUrl, databaseUrl, dataDir, production } = context.config;
  const lines = [`${product.name} ${VERSION} is ready: ${publicUrl}`];
  const outbox = outboxPath(context);
  if (outbox !== null) lines.push(`Mails are kept here for you to read: ${publicUrl}${outbox}`);
  else if (smtpUrl === undefined)
    lines.push(`Mails are not sent, as SMTP_URL is not set: they are in ${dataDir}/outbox`);
  if (databaseUrl === undefined && production)
    lines.push(`It runs on the embedded database, which is for ${EMBEDDED_FOR}. Set DATABASE_URL for more.`);
  if (demo !== null)
    lines.push(
      `There is a demo school to look around in: sign in as ${demo.email}, password ${demo.password}`,
    );
  return `${lines.join('\n')}\n`;
}

function drainWhenStopping(app: FastifyInstance): { now: boolean } {
  const stopping = { now: false };
  // On the server itself, because public pages are answered before Fastify sees the request.
  app.server.prependListener('request', (_, response) => {
    if (stopping.now) response.setHeader('connection', 'close');
  });
  return stopping;
}

function stopOnSignals(running: Running, stopping: { now: boolean }): void {
  let stopRequestedAt = 0;
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => {
      if (stopping.now) {
        if (performance.now() - stopRequestedAt < SAME_REQUEST_MS) return;
        // A second signal: stop at once.
        process.exit(1);
      }
      stopping.now = true;
      stopRequestedAt = performance.now();
      sayStopping();
      stop(running).then(() => process.exit(0), fail);
    });
  }
}

async function stop({ app, context, noting }: Running): Promise<void> {
  setTimeout(() => process.exit(1), STOP_MS).unref();
  const jobs = context.jobs.stop();
  const drained = once(app.server, 'close');
  await stopListening(app);
  await Promise.race([drained, wait(DRAIN_MS)]);
  setTimeout(() => app.server.closeAllConnections(), FINISH_MS).unref();
  await app.close();
  await jobs;
  await noting.stop();
  await context.mail.close();
  await context.database.close();
  await stopTracing();
}

/** Stops accepting connections but keeps open ones, unlike the `close` of the http server. */
async function stopListening(app: FastifyInstance): Promise<void> {
  // One event loop turn later all queued connections have been accepted.
  await nextTurn();
  Server.prototype.close.call(app.server);
}

function fail(error: unknown): never {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
}

// One sentence for an error that the operator can fix; any other error prints its stack trace.
function reasonOf(thrown: unknown): string {
  const error = namedError(thrown);
  if (
    error instanceof ConfigError ||
    error instanceof DataFolderRefused ||
    error instanceof FileStoreUnavailable
  )
    return error.message;
  if (error instanceof DiskFull)
    return 'The disk is full: make room for DATA_DIR, then start again. Nothing that was saved is lost.';
  if (error instanceof DatabaseUnavailable && error.hasNoFreeConnection)
    return `${error.message}. Give PostgreSQL more (max_connections), or stop what else uses them, then start again.`;
  if (error instanceof DatabaseUnavailable)
    return `${withoutFullStop(error.message)}. Is DATABASE_URL right, and is the server running?`;
  if (error instanceof Error && 'code' in error) {
    const port = 'port' in error ? error.port : '';
    const variable = String(port) === process.env.METRICS_PORT ? 'METRICS_PORT' : 'PORT';
    if (error.code === 'EADDRINUSE')
      return `Port ${port} is in use by another program: stop it, or set ${variable} to another one.`;
    if (error.code === 'EACCES' && port !== '')
      return `Port ${port} may not be used by this user: set ${variable} to one above 1023.`;
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
      return 'HOST is no address of this machine: leave it unset for this machine alone, or set it to 0.0.0.0 for all of its addresses.';
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

(process.argv[2] === 'check' ? check() : start()).catch(fail);
