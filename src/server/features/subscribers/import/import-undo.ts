import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import type { ImportUndoing } from '#contract/groups/import-groups.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { UniqueViolation } from '#server/platform/db/errors.ts';
import { conflict, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { previewUndoing } from './import-changes.ts';
import { madeGroups } from './import-groups.ts';
import { scheduleNextStep, undoableUntil } from './import-jobs.ts';
import { changeImport, findImport, type ImportRow, lockImport } from './import-repo.ts';

/** Undoing a whole import while that is possible. The job of imports does it, part by part. */

/** Counts what undoing an import would do now. Throws 404, and 409 if it cannot be undone. */
export async function showUndoing(
  context: AppContext,
  { schoolId }: Member,
  id: string,
): Promise<ImportUndoing> {
  const { database } = context;
  return await database.forSchool(schoolId, async () => {
    const row = requireUndoable(context, await findImport(database, schoolId, id));
    return await previewUndoing(database, row, madeGroups(row));
  });
}

/** Starts undoing an import. Throws 404, and 409 if it cannot be undone or another one is under way. */
export async function undoImport(context: AppContext, by: Member, id: string): Promise<ImportRow> {
  const { database } = context;
  const started = database.forSchool(by.schoolId, async () => {
    const row = await lockImport(database, by.schoolId, id);
    if (row?.status === 'undoing') return row;
    const { schoolId, fileName } = requireUndoable(context, row);
    await recordAudit(context, by, 'import_undone', fileName);
    await scheduleNextStep(context, { schoolId, id });
    return await changeImport(database, { schoolId, id }, { status: 'undoing' });
  });
  return await started.catch((error: unknown) => {
    throw error instanceof UniqueViolation ? conflict(IMPORT_MESSAGES.underWay) : error;
  });
}

function requireUndoable(context: AppContext, row: ImportRow | null): ImportRow {
  if (row === null) throw notFound('Import');
  if (undoableUntil(context, row) === null) throw conflict(IMPORT_MESSAGES.notUndoable);
  return row;
}
