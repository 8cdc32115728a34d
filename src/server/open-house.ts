import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import type { Database } from './db/client.ts';
import { openDatabase } from './db/open-database.ts';
import { scheduleUpkeep } from './db/upkeep.ts';
import { claimFolder, refuseFilesAlone } from './features/attachments/installation.ts';
import type { FileCount } from './features/attachments/missing-files.ts';
import type { House } from './house.ts';
import { systemClock } from './ports/clock.ts';
import { openDiskFiles } from './ports/files/disk.ts';
import { PgBossJobs } from './ports/jobs/pg-boss.ts';
import type { MailPort } from './ports/mail/mail.ts';
import { Outbox } from './ports/mail/outbox.ts';
import { SmtpMail } from './ports/mail/smtp.ts';
import type { PaymentPort } from './ports/payments/payments.ts';
import { SandboxPayments } from './ports/payments/sandbox.ts';
import { createEmbeddedRenderer } from './ports/renderer/embedded.ts';
import { createRemoteRenderer } from './ports/renderer/remote.ts';

/** A house, and how its files and their rows matched when it was opened. */
export interface OpenedHouse extends House {
  readonly counted: FileCount;
}

/**
 * The real house of a configuration: database (migrated), files, mail, renderer; the jobs are not started. `report` is
 * told of failing jobs and of what else goes wrong without a caller, `warn` of what is no error. Throws `ConfigError` and `DataFolderRefused`.
 */
export async function openHouse(
  config: Config,
  report: House['report'],
  warn: House['warn'] = () => undefined,
): Promise<OpenedHouse> {
  if (config.s3 !== undefined)
    throw new ConfigError('S3_ENDPOINT is set, but this version keeps files in DATA_DIR only.');
  const files = await openDiskFiles(join(config.dataDir, 'files'));
  await refuseFilesAlone(config, files);
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir });
  const counted = await claimFolder({ config, database, files }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const jobs = new PgBossJobs(database, report);
  scheduleUpkeep(jobs, database);
  return {
    config,
    clock: systemClock,
    database,
    mail: openMail(config),
    files,
    renderer: config.mjmlApi === undefined ? createEmbeddedRenderer() : createRemoteRenderer(config.mjmlApi),
    payments: await openPayments(config, database),
    jobs,
    report,
    warn,
    counted,
  };
}

async function openPayments({ stripe }: Config, database: Database): Promise<PaymentPort> {
  return (await openStripe(stripe)) ?? new SandboxPayments(database, systemClock);
}

/** Stripe where it is set, else null. */
export async function openStripe(stripe: Config['stripe']): Promise<PaymentPort | null> {
  if (stripe === undefined) return null;
  // Reading the provider's library is a tenth of a start.
  const { StripePayments } = await import('./ports/payments/stripe.ts');
  return new StripePayments(stripe, systemClock);
}

/** The mail port of a configuration. */
export function openMail({ dataDir, smtpUrl, mailFrom, dkim, mailPerMinute }: Config): MailPort {
  const sender = { ...mailFrom, dkim };
  return smtpUrl === undefined
    ? new Outbox(join(dataDir, 'outbox'), sender, systemClock)
    : new SmtpMail(smtpUrl, sender, mailPerMinute);
}
