import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { IMPORT_MESSAGES, type ImportAgreement, isImportUnderWay } from '#contract/subscribers.ts';
import type { House } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { UniqueViolation } from '#server/platform/db/errors.ts';
import { conflict, notFound } from '#server/platform/http/errors.ts';
import type { Member, ReceivedFile } from '#server/platform/http/handle.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import type { ParsedFile } from './import-file.ts';
import { applyLines, decideLines, revertLines } from './import-part.ts';
import {
  changeImport,
  failUnread,
  findUnfinished,
  forgetLines,
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

/** Imports go on by themselves, whoever has closed the tab, until they are done or have been taken back. */

const imports = queue('subscriber_import', z.object({ schoolId: z.uuid(), id: z.uuid() }));
const sweep = queue('subscriber_import_sweep', z.object({}));

/** How long the lines of an import can be looked at after its end. */
export const KEEP_LINES_MS = 24 * 3_600_000;
// A file takes 30 s at most, and waits for its turn. After this the process that read it has died, and the file with it.
const READ_LIMIT_MS = 10 * 60_000;

/** Defines the jobs of imports. */
export function defineImports(house: House): void {
  house.jobs.define(imports, ({ schoolId, id }) => continueImport(house, schoolId, id), { oneWaiting: true });
  // Should a job ever be lost, nothing waits longer than this.
  house.jobs.define(sweep, async () => {
    for (const row of await findUnfinished(house.database)) await watchImport(house, row);
    await forgetLines(house.database, new Date(house.clock.now().getTime() - KEEP_LINES_MS));
  });
  house.jobs.schedule(sweep, '*/5 * * * *', 'UTC', {});
}

async function watchImport(
  house: House,
  row: Pick<ImportRow, 'schoolId' | 'id' | 'status' | 'createdAt'>,
): Promise<void> {
  if (row.status !== 'reading') return await scheduleNextStep(house, row);
  const now = house.clock.now();
  if (now.getTime() - row.createdAt.getTime() > READ_LIMIT_MS) await failUnread(house.database, row, now);
}

async function scheduleNextStep(
  house: House,
  { schoolId, id }: Pick<ImportRow, 'schoolId' | 'id'>,
): Promise<void> {
  await house.jobs.send(imports, { schoolId, id }, { singletonKey: id });
}

/**
 * Records an import, then reads its file and has it done. Throws 400 for a file that cannot be read, and 409 where the
 * school has an import under way or this one is cancelled meanwhile.
 */
export async function beginImport(
  house: House,
  { schoolId, personId }: Member,
  { name: fileName, bytes }: ReceivedFile,
  agreement: ImportAgreement,
): Promise<ImportRow> {
  const row = { schoolId, createdBy: personId, fileName, agreement, createdAt: house.clock.now() };
  const stored = await insertImport(house.database, row).catch((error: unknown) => {
    throw error instanceof UniqueViolation ? conflict(IMPORT_MESSAGES.underWay) : error;
  });
  try {
    return await startImport(house, stored, await parseFile(bytes));
  } catch (error) {
    await failUnread(house.database, stored, house.clock.now());
    throw error;
  }
}

async function startImport(
  house: House,
  { schoolId, id }: ImportRow,
  { parts, total, ignored }: ParsedFile,
): Promise<ImportRow> {
  return await house.database.forSchool(schoolId, async () => {
    const row = await lockImport(house.database, schoolId, id);
    if (row?.status !== 'reading') throw conflict(IMPORT_MESSAGES.canceled);
    await insertParts(house.database, row, parts);
    await scheduleNextStep(house, row);
    return await changeImport(house.database, row, { status: 'running', total, ignored });
  });
}

/** Has an import taken back. Throws 404, and 409 where it is done. Twice is fine. */
export async function cancelImport(
  house: House,
  { schoolId, personId }: Member,
  id: string,
): Promise<ImportRow> {
  return await house.database.forSchool(schoolId, async () => {
    const row = await lockImport(house.database, schoolId, id);
    if (row === null) throw notFound('Import');
    if (row.status === 'done' || row.status === 'failed') throw conflict(IMPORT_MESSAGES.ended);
    if (row.status === 'canceling' || row.status === 'canceled') return row;
    await recordAudit(house, { schoolId, personId }, 'import_canceled', row.fileName);
    // Nothing is done yet that would have to be taken back.
    if (row.status === 'reading')
      return await changeImport(house.database, row, { status: 'canceled', finishedAt: house.clock.now() });
    await scheduleNextStep(house, row);
    return await changeImport(house.database, row, { status: 'canceling' });
  });
}

async function continueImport(house: House, schoolId: string, id: string): Promise<void> {
  while (await runStep(house, schoolId, id)) await nextTurn();
}

/** One transaction of an import; false when there is nothing left to do. */
async function runStep(house: House, schoolId: string, id: string): Promise<boolean> {
  const { database } = house;
  return await database.forSchool(schoolId, async () => {
    const row = await lockImport(database, schoolId, id);
    if (row === null || row.status === 'reading' || !isImportUnderWay(row.status)) return false;
    const part = await nextPart(database, row, row.status === 'canceling');
    if (part === null) await end(house, row);
    else if (row.status === 'running') await doPart(house, row, part);
    else await revertImport(house, row, part);
    return part !== null;
  });
}

async function doPart(house: House, row: ImportRow, part: Part): Promise<void> {
  const lines = await decideLines(house, row.schoolId, part.lines);
  await applyLines(house, row.schoolId, lines);
  await savePart(house.database, row, { number: part.number, lines }, true);
  const count = (wanted: string) => lines.filter(({ outcome }) => outcome === wanted).length;
  await changeImport(house.database, row, {
    done: row.done + lines.length,
    added: row.added + count('added'),
    updated: row.updated + count('updated'),
    skipped: row.skipped + count('skipped'),
    unreadable: row.unreadable + count('error'),
  });
}

async function revertImport(house: House, row: ImportRow, part: Part): Promise<void> {
  await revertLines(house, row.schoolId, part.lines);
  await savePart(house.database, row, part, false);
  await changeImport(house.database, row, { done: row.done - part.lines.length });
}

async function end(house: House, row: ImportRow): Promise<void> {
  const { schoolId, createdBy: personId, agreement, added, updated } = row;
  const finishedAt = house.clock.now();
  if (row.status === 'canceling') {
    await removeParts(house.database, row);
    const nothing = { added: 0, updated: 0, skipped: 0, unreadable: 0 };
    await changeImport(house.database, row, { status: 'canceled', ...nothing, finishedAt });
    return;
  }
  await changeImport(house.database, row, { status: 'done', finishedAt });
  await recordAudit(house, { schoolId, personId }, 'subscribers_imported', row.fileName, {
    added,
    updated,
    agreement,
  });
}
