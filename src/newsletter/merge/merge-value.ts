import { z } from 'zod';
import { mergeOrder } from './merge-order.ts';
import { mergeWords } from './merge-words.ts';
import { isSameValue } from './same-value.ts';
import { changedSide, type Merged, type ThreeSides } from './three-sides.ts';

/** The fields that belong to a file or picture, and are replaced with it. */
const OF_A_FILE = ['alt', 'crop', 'focus', 'poster', 'captions'] as const;

/** HTML, or text of several lines. Words of two people in a single line would say what neither meant. */
const IS_OF_WORDS = /[<\n]/;

type Fields = Readonly<Record<string, unknown>>;
const fieldsSchema = z.record(z.string(), z.unknown());
const rowsSchema = z.array(z.looseObject({ id: z.string() }));
const cellsSchema = z.array(z.unknown());

/** Merges values of a block, field by field and row by row. Null: both sides have changed the same field. */
export function mergeValue(sides: ThreeSides<unknown>): Merged<unknown> {
  const side = changedSide(sides, isSameValue);
  if (side !== null) return side;
  const words = each(sides, z.string());
  if (words !== null) return IS_OF_WORDS.test(words.base) ? mergeWords(words) : null;
  const rows = each(sides, rowsSchema);
  if (rows !== null) return mergeRows(rows);
  const cells = each(sides, cellsSchema);
  if (cells !== null) return mergeCells(cells);
  const fields = each(sides, fieldsSchema);
  return fields && mergeFields(fields);
}

function each<Value>(
  { base, theirs, mine }: ThreeSides<unknown>,
  schema: z.ZodType<Value>,
): ThreeSides<Value> | null {
  const [one, two, three] = [base, theirs, mine].map((side) => schema.safeParse(side));
  return one?.success && two?.success && three?.success
    ? { base: one.data, theirs: two.data, mine: three.data }
    : null;
}

function mergeFields({ base, theirs, mine }: ThreeSides<Fields>): Merged<Fields> {
  const of = (key: string) => ({ base: base[key], theirs: theirs[key], mine: mine[key] });
  const fields: Record<string, unknown> = {};
  const url = of('url');
  const isOtherFile = url.theirs !== url.base || url.mine !== url.base;
  if (isOtherFile) {
    const merged = changedSide(
      { base: fileOf(base), theirs: fileOf(theirs), mine: fileOf(mine) },
      isSameValue,
    );
    if (merged === null) return null;
    Object.assign(fields, merged.value);
  }
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    if (isOtherFile && isOfFile(key)) continue;
    const merged = mergeValue(of(key));
    if (merged === null) return null;
    if (merged.value !== undefined) fields[key] = merged.value;
  }
  return { value: fields };
}

const isOfFile = (key: string) => key === 'url' || OF_A_FILE.some((other) => other === key);

function fileOf(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => isOfFile(key)));
}

type Row = z.infer<typeof rowsSchema>[number];

function mergeRows(given: ThreeSides<readonly Row[]>): Merged<readonly Row[]> {
  const { base, theirs, mine } = withNewIds(given);
  const [was, others, own] = [base, theirs, mine].map((rows) => new Map(rows.map((row) => [row.id, row])));
  const ids = ({ base: was, theirs: others, mine: own }: ThreeSides<readonly Row[]>) =>
    mergeOrder({
      base: was.map(({ id }) => id),
      theirs: others.map(({ id }) => id),
      mine: own.map(({ id }) => id),
    });
  // A row that one side removes and the other changes needs a decision.
  const isTorn = (row: Row) => {
    const either = own?.get(row.id) ?? others?.get(row.id);
    const isRemoved = own?.has(row.id) !== others?.has(row.id);
    return isRemoved && either !== undefined && !isSameValue(either, row);
  };
  if (base.some(isTorn)) return null;
  const rows: Row[] = [];
  for (const id of ids({ base, theirs, mine })) {
    const [row, their, my] = [was?.get(id), others?.get(id), own?.get(id)];
    const merged =
      their === undefined || my === undefined
        ? { value: their ?? my }
        : mergeValue({ base: row, theirs: their, mine: my });
    const read = rowsSchema.element.safeParse(merged?.value);
    if (!read.success) return null;
    rows.push(read.data);
  }
  return { value: rows };
}

/** Gives a row the id that one side gave it: an event that was declared the same as another date is still that row. */
function withNewIds(sides: ThreeSides<readonly Row[]>): ThreeSides<readonly Row[]> {
  const { base, theirs, mine } = sides;
  const given = [...newIds(base, theirs), ...newIds(base, mine)];
  const ids = new Map(given);
  const of = (rows: readonly Row[]) => rows.map((row) => ({ ...row, id: ids.get(row.id) ?? row.id }));
  const renamed = { base: of(base), theirs: of(theirs), mine: of(mine) };
  const isClear =
    given.every(([id, other]) => ids.get(id) === other) &&
    Object.values(renamed).every((rows) => new Set(rows.map(({ id }) => id)).size === rows.length);
  return isClear ? renamed : sides;
}

function newIds(base: readonly Row[], side: readonly Row[]): readonly (readonly [string, string])[] {
  const fresh = side.filter(({ id }) => !base.some((row) => row.id === id));
  return base.flatMap((row) => {
    const found = side.some(({ id }) => id === row.id) ? undefined : fresh.find((one) => isAlike(one, row));
    return found === undefined ? [] : [[row.id, found.id] as const];
  });
}

/** The most fields of a row that may change along with its id: the day and time of an event that is moved. */
const MOVED_FIELDS = 2;

function isAlike(one: Row, other: Row): boolean {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => key !== 'id');
  const kept = keys.filter((key) => isSameValue(one[key], other[key]));
  return keys.length - kept.length <= MOVED_FIELDS && kept.some((key) => Boolean(one[key]));
}

// Without ids, only cells at the same position can be compared.
function mergeCells({ base, theirs, mine }: ThreeSides<readonly unknown[]>): Merged<readonly unknown[]> {
  if (base.length !== theirs.length || base.length !== mine.length) return null;
  const cells: unknown[] = [];
  for (const [index, was] of base.entries()) {
    const merged = mergeValue({ base: was, theirs: theirs[index], mine: mine[index] });
    if (merged === null) return null;
    cells.push(merged.value);
  }
  return { value: cells };
}
