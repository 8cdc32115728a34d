/** Which page of a list is wanted, as the contract's queries have it; pages begin at 1. */
export interface WantedPage {
  readonly page: number;
  readonly per_page: number;
}

/** How many rows come before a page. */
export function offsetOf({ page, per_page }: WantedPage): number {
  return (page - 1) * per_page;
}

/** What a paged list adds to its answer: an empty list has one page. */
export function pageTotals(
  total: number,
  { per_page }: WantedPage,
): { readonly total: number; readonly total_pages: number } {
  return { total, total_pages: Math.max(1, Math.ceil(total / per_page)) };
}
