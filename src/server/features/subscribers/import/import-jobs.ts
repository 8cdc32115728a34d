import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { z } from 'zod';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import type { GroupsInFile } from '#contract/groups/import-groups.ts';
import {
  type ImportAgreement,
  isImportUnderWay,
  SUBSCRIBER_IMPORT_UNDO_DAYS,
} from '#contract/subscribers.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { noteLeaving } from '#server/data/restoring/note-leaving.ts';
import { notifyWebhooks } from '#server/data/webhooks/outbox.ts';
import { UniqueViolation } from '#server/platform/db/errors.ts';
import { conflict, notFound, Refusal } from '#server/platform/http/errors.ts';
import type { BufferedFile, Member } from '#server/platform/http/handle.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { revertChanges } from './import-changes.ts';
import type { ParsedFile } from './import-file.ts';
import { deleteEmptied, knownGroups, makeGroups } from './import-groups.ts';
import { applyLines, currentRoom, decideLines } from './import-part.ts';
import { endIfLost, loadLastImport, whileReading } from './import-reading.ts';
import {
  changeImport,
  deleteOldLines,
  endUndoing,
  failUnread,
  findUnfinishedImports,
  type ImportPart,
  type ImportRow,
  insertImport,
  insertParts,
  lockImport,
  nextPart,
  removeParts,
  savePart,
} from './import-repo.ts';
import { parseFile } from './parse-file.ts';

/** Runs imports as jobs, independently of the browser, until they are done or reverted. */

const imports = queue('subscriber_import', z.object({ schoolId: z.uuid(), id: z.uuid() }));
const sweep = queue('subscriber_import_sweep', z.object({}));

/** How long an import's lines are kept after its end. */
export const KEEP_LINES_MS = DAY_MS;
const UNDO_MS = SUBSCRIBER_IMPORT_UNDO_DAYS * DAY_MS;

/** Defines the jobs of imports. */
export function defineImports(context: AppContext): void {
  context.jobs.define(imports, ({ schoolId, id }) => continueImport(context, schoolId, id), {
    oneWaiting: true,
  });
  // Restarts imports whose job was lost, ends those whose file was lost, and deletes old lines.
  context.jobs.define(sweep, async () => {
    for (const row of await findUnfinishedImports(context.database)) {
      if (row.status === 'reading') await endIfLost(context, row);
      else await scheduleNextStep(context, row);
    }
    const now = context.clock.now().getTime();
    await deleteOldLines(context.database, new Date(now - KEEP_LINES_MS));
    await endUndoing(context.database, new Date(now - UNDO_MS));
  });
  context.jobs.schedule(sweep, '*/5 * * * *', 'UTC', {});
}

/** Runs the sweep now, for imports that an earlier process left: one that was being read blocks imports and sendings. */
export async function enqueueImportSweep({ jobs }: AppContext): Promise<void> {
  await jobs.send(sweep, {});
}

/** The time until which an import can be undone; null if it cannot. */
export function undoableUntil(
  { clock }: AppContext,
  { status, isUndoable, finishedAt }: ImportRow,
): Date | null {
  if (status !== 'done' || !isUndoable || finishedAt === null) return null;
  const until = new Date(finishedAt.getTime() + UNDO_MS);
  return clock.now() < until ? until : null;
}

/** Enqueues the job of an import. */
export async function scheduleNextStep(
  context: AppContext,
  { schoolId, id }: Pick<ImportRow, 'schoolId' | 'id'>,
): Promise<void> {
  await context.jobs.send(imports, { schoolId, id }, { singletonKey: id });
}

/**
 * Records an import, reads its file and enqueues the job. Throws 400 for an unreadable file, and 409 if the school has an
 * import under way or this one is cancelled in the meantime.
 */
export async function beginImport(
  context: AppContext,
  { schoolId, personId }: Member,
  file: BufferedFile,
  agreement: ImportAgreement,
  groups: GroupsInFile | null,
): Promise<ImportRow> {
  const choice = groups ?? { columns: [], values: [] };
  const now = context.clock.now();
  const row = { id: randomUUID(), schoolId, createdBy: personId, fileName: file.name, agreement };
  return await whileReading(context, row, async () => {
    const stored = await recordImport(context, { ...row, createdAt: now, readingAt: now });
    return await readImport(context, stored, file, choice);
  });
}

type NewImport = Parameters<typeof insertImport>[1];

async function recordImport(context: AppContext, row: NewImport): Promise<ImportRow> {
  const stored = await insertIfFree(context, row);
  if (stored !== null) return stored;
  // Ends the school's last import if its file is lost.
  await loadLastImport(context, row.schoolId);
  const storedNow = await insertIfFree(context, row);
  if (storedNow === null) throw conflict(IMPORT_MESSAGES.underWay);
  return storedNow;
}

async function insertIfFree({ database }: AppContext, row: NewImport): Promise<ImportRow | null> {
  return await insertImport(database, row).catch((error: unknown) => {
    if (error instanceof UniqueViolation) return null;
    throw error;
  });
}

async function readImport(
  context: AppContext,
  stored: ImportRow,
  file: BufferedFile,
  choice: GroupsInFile,
): Promise<ImportRow> {
  try {
    return await startImport(
      context,
      stored,
      await parseFile(
        file,
        { known: await knownGroups(context, stored.schoolId), choice, onlySeen: true },
        stored.createdAt,
      ),
    );
  } catch (error) {
    const refusal = error instanceof Refusal && error.status === 409 ? error.message : null;
    await failUnread(context.database, stored, { finishedAt: context.clock.now(), refusal });
    throw error;
  }
}

async function startImport(
  context: AppContext,
  { schoolId, id, createdBy: personId }: ImportRow,
  { parts, total, ignored, groupValues: found }: ParsedFile,
): Promise<ImportRow> {
  return await context.database.forSchool(schoolId, async () => {
    const row = await lockImport(context.database, schoolId, id);
    if (row?.status === 'failed') throw conflict(IMPORT_MESSAGES.interrupted);
    if (row?.status !== 'reading') throw conflict(IMPORT_MESSAGES.canceled);
    const groupValues = await makeGroups(context, { schoolId, personId }, found);
    await insertParts(context.database, row, parts);
    await scheduleNextStep(context, row);
    const changes = { status: 'running', total, ignored, groupValues, isUndoable: true } as const;
    return await changeImport(context.database, row, changes);
  });
}

const ENDED: readonly ImportRow['status'][] = ['done', 'failed', 'undoing', 'undone'];

/** Cancels an import; a job reverts a running one. Idempotent. Throws 404, and 409 once the import has ended. */
export async function cancelImport(
  context: AppContext,
  { schoolId, personId }: Member,
  id: string,
): Promise<ImportRow> {
  return await context.database.forSchool(schoolId, async () => {
    const row = await lockImport(context.database, schoolId, id);
    if (row === null) throw notFound('Import');
    if (ENDED.some((status) => status === row.status)) throw conflict(IMPORT_MESSAGES.ended);
    if (row.status === 'canceling' || row.status === 'canceled') return row;
    await recordAudit(context, { schoolId, personId }, 'import_canceled', row.fileName);
    // Nothing is written yet, so there is nothing to revert.
    if (row.status === 'reading')
      return await changeImport(context.database, row, {
        status: 'canceled',
        finishedAt: context.clock.now(),
      });
    await scheduleNextStep(context, row);
    return await changeImport(context.database, row, { status: 'canceling' });
  });
}

async function continueImport(context: AppContext, schoolId: string, id: string): Promise<void> {
  while (await runStep(context, schoolId, id)) await yieldToOthers();
}

/** Runs one transaction of an import; false if there is nothing left to do. */
async function runStep(context: AppContext, schoolId: string, id: string): Promise<boolean> {
  const { database } = context;
  return await database.forSchool(schoolId, async () => {
    const row = await lockImport(database, schoolId, id);
    if (row === null || row.status === 'reading' || !isImportUnderWay(row.status)) return false;
    const part = await nextPart(database, row, row.status !== 'running');
    if (part === null) await finishImport(context, row);
    else if (row.status === 'running') await importPart(context, row, part);
    else await revertPart(context, row, part);
    return part !== null;
  });
}

async function importPart(context: AppContext, row: ImportRow, part: ImportPart): Promise<void> {
  const lines = await decideLines(
    context,
    row.schoolId,
    part.lines,
    await currentRoom(context, row.schoolId),
  );
  await applyLines(context, row, { number: part.number, lines });
  await savePart(context.database, row, { number: part.number, lines }, true);
  const count = (wanted: string) => lines.filter(({ outcome }) => outcome === wanted).length;
  await changeImport(context.database, row, {
    done: row.done + lines.length,
    added: row.added + count('added'),
    updated: row.updated + count('updated'),
    skipped: row.skipped + count('skipped'),
    joined: row.joined + lines.filter((line) => line.same_as !== undefined).length,
    unreadable: row.unreadable + count('error'),
  });
}

async function revertPart(context: AppContext, row: ImportRow, part: ImportPart): Promise<void> {
  const removed = await revertChanges(context.database, row, part.number);
  for (const { id } of removed) noteLeaving(context, 'deleted', { schoolId: row.schoolId, id });
  const departures = removed.map((subscriber) => ({ subscriber, how: 'removed' as const }));
  await notifyWebhooks(context, row.schoolId, 'subscriber.left', departures);
  await savePart(context.database, row, part, false);
  await changeImport(context.database, row, { done: row.done - part.lines.length });
}

async function finishImport(context: AppContext, row: ImportRow): Promise<void> {
  const { schoolId, createdBy: personId, agreement, added, updated } = row;
  const finishedAt = context.clock.now();
  if (row.status !== 'running') {
    await removeParts(context.database, row);
    await deleteEmptied(context, row);
    const status = row.status === 'undoing' ? 'undone' : 'canceled';
    const noCounts = { added: 0, updated: 0, skipped: 0, joined: 0, unreadable: 0 };
    await changeImport(context.database, row, { status, ...noCounts, finishedAt, isUndoable: false });
    return;
  }
  await changeImport(context.database, row, { status: 'done', finishedAt });
  await recordAudit(context, { schoolId, personId }, 'subscribers_imported', row.fileName, {
    added,
    updated,
    agreement,
  });
}
