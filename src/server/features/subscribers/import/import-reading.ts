import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { failUnread, findLastImport, type ImportRow, recordReading } from './import-repo.ts';

/** Reading the files of imports. Only the reading process has the file, so it is lost if that process dies. */

const SAY_EVERY_MS = 10_000;
/** After so long without a sign of life, the reading process counts as dead. */
const LOST_AFTER_MS = MINUTE_MS;
/** The same for a process of an older version, which gives no sign: reading takes at most 30 s, plus waiting. */
const SILENT_LOST_AFTER_MS = 10 * MINUTE_MS;

type Reading = Pick<ImportRow, 'schoolId' | 'id' | 'status' | 'createdAt' | 'readingAt'>;

/** The imports whose files this process reads. */
const readHere = new Set<string>();

/** Does work with the file of an import, and records regularly that it is being read. */
export async function whileReading<T>(
  context: AppContext,
  row: Pick<ImportRow, 'schoolId' | 'id'>,
  work: () => Promise<T>,
): Promise<T> {
  const say = () => recordReading(context.database, row, context.clock.now()).catch(context.report);
  const timer = setInterval(() => void say(), SAY_EVERY_MS).unref();
  readHere.add(row.id);
  try {
    return await work();
  } finally {
    readHere.delete(row.id);
    clearInterval(timer);
  }
}

/** Ends an import whose file is lost. Resolves to whether it has done so. */
export async function endIfLost(context: AppContext, row: Reading): Promise<boolean> {
  const finishedAt = context.clock.now();
  if (!isLost(context, row, finishedAt)) return false;
  // Works on a full disk, too, because merely looking at the import may run this.
  await context.database.smallWrites(() =>
    failUnread(context.database, row, { finishedAt, refusal: IMPORT_MESSAGES.interrupted }),
  );
  return true;
}

function isLost({ database }: AppContext, { id, status, createdAt, readingAt }: Reading, now: Date): boolean {
  if (status !== 'reading' || readHere.has(id)) return false;
  // Only this process uses an embedded database.
  if (database.kind === 'pglite') return true;
  const silentFor = now.getTime() - (readingAt ?? createdAt).getTime();
  return silentFor > (readingAt === null ? SILENT_LOST_AFTER_MS : LOST_AFTER_MS);
}

/** The last import of a school, ended first if its file is lost; null without one. */
export async function loadLastImport(context: AppContext, schoolId: string): Promise<ImportRow | null> {
  const row = await findLastImport(context.database, schoolId);
  if (row === null || !(await endIfLost(context, row))) return row;
  return await findLastImport(context.database, schoolId);
}
