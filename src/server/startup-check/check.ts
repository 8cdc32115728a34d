import type { Config } from '#server/config.ts';
import { openMail, openStripe } from '#server/create-context.ts';
import type { FileCount } from '#server/features/attachments/storage/missing-files.ts';
import { keySourceOf } from '#server/platform/keys/key-source.ts';
import type { MailPort } from '#server/platform/mail/mail.ts';
import type { PaymentPort } from '#server/platform/payments/payments.ts';
import { openPlaces } from '#server/platform/places/places.ts';
import { checkClock } from './clock.ts';
import { checkConnections } from './connections.ts';
import { checkDatabase, checkDataDir, checkMail, checkPayments } from './environment.ts';
import { checkStoredFiles } from './files.ts';
import { findingLine, notice, ok, type StartupFinding } from './finding.ts';
import { checkReplica } from './replica.ts';
import { checkReports } from './reports.ts';
import { checkScanner } from './scanner.ts';
import { checkSettings } from './settings.ts';
import { checkStore } from './store.ts';

/** The parts of the program that the check tries out. */
export interface Tried {
  readonly mail: Pick<MailPort, 'check'>;
  /** Null: the sandbox, which has nothing to try. */
  readonly payments: Pick<PaymentPort, 'check'> | null;
  /** The count made at the start; null: no program runs in this process, and the database is only looked at. */
  readonly counted: FileCount | null;
}

const backups = ({ s3 }: Config) =>
  notice(
    'Backups',
    `cannot be seen from here: the database and ${s3 === undefined ? 'DATA_DIR' : 'the bucket'} belong together`,
    'Make them every day, and restore one to see that it works (README, Backup)',
  );

function keysFinding(config: Config): StartupFinding {
  const { name, own } = keySourceOf(config);
  if (own === null) return ok('Keys', `of what is encrypted in the database are in ${name}`);
  return notice(
    'Keys',
    `of what is encrypted in the database are in ${name}, and in encrypted backups alone`,
    'Keep a copy of that file elsewhere',
  );
}

/** Checks everything that production needs, one finding each. Changes nothing; takes as long as the mail server does. */
export async function checkAll(
  config: Config,
  { mail, payments, counted }: Tried,
): Promise<readonly StartupFinding[]> {
  const [mails, reports, paid, database, clock, connections, replica, folder, store, scanner, files] =
    await Promise.all([
      checkMail(config, mail),
      checkReports(config),
      payments === null ? [] : checkPayments(payments),
      checkDatabase(config),
      checkClock(config),
      checkConnections(config),
      checkReplica(config),
      checkDataDir(config),
      checkStore(config),
      checkScanner(config),
      checkStoredFiles(config, counted),
    ]);
  return [
    ...checkSettings(config),
    mails,
    reports,
    paid,
    database,
    clock,
    connections,
    replica,
    folder,
    keysFinding(config),
    store,
    scanner,
    files,
    backups(config),
  ].flat();
}

/**
 * The printed check of `npm start -- check`, and whether all is right. Throws `ConfigError` for an error that keeps the
 * program from starting at all.
 */
export async function checkAlone(
  config: Config,
): Promise<{ readonly text: string; readonly isReady: boolean }> {
  if (config.geoFile !== undefined) await openPlaces(config.geoFile);
  const mail = openMail(config);
  try {
    const payments = await openStripe(config.stripe);
    const findings = await checkAll(config, { mail, payments, counted: null });
    return { text: report(findings), isReady: findings.every(({ state }) => state !== 'wrong') };
  } finally {
    await mail.close();
  }
}

/** The printed check: a line for each finding, and a summary. */
function report(findings: readonly StartupFinding[]): string {
  const count = findings.filter(({ state }) => state === 'wrong').length;
  const sum =
    count === 0 ? 'Ready for production.' : `Not ready for production: ${count} of these to put right.`;
  return [...findings.map(findingLine), sum].join('\n');
}
