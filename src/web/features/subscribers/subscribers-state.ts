import { SUBSCRIBER_FILTERS, type SubscribersQuery } from '#contract/subscribers.ts';

/** What the list of subscribers shows, kept in the address beside what the screen around it keeps there. Pure. */

export type SubscribersState = Pick<SubscribersQuery, 'search_string' | 'filter' | 'page'>;

/** How many stand on a page. */
export const PER_PAGE = 25;

export const FILTER_NAMES = {
  all: 'Everyone',
  subscribed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
  bounced: 'Not reached',
} as const satisfies Record<SubscribersState['filter'], string>;

/** Reads the address; what it does not know there is the default. */
export function subscribersStateOf(address: URLSearchParams): SubscribersState {
  const page = Number(address.get('page') ?? 1);
  return {
    search_string: address.get('search') ?? '',
    filter: SUBSCRIBER_FILTERS.find((filter) => filter === address.get('filter')) ?? 'all',
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** The address with another state in it; defaults are left out, and what is not the list's stays. */
export function withState(address: URLSearchParams, state: SubscribersState): URLSearchParams {
  const next = new URLSearchParams(address);
  const write = (key: string, value: string, usual: string) =>
    value === usual ? next.delete(key) : next.set(key, value);
  write('search', state.search_string, '');
  write('filter', state.filter, 'all');
  write('page', String(state.page), '1');
  return next;
}

/** Another search or filter begins at the first page. */
export function narrowed(
  state: SubscribersState,
  change: Partial<Pick<SubscribersState, 'search_string' | 'filter'>>,
): SubscribersState {
  return { ...state, ...change, page: 1 };
}

/** Whether fewer than everybody are shown: none then means 'nobody found', not 'nobody yet'. */
export function isNarrowed({ search_string, filter }: SubscribersState): boolean {
  return search_string !== '' || filter !== 'all';
}

/** '26–50 of 4,987'. */
export function rangeText(page: number, shown: number, total: number): string {
  const first = (page - 1) * PER_PAGE + 1;
  const count = (number: number) => number.toLocaleString('en-GB');
  return `${count(first)}–${count(first + shown - 1)} of ${count(total)}`;
}
