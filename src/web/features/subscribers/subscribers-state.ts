import { SUBSCRIBER_FILTERS, type SubscribersQuery } from '#contract/subscribers.ts';

/** Search, filter and page of the list, kept in the address beside the parameters of the screen around it. Pure. */

export type SubscribersState = Pick<SubscribersQuery, 'search_string' | 'filter' | 'group' | 'page'>;

/** Subscribers per page. */
export const PER_PAGE = 25;

export const SUBSCRIBER_FILTER_NAMES = {
  all: 'Everyone',
  subscribed: 'Subscribed',
  stopped: 'Get no newsletters',
  unsubscribed: 'Unsubscribed',
  bounced: 'Not reached',
  no_group: 'In no group',
  not_in_file: 'Not in the last file',
} as const satisfies Record<SubscribersState['filter'], string>;

/** Parses the address; unknown values become defaults. */
export function subscribersStateOf(address: URLSearchParams): SubscribersState {
  const page = Number(address.get('page') ?? 1);
  const group = address.get('group');
  return {
    search_string: address.get('search') ?? '',
    filter: SUBSCRIBER_FILTERS.find((filter) => filter === address.get('filter')) ?? 'all',
    ...(group !== null && { group }),
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** The address with another state; defaults are omitted, and other parameters stay. */
export function withState(address: URLSearchParams, state: SubscribersState): URLSearchParams {
  const next = new URLSearchParams(address);
  const write = (key: string, value: string, defaultValue: string) =>
    value === defaultValue ? next.delete(key) : next.set(key, value);
  write('search', state.search_string, '');
  write('filter', state.filter, 'all');
  write('group', state.group ?? '', '');
  write('page', String(state.page), '1');
  return next;
}

/** Changes search, filter or group, and goes to the first page. */
export function withCriteria(
  state: SubscribersState,
  change: Partial<Omit<SubscribersState, 'page'>>,
): SubscribersState {
  return { ...state, ...change, page: 1 };
}

/** Whether a search, filter or group is set: an empty list then means 'nobody found', not 'nobody yet'. */
export function areSubscribersNarrowed({ search_string, filter, group }: SubscribersState): boolean {
  return search_string !== '' || filter !== 'all' || group !== undefined;
}

/** '26–50 of 4,987'. */
export function rangeText(page: number, shown: number, total: number): string {
  const first = (page - 1) * PER_PAGE + 1;
  const count = (number: number) => number.toLocaleString('en-GB');
  return `${count(first)}–${count(first + shown - 1)} of ${count(total)}`;
}
