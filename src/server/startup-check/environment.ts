import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { filesToLookAt } from '#server/create-context.ts';
import { describeServer, type ServerDescription } from '#server/platform/db/describe-server.ts';
import { EMBEDDED_FOR } from '#server/platform/db/embedded/folder.ts';
import { isFolderInUse } from '#server/platform/db/embedded/folder-lock.ts';
import { DatabaseUnavailable } from '#server/platform/db/errors.ts';
import { MailNotSent } from '#server/platform/mail/failure.ts';
import type { MailPort } from '#server/platform/mail/mail.ts';
import {
  type PaymentPort,
  PaymentsMisconfigured,
  PaymentsUnavailable,
} from '#server/platform/payments/payments.ts';
import { notice, ok, type StartupFinding, wrong } from './finding.ts';

/** Checks what production needs around the program. Looking changes nothing. */

const GB = 1024 ** 3;
/** With less, a sending or an upload may fill the disk. */
const ROOM_BYTES = GB;
/** The oldest major version of PostgreSQL that is supported. */
const POSTGRES_OLDEST = 15;

/** Tries the mail server: connection, TLS, login. */
export async function checkMail(
  { smtpUrl, dataDir }: Config,
  mail: Pick<MailPort, 'check'>,
): Promise<StartupFinding> {
  if (smtpUrl === undefined)
    return wrong(
      'SMTP_URL',
      `is not set: mails are not sent, they are files in ${dataDir}/outbox`,
      'Set it to smtps://user:password@your.mail.server',
    );
  try {
    await mail.check();
    return ok('SMTP_URL', `${new URL(smtpUrl).host} takes mails from us`);
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error;
    return wrong('SMTP_URL', error.message, 'Until this is put right no mail goes out');
  }
}

/** Asks the payment provider whether people could pay. */
export async function checkPayments(payments: Pick<PaymentPort, 'check'>): Promise<StartupFinding> {
  try {
    await payments.check();
    return ok('Stripe', 'answers, and its prices are right');
  } catch (error) {
    if (error instanceof PaymentsMisconfigured)
      return wrong('Stripe', error.message, 'Until this is put right nobody can pay');
    if (error instanceof PaymentsUnavailable)
      return wrong('Stripe', 'does not answer', 'Let this machine reach api.stripe.com');
    throw error;
  }
}

/** Where the database is, its version, and whether row-level security separates the schools. */
export async function checkDatabase(config: Config): Promise<StartupFinding | readonly StartupFinding[]> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined)
    return notice(
      'DATABASE_URL',
      `is not set: the database is embedded, for ${EMBEDDED_FOR}${isFolderInUse(dataDir) ? ', and in use by the running program' : ''}`,
      'Set it to a PostgreSQL server for more, or for several processes or machines',
    );
  try {
    const found = await describeServer(databaseUrl);
    return [serverFinding(found), ...(await checkInstallationId(config, found))];
  } catch (error) {
    const says = error instanceof DatabaseUnavailable ? 'does not answer' : `refuses us (${reasonOf(error)})`;
    return wrong('DATABASE_URL', says, 'Is it right, and is the server running?');
  }
}

function serverFinding({ version, hasTables, hasRole, policies }: ServerDescription): StartupFinding {
  const item = 'DATABASE_URL';
  const major = Math.floor(version / 10_000);
  if (major < POSTGRES_OLDEST)
    return wrong(item, `is PostgreSQL ${major}`, `It takes ${POSTGRES_OLDEST} or later`);
  if (!hasTables) return ok(item, `PostgreSQL ${major}, empty: the first start makes its tables`);
  if (hasRole && policies > 0)
    return ok(item, `PostgreSQL ${major}, with the role app_tenant and ${policies} policies`);
  return notice(
    item,
    `PostgreSQL ${major}, without ${hasRole ? 'the policies' : 'the role app_tenant'}, as a restored backup is`,
    'The next start makes them again',
  );
}

// The start refuses files of another database, too.
async function checkInstallationId(
  config: Config,
  { id }: ServerDescription,
): Promise<readonly StartupFinding[]> {
  const files = await filesToLookAt(config);
  // If the id cannot be read, the check of the files or of the store reports it.
  const written = await files.readInstallationId().catch(() => null);
  if (written === null || id === null || written === id) return [];
  const { name, variable } = files.place;
  return [
    wrong(
      'Files',
      `in ${name} belong to another database`,
      `Set ${variable} and DATABASE_URL to what belongs together, or restore both from one backup`,
    ),
  ];
}

/** Whether DATA_DIR is writable, and how much space is free. */
export async function checkDataDir({ dataDir }: Config): Promise<readonly StartupFinding[]> {
  const path = resolve(dataDir);
  const found = await nearestPath(path);
  const folder = (await mayWrite(found))
    ? ok('DATA_DIR', found === path ? `${path} can be written to` : `${path} is made at the first start`)
    : wrong(
        'DATA_DIR',
        `${found} may not be written to by this user`,
        'Give it to the user that the program runs as, or set another folder',
      );
  const { bavail, bsize } = await statfs(found);
  const gigabytes = ((bavail * bsize) / GB).toFixed(1);
  const room =
    bavail * bsize < ROOM_BYTES
      ? wrong('Disk', `has ${gigabytes} GB left for DATA_DIR`, 'Make room: a full disk stops all writes')
      : ok('Disk', `has ${gigabytes} GB left for DATA_DIR`);
  return [folder, room];
}

// The folder itself, or the existing one in which it would be made.
async function nearestPath(path: string): Promise<string> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path ? path : await nearestPath(dirname(path));
}

async function mayWrite(path: string): Promise<boolean> {
  if (!(await stat(path)).isDirectory()) return false;
  return await access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
