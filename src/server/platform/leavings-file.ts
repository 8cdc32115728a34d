import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * The leavings, in DATA_DIR and in no backup: a restore would otherwise undo them. Only ids, one line each, one file a
 * month.
 */

export const LEAVINGS_FOLDER = 'leavings';
/** The months for which files are kept, and the greatest age of a backup for which all leavings are known. */
const MONTHS_KEPT = 6;

/** The events: a family unsubscribed, came back or was deleted, a newsletter was taken down, a school was closed, reopened or erased. */
const LEAVING_KINDS = ['left', 'came_back', 'deleted', 'taken_down', 'closed', 'reopened', 'erased'] as const;

const leaving = z.object({
  at: z.iso.datetime(),
  what: z.enum(LEAVING_KINDS),
  schoolId: z.uuid(),
  /** The id of the subscriber, of the newsletter, or again of the school. */
  id: z.uuid(),
});
export type Leaving = z.infer<typeof leaving>;

/** Adds a line for a leaving. */
export function appendLeaving(dataDir: string, line: Leaving): void {
  const folder = join(dataDir, LEAVINGS_FOLDER);
  const month = line.at.slice(0, 7);
  const path = join(folder, `${month}.jsonl`);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of fileNames(folder)) if (isOld(name, month)) rmSync(join(folder, name), { force: true });
  }
  appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** The leavings at or after a time, oldest first. A line that a crash cut off is skipped. */
export function readLeavings(dataDir: string, since: Date): readonly Leaving[] {
  const folder = join(dataDir, LEAVINGS_FOLDER);
  const lines = fileNames(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return lines
    .flatMap(leavingIn)
    .filter(({ at }) => new Date(at) >= since)
    .sort((a, b) => a.at.localeCompare(b.at));
}

function leavingIn(line: string): readonly Leaving[] {
  try {
    return [leaving.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}

function fileNames(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name))
    .sort();
}

function isOld(name: string, month: string): boolean {
  return monthsOf(month) - monthsOf(name) >= MONTHS_KEPT;
}

function monthsOf(text: string): number {
  return Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
}
