import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { IMPORT_MESSAGES, MARKED_MESSAGES } from '#contract/families/import-messages.ts';
import type { GroupsInFile } from '#contract/groups/import-groups.ts';
import {
  type ImportAgreement,
  type ImportReply,
  type ImportResource,
  type importEvent,
  importResource,
} from '#contract/subscribers.ts';
import type { AppContext } from '#server/context.ts';
import { resourceOf } from '#server/platform/columns.ts';
import { conflict, notFound, unavailable } from '#server/platform/http/errors.ts';
import type { BufferedFile, Member } from '#server/platform/http/handle.ts';
import type { ParsedFile } from './import-file.ts';
import { knownGroups } from './import-groups.ts';
import { beginImport, KEEP_LINES_MS, undoableUntil } from './import-jobs.ts';
import type { KeptLine } from './import-lines.ts';
import { currentRoom, decideLines } from './import-part.ts';
import { loadLastImport } from './import-reading.ts';
import { findImport, type ImportRow, listImportLines, parseLines } from './import-repo.ts';
import { countMissing, countNotInFile } from './missing.ts';
import { parseFile } from './parse-file.ts';

/** Importing subscribers from a CSV file, and dry runs. */

/** An event of an import: any number of progress events, then the result. */
export type ImportEvent = z.infer<typeof importEvent> | ImportReply;

/** Yields what importing a file would do. Throws 400 for an unreadable file, before the first event. */
export async function dryRunImport(
  context: AppContext,
  { schoolId }: Member,
  file: BufferedFile,
  choice: GroupsInFile | null,
): Promise<AsyncGenerator<ImportEvent>> {
  const known = await knownGroups(context, schoolId);
  const parsed = await parseFile(file, { known, choice, onlySeen: false }, context.clock.now());
  return decideAll(context, schoolId, { ...parsed, mended: choice?.mended ?? [] });
}

async function* decideAll(
  context: AppContext,
  schoolId: string,
  { parts, total, ...file }: ParsedFile & Pick<FileSummary, 'mended'>,
): AsyncGenerator<ImportEvent> {
  const lines: KeptLine[] = [];
  const room = await currentRoom(context, schoolId);
  for (const part of parts) {
    yield { progress: { done: lines.length, total } };
    lines.push(...(await decideLines(context, schoolId, parseLines(part), room)));
  }
  const inFile = lines.filter(({ outcome }) => outcome !== 'error').map(({ email }) => email);
  const missing = await countMissing(context.database, schoolId, inFile);
  yield { import: summaryOf(lines, { ...file, dryRun: true, missing }) };
}

/**
 * Imports a file and yields its events; the import continues when nobody listens. Before the first event, throws 400 for
 * an unreadable file and 409 if the school has an import under way; later, 409 if the import is cancelled.
 */
export async function runImport(
  context: AppContext,
  by: Member,
  file: BufferedFile,
  agreement: ImportAgreement,
  groups: GroupsInFile | null,
): Promise<AsyncGenerator<ImportEvent>> {
  return follow(context, await beginImport(context, by, file, agreement, groups));
}

// The polling interval grows, as most files are small.
const FIRST_PAUSE_MS = 10;
const LAST_PAUSE_MS = 250;
// About ten minutes. An import takes seconds, unless the database is unavailable.
const POLLS_MAX = 2500;

async function* follow(context: AppContext, started: ImportRow): AsyncGenerator<ImportEvent> {
  let row: ImportRow | null = started;
  for (let poll = 0; poll < POLLS_MAX; poll += 1) {
    if (row === null) throw notFound('Import');
    if (row.status === 'canceled') throw conflict(IMPORT_MESSAGES.canceled);
    if (row.status === 'done') return yield { import: await resultOf(context, row) };
    yield { progress: { done: row.done, total: row.total } };
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** poll, LAST_PAUSE_MS));
    row = await findImport(context.database, started.schoolId, started.id);
  }
  throw unavailable();
}

/** The state of a school's last import; null without one. */
export async function lastImport(context: AppContext, { schoolId }: Member): Promise<ImportResource | null> {
  const row = await loadLastImport(context, schoolId);
  return row && (await presentImport(context, row));
}

/** The outcome of each line of an import. Throws 404, also before it is done and `KEEP_LINES_MS` later. */
export async function loadResult(
  context: AppContext,
  { schoolId }: Member,
  id: string,
): Promise<ImportReply> {
  const row = await findImport(context.database, schoolId, id);
  if (row === null || !hasResult(context, row)) throw notFound('Import');
  return { import: await resultOf(context, row) };
}

function hasResult({ clock }: AppContext, { status, finishedAt }: ImportRow): boolean {
  const age = finishedAt === null ? 0 : clock.now().getTime() - finishedAt.getTime();
  return status === 'done' && age < KEEP_LINES_MS;
}

/** An import as the contract shows it. */
export async function presentImport(context: AppContext, row: ImportRow): Promise<ImportResource> {
  const isDone = row.status === 'done';
  return resourceOf(importResource, row, {
    has_result: hasResult(context, row),
    undoable_until: undoableUntil(context, row)?.toISOString() ?? null,
    missing: isDone ? await countNotInFile(context.database, row) : null,
  });
}

async function resultOf({ database }: AppContext, row: ImportRow): Promise<ImportReply['import']> {
  const { ignored, groupValues } = row;
  const missing = await countNotInFile(database, row);
  return summaryOf(await listImportLines(database, row), {
    dryRun: false,
    ignored,
    groupValues,
    columns: [],
    emailColumns: [],
    unknownWords: [],
    doubts: [],
    letters: null,
    mended: [],
    missing,
  });
}

interface FileSummary extends Omit<ParsedFile, 'parts' | 'total'> {
  readonly dryRun: boolean;
  readonly missing: number;
  readonly mended: ImportReply['import']['mended'];
}

function summaryOf(
  kept: readonly KeptLine[],
  {
    dryRun,
    ignored,
    columns,
    groupValues,
    emailColumns,
    unknownWords,
    doubts,
    letters,
    mended,
    missing,
  }: FileSummary,
): ImportReply['import'] {
  const lines = kept.map(
    ({ before: _, groups: __, marked: ___, came_back: ____, outcome = 'error', ...line }) => ({
      ...line,
      outcome,
    }),
  );
  const marked = kept.filter((line) => line.marked !== undefined);
  const count = (wanted: string) => lines.filter(({ outcome }) => outcome === wanted).length;
  const errors = lines.filter(({ outcome }) => outcome === 'error');
  return {
    dry_run: dryRun,
    added: count('added'),
    updated: count('updated'),
    skipped: count('skipped'),
    joined: lines.filter((line) => line.same_as !== undefined).length,
    errors: errors.map(({ line, message = '' }) => ({ line, message })),
    lines,
    ignored_columns: [...ignored],
    columns: [...columns],
    group_values: groupValues.map(({ value, families, group, is_new }) => ({
      value,
      families,
      group,
      is_new,
    })),
    email_columns: [...emailColumns],
    unknown_words: [...unknownWords],
    doubts: [...doubts],
    letters,
    mended: [...mended],
    marked: marked.length,
    marked_on_list: marked.filter(({ message = '' }) => ON_LIST.has(message)).length,
    came_back: marked.filter((line) => line.came_back === true).length,
    leaves: marked.some((line) => line.marked === 'leaves'),
    missing,
  };
}

const ON_LIST: ReadonlySet<string> = new Set(
  Object.values(MARKED_MESSAGES).flatMap(({ leaves, stays }) => [leaves, stays]),
);
