import { FILES_PATH } from '#contract/rules/stored-files.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { type FileUse, findFileUses } from '#server/data/published-files.ts';
import { deleteStored } from '#server/features/attachments/storage/delete-stored.ts';
import { conflict, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { pageTotals, type WantedPage } from '#server/platform/paging.ts';
import { deleteFileRow, listFiles } from './library-repo.ts';
import type { Attachment } from './repo.ts';

/** Listing and deleting a school's files. */

/** A file and the newsletters that use it. */
export interface FileInUse extends Attachment {
  readonly uses: readonly FileUse[];
  readonly isLogo: boolean;
}

/** A page of the school's files, newest first. */
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

/** Hooks of a deletion. */
export interface DeletionHooks {
  /** Renders a school's newsletters again. Called in the transaction if newsletters use the file. */
  readonly rerender: (schoolId: string) => Promise<void>;
  /** Called after the transaction. */
  readonly onDeleted: () => void;
}

/**
 * Deletes a file even if it is used: its address stops working at once, and published newsletters are rendered again
 * without it. Deletes the row first, so that a crash leaves only an orphaned file. Throws 404, and 409 for the logo.
 */
export async function deleteFile(
  context: AppContext,
  caller: Member,
  id: string,
  { rerender, onDeleted }: DeletionHooks,
): Promise<void> {
  const removed = await context.database.transaction(async () => {
    const deleted = await deleteFileRow(context.database, caller.schoolId, id);
    if (deleted === null) throw notFound('File');
    if (deleted === 'logo') throw conflict(IS_LOGO);
    await recordAudit(context, caller, 'file_deleted', deleted.name);
    if (deleted.isUsed) await rerender(caller.schoolId);
    return deleted;
  });
  onDeleted();
  await deleteStored(context, removed.key);
}
