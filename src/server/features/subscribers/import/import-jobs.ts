import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { z } from 'zod';
import { IMPORT_MESSAGES, type ImportAgreement, isImportUnderWay } from '#contract/subscribers.ts';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { UniqueViolation } from '#server/platform/db/errors.ts';
import { conflict, notFound } from '#server/platform/http/errors.ts';
import type { Member, ReceivedFile } from '#server/platform/http/handle.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import type { ParsedFile } from './import-file.ts';
import { applyLines, decideLines, revertLines } from './import-part.ts';
import {
  changeImport,
  deleteOldLines,
  failUnread,
  findUnfinishedImports,
  type ImportRow,
  insertImport,
  insertParts,
  lockImport,
  nextPart,
  type Part,
  removeParts,
  savePart,
} from './import-repo.ts';
import { parseFile } from './parse-file.ts';

/** Imports run as jobs, independently of the browser, until they are done or reverted. */

const imports = queue('subscriber_import', z.object({ schoolId: z.uuid(), id: z.uuid() }));
const sweep = queue('subscriber_import_sweep', z.object({}));

/** How long an import's lines are kept after its end. */
export const KEEP_LINES_MS = DAY_MS;
// Reading takes at most 30 s, plus waiting. After this time the reading process has died, and the file is lost.
const READ_LIMIT_MS = 10 * MINUTE_MS;

/** Defines the jobs of imports. */
export function defineImports(context: AppContext): void {
  context.jobs.define(imports, ({ schoolId, id }) => continueImport(context, schoolId, id), {
    oneWaiting: true,
  });
  // Restarts imports whose job was lost, and deletes old lines.
  context.jobs.define(sweep, async () => {
    for (const row of await findUnfinishedImports(context.database)) await checkImport(context, row);
    await deleteOldLines(context.database, new Date(context.clock.now().getTime() - KEEP_LINES_MS));
  });
  context.jobs.schedule(sweep, '*/5 * * * *', 'UTC', {});
}

async function checkImport(
  context: AppContext,
  row: Pick<ImportRow, 'schoolId' | 'id' | 'status' | 'createdAt'>,
): Promise<void> {
  if (row.status !== 'reading') return await scheduleNextStep(context, row);
  const now = context.clock.now();
  if (now.getTime() - row.createdAt.getTime() > READ_LIMIT_MS) await failUnread(context.database, row, now);
}

async function scheduleNextStep(
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
  { name: fileName, bytes }: ReceivedFile,
  agreement: ImportAgreement,
): Promise<ImportRow> {
  const row = { schoolId, createdBy: personId, fileName, agreement, createdAt: context.clock.now() };
  const stored = await insertImport(context.database, row).catch((error: unknown) => {
    throw error instanceof UniqueViolation ? conflict(IMPORT_MESSAGES.underWay) : error;
  });
  try {
    return await startImport(context, stored, await parseFile(bytes));
  } catch (error) {
    await failUnread(context.database, stored, context.clock.now());
    throw error;
  }
}

async function startImport(
  context: AppContext,
  { schoolId, id }: ImportRow,
  { parts, total, ignored }: ParsedFile,
): Promise<ImportRow> {
  return await context.database.forSchool(schoolId, async () => {
    const row = await lockImport(context.database, schoolId, id);
    if (row?.status !== 'reading') throw conflict(IMPORT_MESSAGES.canceled);
    await insertParts(context.database, row, parts);
    await scheduleNextStep(context, row);
    return await changeImport(context.database, row, { status: 'running', total, ignored });
  });
}

/** Cancels an import; a job reverts a running one. Idempotent. Throws 404, and 409 once the import has ended. */
export async function cancelImport(
  context: AppContext,
  { schoolId, personId }: Member,
  id: string,
): Promise<ImportRow> {
  return await context.database.forSchool(schoolId, async () => {
    const row = await lockImport(context.database, schoolId, id);
    if (row === null) throw notFound('Import');
    if (row.status === 'done' || row.status === 'failed') throw conflict(IMPORT_MESSAGES.ended);
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
    const part = await nextPart(database, row, row.status === 'canceling');
    if (part === null) await finishImport(context, row);
    else if (row.status === 'running') await importPart(context, row, part);
    else await revertPart(context, row, part);
    return part !== null;
  });
}

async function importPart(context: AppContext, row: ImportRow, part: Part): Promise<void> {
  const lines = await decideLines(context, row.schoolId, part.lines);
  await applyLines(context, row.schoolId, lines);
  await savePart(context.database, row, { number: part.number, lines }, true);
  const count = (wanted: string) => lines.filter(({ outcome }) => outcome === wanted).length;
  await changeImport(context.database, row, {
    done: row.done + lines.length,
    added: row.added + count('added'),
    updated: row.updated + count('updated'),
    skipped: row.skipped + count('skipped'),
    unreadable: row.unreadable + count('error'),
  });
}

async function revertPart(context: AppContext, row: ImportRow, part: Part): Promise<void> {
  await revertLines(context, row.schoolId, part.lines);
  await savePart(context.database, row, part, false);
  await changeImport(context.database, row, { done: row.done - part.lines.length });
}

async function finishImport(context: AppContext, row: ImportRow): Promise<void> {
  const { schoolId, createdBy: personId, agreement, added, updated } = row;
  const finishedAt = context.clock.now();
  if (row.status === 'canceling') {
    await removeParts(context.database, row);
    const noCounts = { added: 0, updated: 0, skipped: 0, unreadable: 0 };
    await changeImport(context.database, row, { status: 'canceled', ...noCounts, finishedAt });
    return;
  }
  await changeImport(context.database, row, { status: 'done', finishedAt });
  await recordAudit(context, { schoolId, personId }, 'subscribers_imported', row.fileName, {
    added,
    updated,
    agreement,
  });
}
