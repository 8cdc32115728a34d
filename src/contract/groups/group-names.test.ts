import { expect, it } from 'vitest';
import { compareGroupNames, groupKey } from './group-names.ts';

it('takes names that differ in case and spaces only for one', () => {
  expect(groupKey(' Year  4 ')).toBe(groupKey('year 4'));
  expect(groupKey('École')).toBe(groupKey('ÉCOLE'));
  expect(groupKey('Year 4')).not.toBe(groupKey('Year 5'));
});

it('lists years as children go through them, then the others', () => {
  const names = ['Choir', 'Year 10', 'Breakfast club', 'Year 2', 'Reception', 'Nursery', '2B', 'Y1'];
  expect(names.sort(compareGroupNames)).toEqual([
    'Nursery',
    'Reception',
    'Y1',
    '2B',
    'Year 2',
    'Year 10',
    'Breakfast club',
    'Choir',
  ]);
});
