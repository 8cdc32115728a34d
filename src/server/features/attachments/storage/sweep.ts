import { DAY_MS, HOUR_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { findKnownKeys, listFileKeys } from '#server/features/attachments/repo.ts';
import { PARTIAL_FILE_SUFFIX } from '#server/platform/files/files.ts';
import { folderMismatch } from './installation.ts';
import { countFiles } from './missing-files.ts';

/** Files younger than this may belong to a running upload. */
const ORPHAN_AGE_MS = HOUR_MS;
/** Crashes leave fewer orphans in a day. More of them mean that rows are missing. */
const ORPHANS_MAX = 20;
/** How long a file can be restored from the trash. */
const TRASH_DAYS = 30;
const BATCH = 500;

/** Files and rows do not match, and the operator has to act. The message is for the log. */
class FilesDisagree extends Error {
  override readonly name = 'FilesDisagree';
}

/**
 * Moves orphaned files (without a row, after a crash) to the trash, and deletes old files from it. Changes nothing if the
 * files are not the database's, or if there are too many orphans. Keeps rows whose file is missing. Throws
 * `FilesDisagree` for the operator.
 */
export async function sweepFiles(context: AppContext): Promise<void> {
  const { isForeign, incomplete, orphans, problems } = await inspectFolder(context);
  if (!isForeign && orphans.length <= ORPHANS_MAX) {
    const now = context.clock.now();
    for (const key of incomplete) await context.files.delete(key);
    for (const key of orphans) await context.files.moveToTrash(key, now);
    await context.files.emptyTrash(new Date(now.getTime() - TRASH_DAYS * DAY_MS));
  }
  if (problems.length > 0) throw new FilesDisagree(problems.join(' '));
}

async function inspectFolder(context: AppContext) {
  const mismatch = await folderMismatch(context);
  if (mismatch !== null) return { isForeign: true, incomplete: [], orphans: [], problems: [mismatch] };
  const { incomplete, orphans } = await findOrphans(context);
  const { rows, found } = countFiles(await listFileKeys(context.database), await context.files.keys());
  const problems: string[] = [];
  if (orphans.length > ORPHANS_MAX)
    problems.push(
      `${orphans.length} files have no row in the database, more than crashes leave: it may be older than the files. None was moved; if they are not wanted, move them out of the folder by hand.`,
    );
  if (found < rows)
    problems.push(
      `${rows - found} uploaded files are missing from ${context.files.place.kind === 'folder' ? 'the data folder' : context.files.place.name}: put them back from the trash or a backup.`,
    );
  return { isForeign: false, incomplete, orphans, problems };
}

/** Old files without a row; `incomplete` are those whose upload was never finished. */
async function findOrphans(context: AppContext) {
  const before = context.clock.now().getTime() - ORPHAN_AGE_MS;
  const incomplete: string[] = [];
  const orphans: string[] = [];
  let batch: string[] = [];
  const checkBatch = async () => {
    const known = await findKnownKeys(context.database, batch);
    orphans.push(...batch.filter((key) => !known.has(key)));
    batch = [];
  };
  for await (const { key, storedAt } of context.files.list()) {
    if (storedAt.getTime() > before) continue;
    if (key.endsWith(PARTIAL_FILE_SUFFIX)) incomplete.push(key);
    else batch.push(key);
    if (batch.length === BATCH) await checkBatch();
  }
  if (batch.length > 0) await checkBatch();
  return { incomplete, orphans };
}
