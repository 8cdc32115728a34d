import { type FileColumn, isName } from './column.ts';

/**
 * Finds whose names go with an address whose own heading names nobody: the parent with the same number, as 'Parent 2' with 'Email 2', or
 * else the only parent named before it.
 */
export function withNamers(
  columns: readonly (FileColumn | null)[],
  letters: readonly string[],
): readonly (FileColumn | null)[] {
  const taken = new Set(columns.flatMap((column) => (column?.field === 'email' ? [column.person] : [])));
  const isFree = (person: string) => person !== '' && !taken.has(person);
  const numbered = numberedIn(columns);
  let before: readonly string[] = [];
  return columns.map((column, at) => {
    if (isName(column))
      before = [...before.filter((person) => person !== column.person && isFree(person)), column.person];
    if (column?.field !== 'email' || column.person !== '') return column;
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
  const named = columns.filter(isName).map(({ person }) => person);
  const numbered = named
    .filter((person) => /\d$/.test(person))
    .map((person) => [person.slice(-1), person] as const);
  const firsts = numbered.flatMap(([, person]) =>
    named.includes(person.slice(0, -1)) ? [person.slice(0, -1)] : [],
  );
  return new Map([
    ...numbered,
    ...firsts.filter((person) => person !== '').map((person) => ['1', person] as const),
  ]);
}
