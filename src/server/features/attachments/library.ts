import { FILES_PATH } from '#contract/files.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { type FileUse, findFileUses } from '#server/data/published-files.ts';
import { conflict, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { pageTotals, type WantedPage } from '#server/platform/paging.ts';
import { listFiles, removeFile } from './library-repo.ts';
import type { Attachment } from './repo.ts';

/** The files that a school has stored, where each is used, and their deletion. */

/** A file with where it is used. */
export interface FileInUse extends Attachment {
  readonly uses: readonly FileUse[];
  readonly isLogo: boolean;
}

/** A page of the school's files, the newest first. */
export async function searchFiles(
  { database }: AppContext,
  { schoolId }: Member,
  wantedPage: WantedPage,
): Promise<{ readonly items: readonly FileInUse[]; readonly total: number; readonly total_pages: number }> {
  const { files, total, logo } = await listFiles(database, schoolId, wantedPage);
  const uses = await findFileUses(
    database,
    schoolId,
    files.map(({ key }) => key),
  );
  const items = files.map((file) => ({
    ...file,
    uses: uses.get(file.key) ?? [],
    isLogo: logo === FILES_PATH + file.key,
  }));
  return { items, ...pageTotals(total, wantedPage) };
}

const IS_LOGO = 'This is your school’s logo. Please choose another one first';

/** What is told of a deletion: `redraw` in its transaction, where newsletters name the file; `deleted` after it. */
export interface OnFileDeleted {
  readonly redraw: (schoolId: string) => Promise<void>;
  readonly deleted: () => void;
}

/**
 * Deletes a file wherever it is used: from this moment its address answers nobody, and what readers have is drawn anew
 * without it. First the row, so that a crash leaves a file that nobody knows. Throws 404, and 409 for the school's logo.
 */
export async function deleteFile(
  context: AppContext,
  caller: Member,
  id: string,
  { redraw, deleted }: OnFileDeleted,
): Promise<void> {
  const removed = await context.database.transaction(async () => {
    const gone = await removeFile(context.database, caller.schoolId, id);
    if (gone === null) throw notFound('File');
    if (gone === 'logo') throw conflict(IS_LOGO);
    await recordAudit(context, caller, 'file_deleted', gone.name);
    if (gone.isUsed) await redraw(caller.schoolId);
    return gone;
  });
  deleted();
  await context.files.delete(removed.key);
}
