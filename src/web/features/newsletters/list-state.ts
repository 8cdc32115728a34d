import {
  DIRECTIONS,
  defaultDirection,
  LIST_FILTERS,
  LIST_ORDERS,
  type ListQuery,
} from '#contract/newsletters.ts';

/** What the list shows, kept in the address so that back and reload lead to the same list. Pure. */

export type ListState = Pick<ListQuery, 'search_string' | 'filter' | 'order'> & {
  readonly direction: (typeof DIRECTIONS)[number];
};
export type ListOrder = ListState['order'];
export type ListFilter = ListState['filter'];

/** Every newsletter, the latest change first. */
export const LIST_DEFAULTS: ListState = {
  search_string: '',
  filter: 'all',
  order: 'updated_at',
  direction: 'desc',
};

/** The filters in their order. Source: docs/requirements/screens.md 2.3. */
export const FILTER_NAMES = {
  all: 'Show All',
  created: 'Show draft',
  published: 'Show published',
} as const satisfies Record<ListFilter, string>;

/** What a list can be sorted by. */
export const ORDER_NAMES = {
  updated_at: 'Last updated',
  created_at: 'Created at',
  title: 'Title',
} as const satisfies Record<ListOrder, string>;

/** What the direction means for what is sorted: newest first, A to Z. */
export function directionName({ order, direction }: Pick<ListState, 'order' | 'direction'>): string {
  if (order === 'title') return direction === 'asc' ? 'A to Z' : 'Z to A';
  return direction === 'asc' ? 'Oldest first' : 'Newest first';
}

function oneOf<const T extends string>(values: readonly T[], text: string | null): T | undefined {
  return values.find((value) => value === text);
}

/** Reads the address; what it does not know there is the default. */
export function listStateOf(address: URLSearchParams): ListState {
  const order = oneOf(LIST_ORDERS, address.get('order')) ?? LIST_DEFAULTS.order;
  return {
    search_string: address.get('search') ?? '',
    filter: oneOf(LIST_FILTERS, address.get('filter')) ?? LIST_DEFAULTS.filter,
    order,
    direction: oneOf(DIRECTIONS, address.get('direction')) ?? defaultDirection(order),
  };
}

/** Writes the address; defaults are left out. */
export function addressOf({ search_string, filter, order, direction }: ListState): URLSearchParams {
  const address = new URLSearchParams();
  if (search_string !== '') address.set('search', search_string);
  if (filter !== LIST_DEFAULTS.filter) address.set('filter', filter);
  if (order !== LIST_DEFAULTS.order) address.set('order', order);
  if (direction !== defaultDirection(order)) address.set('direction', direction);
  return address;
}

/** Typing sorts by title from A; clearing the search brings the usual order back. Source: docs/requirements/screens.md 4.5. */
export function searched(state: ListState, text: string): ListState {
  const search_string = text.trim();
  if (search_string === state.search_string) return state;
  const { order, direction } =
    search_string === '' ? LIST_DEFAULTS : ({ order: 'title', direction: 'asc' } as const);
  return { ...state, search_string, order, direction };
}

/** Shows only drafts, only what is published, or all. */
export function filtered(state: ListState, filter: ListFilter): ListState {
  return { ...state, filter };
}

/** Sorts by another field, in its own direction: titles from A, dates from the newest. */
export function sortedBy(state: ListState, order: ListOrder): ListState {
  return { ...state, order, direction: defaultDirection(order) };
}

/** Turns the order around. */
export function directed(state: ListState, direction: ListState['direction']): ListState {
  return { ...state, direction };
}

/** Whether the list shows less than everything: an empty one then means 'nothing found', not 'nothing yet'. */
export function isNarrowed({ search_string, filter }: ListState): boolean {
  return search_string !== '' || filter !== 'all';
}
