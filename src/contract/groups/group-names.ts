/** How group names compare: names that differ only in case or spaces are the same, and years sort in their order. Pure. */

/** The normalised form of a name, equal for all spellings of one group: 'Year  4' and 'year 4'. */
export function groupKey(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

const EARLY = ['nursery', 'reception'];
const YEAR = /^(?:(?:year|yr|y|class)\s*)?(\d{1,2})(?!\d)/;

// Years in their order come first: Nursery, Reception, Year 1, 1B, Year 2.
function rankOf(name: string): number {
  const key = groupKey(name);
  const early = EARLY.findIndex((word) => key.startsWith(word));
  if (early >= 0) return early - EARLY.length;
  const year = YEAR.exec(key)?.[1];
  return year === undefined ? Number.MAX_SAFE_INTEGER : Number(year);
}

/** Whether a group is a year that children go through, or is named after one. */
export function isYearGroup(name: string): boolean {
  return rankOf(name) !== Number.MAX_SAFE_INTEGER;
}

const byLetters = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The order of lists of groups: years in school order, then the others alphabetically. */
export function compareGroupNames(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || byLetters.compare(a, b);
}
