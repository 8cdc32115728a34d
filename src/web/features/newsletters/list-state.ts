import { defaultDirection, LIST_FILTERS, LIST_ORDERS, type ListQuery } from '#contract/newsletters.ts';
import { DIRECTIONS } from '#contract/resource.ts';

/** Search, filter and order of the list, kept in the address so that Back and reload show the same list. Pure. */

export type ListState = Pick<ListQuery, 'search_string' | 'filter' | 'order'> & {
  readonly direction: (typeof DIRECTIONS)[number];
};
export type ListOrder = ListState['order'];
export type ListFilter = ListState['filter'];

/** All newsletters, most recently changed first. */
export const LIST_DEFAULTS: ListState = {
  search_string: '',
  filter: 'all',
  order: 'updated_at',
  direction: 'desc',
};

/** The filters in display order. Source: docs/requirements/screens.md 2.3. */
export const FILTER_NAMES = {
  all: 'Show All',
  created: 'Show draft',
  published: 'Show published',
} as const satisfies Record<ListFilter, string>;

export const ORDER_NAMES = {
  updated_at: 'Last updated',
  created_at: 'Created at',
  title: 'Title',
} as const satisfies Record<ListOrder, string>;

/** The direction in the terms of the order: 'Newest first', 'A to Z'. */
export function directionName({ order, direction }: Pick<ListState, 'order' | 'direction'>): string {
  if (order === 'title') return direction === 'asc' ? 'A to Z' : 'Z to A';
  return direction === 'asc' ? 'Oldest first' : 'Newest first';
}

function oneOf<const T extends string>(values: readonly T[], text: string | null): T | undefined {
  return values.find((value) => value === text);
}

/** Parses the address; unknown values become defaults. */
export function listStateOf(address: URLSearchParams): ListState {
  const order = oneOf(LIST_ORDERS, address.get('order')) ?? LIST_DEFAULTS.order;
  return {
    search_string: address.get('search') ?? '',
    filter: oneOf(LIST_FILTERS, address.get('filter')) ?? LIST_DEFAULTS.filter,
    order,
    direction: oneOf(DIRECTIONS, address.get('direction')) ?? defaultDirection(order),
  };
}

/** Serialises the state; defaults are omitted. */
export function addressOf({ search_string, filter, order, direction }: ListState): URLSearchParams {
  const address = new URLSearchParams();
  if (search_string !== '') address.set('search', search_string);
  if (filter !== LIST_DEFAULTS.filter) address.set('filter', filter);
  if (order !== LIST_DEFAULTS.order) address.set('order', order);
  if (direction !== defaultDirection(order)) address.set('direction', direction);
  return address;
}

/**
 * Sets the search, which sorts by title from A; clearing it restores the default order.
 * Source: docs/requirements/screens.md 4.5.
 */
export function withSearch(state: ListState, text: string): ListState {
  const search_string = text.trim();
  if (search_string === state.search_string) return state;
  const { order, direction } =
    search_string === '' ? LIST_DEFAULTS : ({ order: 'title', direction: 'asc' } as const);
  return { ...state, search_string, order, direction };
}

/** Sets the filter. */
export function withFilter(state: ListState, filter: ListFilter): ListState {
  return { ...state, filter };
}

/** Sorts by another field in its default direction: titles from A, dates from the newest. */
export function withOrder(state: ListState, order: ListOrder): ListState {
  return { ...state, order, direction: defaultDirection(order) };
}

/** Sets the direction. */
export function withDirection(state: ListState, direction: ListState['direction']): ListState {
  return { ...state, direction };
}

/** Whether a search or filter is set: an empty list then means 'nothing found', not 'nothing yet'. */
export function isNarrowed({ search_string, filter }: ListState): boolean {
  return search_string !== '' || filter !== 'all';
}
