/** Finds the addresses in a cell of a file. */

// Longer than any list of a family's addresses; the regular expressions take quadratic time.
const CELL_MAX = 1000;
const ADDRESS = /[^\s<>;,|:"()/@]+(?:\/[^\s<>;,|:"()/@]+)*@[^\s<>;,|:"()/@]+/g;

/** 'a@x.example; b@x.example' has two, 'Amelia <amelia@x.example>' one. A cell without any is returned unchanged. */
export function addressesIn(cell: string): readonly string[] {
  if (cell.length > CELL_MAX) return [cell];
  const count = cell.split('@').length - 1;
  if (count < 2) return [addressIn(cell)];
  const found = cell.match(ADDRESS) ?? [];
  return found.length === count ? found : [cell];
}

function addressIn(text: string): string {
  const within = /<([^<>\s]+@[^<>\s]+)>\s*$/.exec(text)?.[1];
  return (within ?? text).replace(/^mailto:/i, '');
}
