import { expect, it } from 'vitest';
import { changedWords } from './changed-words.ts';

const marked = (before: string, after: string) =>
  changedWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `[+${text}]` : `[-${text}]`))
    .join('');

it.each([
  ['We filled eleven crates.', 'We filled fourteen crates.', 'We filled [-eleven ][+fourteen ]crates.'],
  ['15:20 on Friday', '15:30 on Friday', '[-15:20 ][+15:30 ]on Friday'],
  ['One', 'One two', 'One [+two]'],
  ['One two', 'One', 'One[-two]'],
  ['A\nB\nC', 'A\nC', 'A\n[-B\n]C'],
  ['', 'New', '[+New]'],
  ['Gone', '', '[-Gone]'],
  ['Same', 'Same', 'Same'],
])('marks %j → %j as %j', (before, after, wanted) => {
  expect(marked(before, after)).toBe(wanted);
});

it('keeps the later text to the letter', () => {
  const [before, after] = ['  one  two\nthree ', 'one two \n four  three'];
  const kept = changedWords(before, after).filter(({ kind }) => kind !== 'removed');
  expect(kept.map(({ text }) => text).join('')).toBe(after);
});

it('takes a text with hardly a word in common for another one', () => {
  const text = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word}${at}`).join(' ');
  const [before, after] = [text('a'), text('b')];
  expect(changedWords(before, after)).toEqual([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]);
});
