/** A new id for a block's row, unique on this page. */
export function createRowId(): string {
  last += 1;
  return `row-${Date.now().toString(36)}-${last}`;
}

let last = 0;
