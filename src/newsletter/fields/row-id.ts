/** An id for a new row of a block, not given before on this page. */
export function rowId(): string {
  last += 1;
  return `row-${Date.now().toString(36)}-${last}`;
}

let last = 0;
