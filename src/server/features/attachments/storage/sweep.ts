import { DAY_MS, HOUR_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { keysOfRows, keysWithRow } from '#server/features/attachments/repo.ts';
import { PARTIAL_FILE_SUFFIX } from '#server/platform/files/files.ts';
import { folderMismatch } from './installation.ts';
import { countFiles } from './missing-files.ts';

/** An upload that is still under way has written something within this time, in milliseconds. */
export const LEFTOVER_AGE = HOUR_MS;
/** What crashes leave in an hour is less. More files without a row mean that the rows are missing. */
export const LEFTOVERS_AT_MOST = 20;
/** For how long a leftover can be brought back from the trash. */
export const TRASH_DAYS = 30;
const BATCH = 500;

/** Files and rows do not match in a way that a person has to look at; the message says it in sentences. */
class FilesDisagree extends Error {
  override readonly name = 'FilesDisagree';
}

/**
 * Puts files that no row knows (after a crash) into the trash, and empties it of what has lain there for long. Changes
 * nothing where the files are not the database's, or where too many are left over. A row whose file is missing stays.
 * Throws `FilesDisagree` for whoever runs the program.
 */
export async function sweepFiles(context: AppContext): Promise<void> {
  const { strange, halves, leftovers, problems } = await sweepFolder(context);
  if (!strange && leftovers.length <= LEFTOVERS_AT_MOST) {
    const now = context.clock.now();
    for (const key of halves) await context.files.delete(key);
    for (const key of leftovers) await context.files.moveToTrash(key, now);
    await context.files.emptyTrash(new Date(now.getTime() - TRASH_DAYS * DAY_MS));
  }
  if (problems.length > 0) throw new FilesDisagree(problems.join(' '));
}

/** What is wrong between files and database, in sentences; changes nothing. */
export async function checkDataFolder(context: AppContext): Promise<readonly string[]> {
  return (await sweepFolder(context)).problems;
}

async function sweepFolder(context: AppContext) {
  const strange = await folderMismatch(context);
  if (strange !== null) return { strange: true, halves: [], leftovers: [], problems: [strange] };
  const { halves, leftovers } = await findLeftovers(context);
  const { rows, found } = countFiles(await keysOfRows(context.database), await context.files.keys());
  const problems: string[] = [];
  if (leftovers.length > LEFTOVERS_AT_MOST)
    problems.push(
      `${leftovers.length} files have no row in the database, more than crashes leave: it may be older than the files. None was moved; if they are not wanted, move them out of the folder by hand.`,
    );
  if (found < rows)
    problems.push(
      `${rows - found} uploaded files are missing from the data folder: put them back from the trash or a backup.`,
    );
  return { strange: false, halves, leftovers, problems };
}

/** Files of no row that nobody can be writing any more; `halves` were never written to their end. */
async function findLeftovers(context: AppContext) {
  const before = context.clock.now().getTime() - LEFTOVER_AGE;
  const halves: string[] = [];
  const leftovers: string[] = [];
  let batch: string[] = [];
  const look = async () => {
    const known = await keysWithRow(context.database, batch);
    leftovers.push(...batch.filter((key) => !known.has(key)));
    batch = [];
  };
  for await (const { key, storedAt } of context.files.list()) {
    if (storedAt.getTime() > before) continue;
    if (key.endsWith(PARTIAL_FILE_SUFFIX)) halves.push(key);
    else batch.push(key);
    if (batch.length === BATCH) await look();
  }
  if (batch.length > 0) await look();
  return { halves, leftovers };
}
