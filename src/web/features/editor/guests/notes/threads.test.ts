import { expect, it } from 'vitest';
import type { NoteThread } from '#contract/notes.ts';
import { twoColumns } from '#test/support/editor/documents.ts';
import { mentionsIn } from './mentions.ts';
import { shownThreads, threadKey } from './threads.ts';
import { unknownName } from './unknown-name.ts';

const { document } = twoColumns(['a', 'b'], ['c']);

function threadOn(name: string | null, resolved_at: string | null = null): NoteThread {
  const block = name === null ? null : { name, type: 'heading' };
  return { id: `thread-${name}`, type: 'note_thread', attributes: { block, resolved_at, notes: [] } };
}

const keys = (threads: readonly NoteThread[], active: string | null = null) => {
  const { open, resolved } = shownThreads(threads, document, active);
  return { open: open.map(threadKey), resolved: resolved.map(threadKey) };
};

it('lists open threads as the blocks are read, the whole newsletter first', () => {
  expect(keys([threadOn('c'), threadOn('b'), threadOn(null)])).toEqual({
    open: ['', 'b', 'c'],
    resolved: [],
  });
});

it('puts what is resolved, and what stood at a deleted block, apart', () => {
  const threads = [threadOn('gone'), threadOn('a', '2026-10-01T10:00:00.000Z'), threadOn('b')];
  expect(keys(threads)).toEqual({ open: ['b'], resolved: ['gone', 'a'] });
});

it('begins a thread where one is to be written, unless its block is not there', () => {
  expect(keys([threadOn('c')], 'a').open).toEqual(['a', 'c']);
  expect(keys([], '').open).toEqual(['']);
  expect(keys([], 'gone')).toEqual({ open: [], resolved: [] });
});

it('finds the colleagues whom words name, the longest name first', () => {
  const colleagues = ['Ivy', 'Ivy Walker', 'Ada Bell', ''].map((name) => ({ id: name, name }));
  expect(mentionsIn('@Ivy Walker and @Ada Bell, mail ada@bell.example', colleagues)).toEqual([
    'Ivy Walker',
    'Ada Bell',
  ]);
  expect(mentionsIn('@Ivy, and @Ivy Walker', colleagues)).toEqual(['Ivy Walker', 'Ivy']);
  expect(mentionsIn('(@ivy walker) mail office@ivy.example', colleagues)).toEqual(['Ivy Walker']);
});

it('says which name reaches nobody', () => {
  const people = [{ name: 'Ivy Walker' }, { name: 'Ada Bell' }, { name: 'Ada Lee' }, { name: '' }];
  const warningFor = (words: string, typed: number | null = null) => unknownName(words, people, typed);
  expect(warningFor('@ivy walker, @Ada Bell: mail ada@bell.example, 5 @ 3')).toBeNull();
  expect(warningFor('Thanks (@Ivvy)')).toBe('No colleague here is called “Ivvy”. Nobody gets a mail of it.');
  expect(warningFor('@Walker?')).toBe('“@Walker” reaches nobody. Please write the whole name: @Ivy Walker.');
  expect(warningFor('@Ada can you')).toBe(
    '“@Ada” reaches nobody. Please write the whole name: @Ada Bell or @Ada Lee.',
  );
  expect(warningFor('Dear @Ad', 8)).toBeNull();
});
