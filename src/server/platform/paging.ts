/** The requested page of a list, from the contract's queries. Pages start at 1. */
export interface WantedPage {
  readonly page: number;
  readonly per_page: number;
}

/** The number of rows before a page. */
export function offsetOf({ page, per_page }: WantedPage): number {
  return (page - 1) * per_page;
}

/** The totals in the answer of a paged list. An empty list has one page. */
export function pageTotals(
  total: number,
  { per_page }: WantedPage,
): { readonly total: number; readonly total_pages: number } {
  return { total, total_pages: Math.max(1, Math.ceil(total / per_page)) };
}
