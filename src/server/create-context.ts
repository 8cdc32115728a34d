import { join } from 'node:path';
import { proveKeys } from '#server/data/keys/prove-keys.ts';
import {
  claimFolder,
  refuseFilesWithoutDatabase,
  type StorageContext,
} from '#server/features/attachments/storage/installation.ts';
import type { FileCount } from '#server/features/attachments/storage/missing-files.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/client.ts';
import { scheduleUpkeep } from '#server/platform/db/embedded/upkeep.ts';
import { findDatabase } from '#server/platform/db/open-database.ts';
import type { SqlDatabase } from '#server/platform/db/sql-database.ts';
import { diskFilesAt, openDiskFiles } from '#server/platform/files/disk.ts';
import type { FilePort } from '#server/platform/files/files.ts';
import { clamdAt } from '#server/platform/files/scanner/clamd.ts';
import { PgBossJobs } from '#server/platform/jobs/pg-boss.ts';
import { KeyRing } from '#server/platform/keys/key-ring.ts';
import { keySourceOf } from '#server/platform/keys/key-source.ts';
import type { MailPort } from '#server/platform/mail/mail.ts';
import { Outbox } from '#server/platform/mail/outbox.ts';
import { SmtpMail } from '#server/platform/mail/smtp.ts';
import {
  type LogLine,
  measuredJobs,
  measuredMail,
  measuredRenderer,
} from '#server/platform/metrics/measured-ports.ts';
import { Metrics } from '#server/platform/metrics/metrics.ts';
import type { PaymentPort } from '#server/platform/payments/payments.ts';
import { SandboxPayments } from '#server/platform/payments/sandbox.ts';
import { NO_PLACES, openPlaces } from '#server/platform/places/places.ts';
import { createEmbeddedRenderer } from '#server/platform/renderer/embedded.ts';
import { createRemoteRenderer } from '#server/platform/renderer/remote.ts';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import { isRestoring } from './unfinished-restore.ts';

/** A context whose database is still opening. */
export interface BegunContext {
  readonly context: AppContext;
  /** The count of stored files and of their rows. Do not query the database before it resolves. */
  readonly opened: Promise<FileCount>;
}

type Report = AppContext['report'];
type Warn = AppContext['warn'];

/**
 * Builds the context from the configuration and migrates the database. Jobs are not started yet. For `report` and
 * `warn` see `AppContext`. Throws `DataFolderRefused` and `FileStoreUnavailable`.
 */
export async function createContext(config: Config, report: Report, warn?: Warn): Promise<AppContext> {
  const { context, opened } = await beginContext(config, report, warn);
  await opened;
  return context;
}

/**
 * Like `createContext`, but without waiting for the migrations, so that all routes can be built meanwhile. `note` gets
 * a line for each mail.
 */
export async function beginContext(
  config: Config,
  report: Report,
  warn: Warn = () => undefined,
  note: LogLine = () => undefined,
): Promise<BegunContext> {
  const files = await openFiles(config);
  const places = config.geoFile === undefined ? NO_PLACES : await openPlaces(config.geoFile);
  await refuseFilesWithoutDatabase(config, files);
  const database = await findDatabase({
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    readUrl: config.databaseReadUrl,
    connections: config.databaseConnections,
    dataDir: config.dataDir,
  });
  const payments = await openPayments(config, database);
  const keys = new KeyRing(keySourceOf(config));
  const metrics = new Metrics(config.dataDir);
  const jobs = measuredJobs(new PgBossJobs(database, report), metrics);
  scheduleUpkeep(jobs, database);
  const context = {
    config,
    clock: systemClock,
    database,
    // The outbox is not measured: it sends nothing, and its pages read it.
    mail: config.smtpUrl === undefined ? openMail(config) : measuredMail(openMail(config), metrics, note),
    files,
    scanner: config.clamd === undefined ? null : clamdAt(config.clamd.place),
    renderer: measuredRenderer(
      config.mjmlApi === undefined ? createEmbeddedRenderer() : createRemoteRenderer(config.mjmlApi),
      metrics,
    ),
    payments,
    keys,
    places,
    jobs,
    metrics,
    report,
    warn,
  };
  return { context, opened: openAll({ config, database, files, keys }) };
}

type OpenedParts = StorageContext & Pick<AppContext, 'keys'> & { readonly database: SqlDatabase };

async function openAll(parts: OpenedParts): Promise<FileCount> {
  const { database, keys, config } = parts;
  await database.migrate();
  try {
    const count = await claimFolder(parts);
    if (!isRestoring(config.dataDir)) await proveKeys(database, keys);
    return count;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The files' folder in DATA_DIR, or the bucket if one is configured. Throws `FileStoreUnavailable`. */
async function openFiles({ dataDir, s3 }: Config): Promise<FilePort> {
  if (s3 === undefined) return await openDiskFiles(join(dataDir, 'files'));
  // Loaded only when needed: the library takes a third of a second and 20 MB.
  const { openS3Files } = await import('#server/platform/files/s3/s3.ts');
  return await openS3Files(s3, { dataDir });
}

/** Opens the same files without changing anything, even if nothing exists yet. */
export async function filesToLookAt({
  dataDir,
  s3,
}: Config): Promise<Pick<FilePort, 'place' | 'readInstallationId' | 'keys'>> {
  if (s3 === undefined) return diskFilesAt(join(dataDir, 'files'));
  const { s3FilesAt } = await import('#server/platform/files/s3/s3.ts');
  return s3FilesAt(s3, dataDir);
}

async function openPayments({ stripe }: Config, database: Database): Promise<PaymentPort> {
  return (await openStripe(stripe)) ?? new SandboxPayments(database, systemClock);
}

/** Stripe if it is configured, otherwise null. */
export async function openStripe(stripe: Config['stripe']): Promise<PaymentPort | null> {
  if (stripe === undefined) return null;
  // Loaded only when needed: the library takes a tenth of the start-up time.
  const { StripePayments } = await import('#server/platform/payments/stripe.ts');
  return new StripePayments(stripe, systemClock);
}

/** Creates the mail port: SMTP if it is configured, otherwise the outbox. */
export function openMail({ dataDir, smtpUrl, mailFrom, dkim, mailPerMinute }: Config): MailPort {
  const sender = { ...mailFrom, dkim };
  return smtpUrl === undefined
    ? new Outbox(join(dataDir, 'outbox'), sender, systemClock)
    : new SmtpMail(smtpUrl, sender, mailPerMinute);
}
