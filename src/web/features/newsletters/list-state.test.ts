import { describe, expect, test } from 'vitest';
import {
  addressOf,
  directionName,
  isNarrowed,
  LIST_DEFAULTS,
  listStateOf,
  withDirection,
  withFilter,
  withOrder,
  withSearch,
} from './list-state.ts';

const stateAt = (address: string) => listStateOf(new URLSearchParams(address));

describe('the state of the list', () => {
  test('defaults to all newsletters, most recently changed first', () => {
    expect(stateAt('')).toEqual({ search_string: '', filter: 'all', order: 'updated_at', direction: 'desc' });
    expect(addressOf(LIST_DEFAULTS).toString()).toBe('');
  });

  test.each([
    'search=harvest&order=title',
    'filter=created',
    'order=created_at&direction=asc',
    'order=title&direction=desc',
  ])('survives a round trip through the address %s', (address) =>
    expect(addressOf(stateAt(address)).toString()).toBe(address),
  );

  test('ignores unknown values in the address', () => {
    expect(stateAt('filter=mine&order=size&direction=up')).toEqual(LIST_DEFAULTS);
  });

  test('sorts by title while searching, and restores the default order after', () => {
    const found = withSearch(withFilter(LIST_DEFAULTS, 'published'), ' harvest ');
    expect(found).toEqual({
      search_string: 'harvest',
      filter: 'published',
      order: 'title',
      direction: 'asc',
    });
    expect(withSearch(found, '')).toEqual({
      search_string: '',
      filter: 'published',
      order: 'updated_at',
      direction: 'desc',
    });
  });

  test('keeps a chosen order while the search stays the same', () => {
    const newest = withOrder(withSearch(LIST_DEFAULTS, 'harvest'), 'created_at');
    expect(withSearch(newest, 'harvest ')).toBe(newest);
  });

  test('sorts titles from A and dates from the newest, and can be reversed', () => {
    expect(withOrder(LIST_DEFAULTS, 'title').direction).toBe('asc');
    expect(withOrder(stateAt('order=title'), 'created_at').direction).toBe('desc');
    expect(withDirection(stateAt('order=title'), 'desc')).toEqual(stateAt('order=title&direction=desc'));
    expect(directionName(stateAt('order=title'))).toBe('A to Z');
    expect(directionName(stateAt('direction=asc'))).toBe('Oldest first');
  });

  test('is narrowed by a search or a filter', () => {
    expect(isNarrowed(stateAt('order=title'))).toBe(false);
    expect(isNarrowed(stateAt('filter=created'))).toBe(true);
    expect(isNarrowed(stateAt('search=x'))).toBe(true);
  });
});
