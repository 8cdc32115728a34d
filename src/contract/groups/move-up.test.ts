import { expect, it } from 'vitest';
import { suggestMoves } from './move-up.ts';

const named = (...names: readonly string[]) => names.map((name) => ({ id: name, name }));
const moves = (...names: readonly string[]) =>
  suggestMoves(named(...names)).map(({ from, to }) => `${from} → ${to ?? '–'}`);

it('moves each year into the next, and lets the last leave', () => {
  expect(moves('Nursery', 'Reception', 'Year 1', 'Year 2', 'Choir')).toEqual([
    'Nursery → Reception',
    'Reception → Year 1',
    'Year 1 → Year 2',
    'Year 2 → –',
  ]);
});

it('keeps the letters of classes, and knows years however they are written', () => {
  expect(moves('3A', '3B', '4a', 'y3', 'Y4')).toEqual(['3A → 4a', '4a → –', 'y3 → Y4', 'Y4 → –']);
});

it('lets nobody leave whose next year is missing, but the last', () => {
  expect(moves('Reception', 'Year 4', 'Year 5', 'Year 6')).toEqual([
    'Year 4 → Year 5',
    'Year 5 → Year 6',
    'Year 6 → –',
  ]);
  expect(moves('Nursery', 'Reception')).toEqual(['Nursery → Reception', 'Reception → –']);
});

it('suggests nothing without two years in a row', () => {
  expect(moves('Year 6', 'Choir')).toEqual([]);
  expect(moves('Choir', 'Staff')).toEqual([]);
});
