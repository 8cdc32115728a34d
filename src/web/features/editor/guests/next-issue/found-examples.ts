import type { Block } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import type { Opened } from '#web/features/editor/kernel/opened.ts';
import { type CarriedOver, carriedOverOf, isUntouched } from './carried-over.ts';

/** Adds the examples that a save has found: copies of one come in many ways, also from other newsletters. */
export function withFound(
  before: CarriedOver | null,
  answer: Pick<Opened, 'carriedOver' | 'saved'>,
): CarriedOver | null {
  const found = carriedOverOf(answer);
  if (found === null || found.examples.size === 0) return before;
  if (before === null) return found;
  const added = blocksOf(answer.saved.document).filter(
    (block) => isUntouched(found, block) && found.examples.has(block.name) && !isMarked(before, block),
  );
  const fields = withFields(before, found);
  if (added.length === 0) return fields === before.fields ? before : { ...before, fields };
  const names = new Set(added.map(({ name }) => name));
  const among = <Value>(all: ReadonlyMap<string, Value>) => [...all].filter(([name]) => names.has(name));
  return {
    ...before,
    examples: new Set([...before.examples, ...names]),
    blocks: new Map([...before.blocks, ...among(found.blocks)]),
    rows: new Map([...before.rows, ...among(found.rows)]),
    fields,
  };
}

// Known fields stay: since then their author may have changed them, and undo brings them back.
function withFields(before: CarriedOver, found: CarriedOver): CarriedOver['fields'] {
  const all = new Map(before.fields);
  for (const [name, rows] of found.fields) {
    const known = all.get(name) ?? new Map();
    const isNews = [...rows].some(([row, fields]) =>
      Object.keys(fields).some((field) => !Object.hasOwn(known.get(row) ?? {}, field)),
    );
    if (!isNews || before.kept.has(name)) continue;
    const merged = [...rows].map(([row, fields]) => [row, { ...fields, ...known.get(row) }] as const);
    all.set(name, new Map([...known, ...merged]));
  }
  return [...all].every(([name, rows]) => before.fields.get(name) === rows) ? before.fields : all;
}

function isMarked(carriedOver: CarriedOver, block: Block): boolean {
  const { name } = block;
  return carriedOver.kept.has(name) || (carriedOver.examples.has(name) && isUntouched(carriedOver, block));
}
