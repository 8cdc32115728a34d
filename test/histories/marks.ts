const MARK = /w\dx\d+x/g;

/** The marks in a value. Each edit types one: `w2x7x` is the seventh of writer 2. */
export function marksIn(value: unknown): ReadonlySet<string> {
  return new Set(JSON.stringify(value)?.match(MARK));
}

/** The number of times that each mark occurs: a copied block has its original's marks. */
export function countsIn(value: unknown): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [mark] of JSON.stringify(value).matchAll(MARK)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}

export function writerOf(mark: string): number {
  return Number(mark[1]);
}

export function without(marks: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...marks].filter((mark) => !others.has(mark));
}
