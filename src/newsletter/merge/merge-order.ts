import { longestRise } from '#newsletter/changes/longest-rise.ts';
import type { ThreeSides } from './three-sides.ts';

type Names = readonly string[];

/**
 * Merges three orders; the result is the same whoever saves first. It is the order of one side, without the items that
 * the other has removed, and with the items that the other has added or moved, each after its predecessor on that side.
 * If both add at the same place, each side's additions stay together.
 */
export function mergeOrder({ base, ...sides }: ThreeSides<Names>): Names {
  const [theirs, mine] = inFixedOrder(sides.theirs, sides.mine);
  const placed = new Set([...without(mine, base), ...movedNames(base, mine, theirs)]);
  const placedByThem = new Set([...without(theirs, base), ...movedNames(base, theirs, mine)]);
  const kept = new Set(mine);
  const order = theirs.filter((name) => !placed.has(name) && (kept.has(name) || !base.includes(name)));
  for (const run of runsOf(mine, placed)) {
    let at = indexBehind(order, mine, run.from);
    const end = endOfRun(order, at, placedByThem);
    const [theirFirst, myFirst] = [order[at] ?? '', run.names[0] ?? ''];
    if (end > at && theirFirst < myFirst) at = end;
    order.splice(at, 0, ...run.names);
  }
  return order;
}

function inFixedOrder(one: Names, other: Names): readonly [Names, Names] {
  return JSON.stringify(one) < JSON.stringify(other) ? [one, other] : [other, one];
}

function without(names: Names, others: Names): Names {
  const known = new Set(others);
  return names.filter((name) => !known.has(name));
}

/** The names on all sides whose order differs from that of most others. */
function movedNames(base: Names, side: Names, other: Names): Names {
  const indexes = new Map(base.map((name, index) => [name, index]));
  const elsewhere = new Set(other);
  const shared = side.filter((name) => indexes.has(name) && elsewhere.has(name));
  return without(
    shared,
    longestRise(shared, (name) => indexes.get(name) ?? 0),
  );
}

/** The runs of consecutive names of `placed`. */
function runsOf(
  names: Names,
  placed: ReadonlySet<string>,
): { readonly from: number; readonly names: string[] }[] {
  const runs: { from: number; names: string[] }[] = [];
  for (const [index, name] of names.entries()) {
    if (!placed.has(name)) continue;
    const last = runs.at(-1);
    if (last !== undefined && last.from + last.names.length === index) last.names.push(name);
    else runs.push({ from: index, names: [name] });
  }
  return runs;
}

/** The index after the nearest preceding name that is in the order. */
function indexBehind(order: Names, names: Names, from: number): number {
  for (let above = from - 1; above >= 0; above -= 1) {
    const index = order.indexOf(names[above] ?? '');
    if (index >= 0) return index + 1;
  }
  return 0;
}

function endOfRun(order: Names, from: number, placed: ReadonlySet<string>): number {
  let end = from;
  while (end < order.length && placed.has(order[end] ?? '')) end += 1;
  return end;
}
