import { describe, expect, it } from 'vitest';
import {
  areSubscribersNarrowed,
  rangeText,
  subscribersStateOf,
  withCriteria,
  withState,
} from './subscribers-state.ts';

const stateOf = (address: string) => subscribersStateOf(new URLSearchParams(address));

describe('the list’s state in the address', () => {
  it.each([
    ['', { search_string: '', filter: 'all', page: 1 }],
    ['search=okafor&filter=bounced&page=3', { search_string: 'okafor', filter: 'bounced', page: 3 }],
    ['filter=everything&page=-1', { search_string: '', filter: 'all', page: 1 }],
    ['page=1.5', { search_string: '', filter: 'all', page: 1 }],
    ['page=x', { search_string: '', filter: 'all', page: 1 }],
  ])('is read from %j', (address, state) => {
    expect(stateOf(address)).toEqual(state);
  });

  it('is written beside other parameters, without defaults', () => {
    const address = new URLSearchParams('show=subscribers&page=4&search=old');
    const next = withState(address, { search_string: '', filter: 'unsubscribed', page: 1 });
    expect(String(next)).toBe('show=subscribers&filter=unsubscribed');
    expect(stateOf(String(next))).toEqual({ search_string: '', filter: 'unsubscribed', page: 1 });
  });

  it('goes to the first page when the search or filter changes', () => {
    const state = withCriteria(stateOf('page=7&filter=bounced'), { search_string: 'a' });
    expect(state).toEqual({ search_string: 'a', filter: 'bounced', page: 1 });
    expect([state, stateOf('page=2')].map(areSubscribersNarrowed)).toEqual([true, false]);
  });

  it('shows the range of the current page', () => {
    expect(rangeText(1, 25, 4987)).toBe('1–25 of 4,987');
    expect(rangeText(200, 12, 4987)).toBe('4,976–4,987 of 4,987');
  });
});
