import { z } from 'zod';
import { FIRST_DAY, LAST_DAY } from '#newsletter/values/day.ts';
import { NAME_MAX } from './block.ts';
import { codeSchema, type StoredBlock } from './document.ts';
import { withoutForeignPictures } from './upgrade-pictures.ts';
import { runSteps, type UpgradeStep } from './upgrade-steps.ts';

/**
 * Upgrades `code` stored by older versions on reading, in numbered steps. A released step never changes. The current
 * form is defined by `codeSchema`.
 */

/** The steps in order; the first upgrades from version 0 to 1. */
const UPGRADE_STEPS: readonly UpgradeStep[] = [
  // 0 → 1: the first stored form.
  (code) => code,
  // 1 → 2: blocks may span both columns and have a tint; older blocks do neither.
  (code) => code,
  // 2 → 3: ids of rows are unique in their block, and days lie in the years that calendars know.
  withSoundRows,
  // 3 → 4: pictures are uploaded files; those of other hosts become links.
  withoutForeignPictures,
  // 4 → 5: blocks may be for groups; older blocks are for everyone.
  (code) => code,
  // 5 → 6: events may list the dates from which they differ; for older events nobody was asked.
  (code) => code,
];

/** The current version, stored with `code`. */
export const CODE_VERSION = UPGRADE_STEPS.length;

/** Upgrades and validates `code` of any known version. Throws `RangeError` for an unknown one, and `ZodError` for invalid code. */
export function upgradeCode(code: unknown, from: number = CODE_VERSION): StoredBlock[] {
  return codeSchema.parse(runSteps(UPGRADE_STEPS, code, from));
}

/**
 * Upgrades stored `code`. The current version is not validated again, as it was when written. Throws like `upgradeCode`.
 */
export function storedBlocks(code: readonly unknown[], from: number): readonly StoredBlock[] {
  return isCurrent(code, from) ? code : upgradeCode(code, from);
}

const withRows = z.looseObject({
  value: z.looseObject({
    rows: z.array(
      z.looseObject({ id: z.string(), date: z.string().optional(), last_day: z.string().optional() }),
    ),
  }),
});

function withSoundRows(code: unknown): unknown {
  return Array.isArray(code) ? code.map(withSoundRowsOf) : code;
}

function withSoundRowsOf(block: unknown): unknown {
  const { data } = withRows.safeParse(block);
  if (data === undefined) return block;
  const ids = new Set<string>();
  const rows = data.value.rows.map(({ id, date, last_day, ...rest }) => {
    const own = freeId(id, ids);
    ids.add(own);
    const first = date === undefined ? undefined : knownDay(date);
    const last = last_day === undefined ? undefined : knownDay(last_day);
    return {
      id: own,
      ...rest,
      ...(first !== undefined && { date: first }),
      ...(last !== undefined && last > (first ?? '') && { last_day: last }),
    };
  });
  return { ...data, value: { ...data.value, rows } };
}

function freeId(id: string, taken: ReadonlySet<string>, number = 2): string {
  if (!taken.has(id)) return id;
  const next = `${number}-${id}`.slice(0, NAME_MAX);
  return taken.has(next) ? freeId(id, taken, number + 1) : next;
}

function knownDay(day: string): string {
  return day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day;
}

function isCurrent(_code: readonly unknown[], version: number): _code is readonly StoredBlock[] {
  return version === CODE_VERSION;
}
