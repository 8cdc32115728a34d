import { describe, expect, test } from 'vitest';
import {
  addressOf,
  directed,
  directionName,
  filtered,
  isNarrowed,
  LIST_DEFAULTS,
  listStateOf,
  searched,
  sortedBy,
} from './list-state.ts';

const stateAt = (address: string) => listStateOf(new URLSearchParams(address));

describe('the list', () => {
  test('shows everything, the latest change first, at the plain address', () => {
    expect(stateAt('')).toEqual({ search_string: '', filter: 'all', order: 'updated_at', direction: 'desc' });
    expect(addressOf(LIST_DEFAULTS).toString()).toBe('');
  });

  test.each([
    'search=harvest&order=title',
    'filter=created',
    'order=created_at&direction=asc',
    'order=title&direction=desc',
  ])('comes back from the address %s', (address) =>
    expect(addressOf(stateAt(address)).toString()).toBe(address),
  );

  test('takes nothing from the address that it does not know', () => {
    expect(stateAt('filter=mine&order=size&direction=up')).toEqual(LIST_DEFAULTS);
  });

  test('is searched by title from A, and goes back to its usual order when the search is cleared', () => {
    const found = searched(filtered(LIST_DEFAULTS, 'published'), ' harvest ');
    expect(found).toEqual({
      search_string: 'harvest',
      filter: 'published',
      order: 'title',
      direction: 'asc',
    });
    expect(searched(found, '')).toEqual({
      search_string: '',
      filter: 'published',
      order: 'updated_at',
      direction: 'desc',
    });
  });

  test('keeps a chosen order while the same words are typed', () => {
    const newest = sortedBy(searched(LIST_DEFAULTS, 'harvest'), 'created_at');
    expect(searched(newest, 'harvest ')).toBe(newest);
  });

  test('sorts titles from A and dates from the newest, and can be turned around', () => {
    expect(sortedBy(LIST_DEFAULTS, 'title').direction).toBe('asc');
    expect(sortedBy(stateAt('order=title'), 'created_at').direction).toBe('desc');
    expect(directed(stateAt('order=title'), 'desc')).toEqual(stateAt('order=title&direction=desc'));
    expect(directionName(stateAt('order=title'))).toBe('A to Z');
    expect(directionName(stateAt('direction=asc'))).toBe('Oldest first');
  });

  test('knows whether it shows less than everything', () => {
    expect(isNarrowed(stateAt('order=title'))).toBe(false);
    expect(isNarrowed(stateAt('filter=created'))).toBe(true);
    expect(isNarrowed(stateAt('search=x'))).toBe(true);
  });
});
