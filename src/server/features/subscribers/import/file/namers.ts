import { type FileColumn, isName } from './column.ts';

/**
 * Finds whose names go with an address whose own heading names nobody: the parent with the same number, as 'Parent 2' with 'Email 2', or
 * else the only parent named before it.
 */
export function withNamers(
  columns: readonly (FileColumn | null)[],
  letters: readonly string[],
): readonly (FileColumn | null)[] {
  const taken = new Set(columns.flatMap((column) => (column?.field === 'email' ? [column.who] : [])));
  const isFree = (who: string) => who !== '' && !taken.has(who);
  const numbered = numberedIn(columns);
  let before: readonly string[] = [];
  return columns.map((column, at) => {
    if (isName(column)) before = [...before.filter((who) => who !== column.who && isFree(who)), column.who];
    if (column?.field !== 'email' || column.who !== '') return column;
    const number = /\d(?=(?:value)?$)/.exec(letters[at] ?? '')?.[0] ?? '';
    const namer = numbered.get(number) ?? (before.length === 1 ? before[0] : undefined);
    before = [];
    if (namer === undefined || !isFree(namer)) return column;
    taken.add(namer);
    return { ...column, namedBy: namer };
  });
}

// 'Parent' is the first beside 'Parent 2', and has no number if none has.
function numberedIn(columns: readonly (FileColumn | null)[]): ReadonlyMap<string, string> {
  const named = columns.filter(isName).map(({ who }) => who);
  const numbered = named.filter((who) => /\d$/.test(who)).map((who) => [who.slice(-1), who] as const);
  const firsts = numbered.flatMap(([, who]) => (named.includes(who.slice(0, -1)) ? [who.slice(0, -1)] : []));
  return new Map([...numbered, ...firsts.filter((who) => who !== '').map((who) => ['1', who] as const)]);
}
