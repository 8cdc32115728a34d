import { expect, it } from 'vitest';
import { doing, peopleIn } from './people.ts';

const at = (person: string, name: string, window: string, block: string | null = null) => ({
  window,
  person_id: person,
  person_name: name,
  block,
});

it('shows each person once, where they write, and writers first', () => {
  const people = peopleIn(
    [
      at('1', 'Ada', 'a'),
      at('2', 'Ivy Mary Walker', 'b'),
      at('2', 'Ivy Mary Walker', 'c', 'days'),
      at('3', 'me@school.example', 'd'),
    ],
    '3',
  );
  expect(people.map(({ initials, block }) => [initials, block])).toEqual([
    ['IW', 'days'],
    ['A', null],
    ['M', null],
  ]);
  expect(people.map((person) => doing(person, 'Dates'))).toEqual([
    'Ivy Mary Walker is editing Dates',
    'Ada is reading',
    'You are reading in another window',
  ]);
});
