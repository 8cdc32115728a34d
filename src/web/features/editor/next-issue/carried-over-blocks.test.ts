import { expect, it } from 'vitest';
import { type Block, DEFAULT_SETTINGS } from '#newsletter/document/document.ts';
import { edit, saveChanges } from '#web/features/editor/state/editor-state.ts';
import { act, createEditorStore, undo } from '#web/features/editor/state/editor-store.ts';
import { originOf, removeExamples, stillWords, untouchedIn } from './carried-over-blocks.ts';

const row = (id: string, title: string) => ({ id, title, description: 'In the hall', date: '2026-12-03' });
const words: Block = { name: 'words', type: 'text', value: { html: '<p>Dear families</p>' } };
const invented = [row('a', 'Class assembly'), row('b', 'Parents’ evening')];
const dates: Block<'event'> = { name: 'dates', type: 'event', value: { rows: invented, order: 'date' } };
const examples = {
  examples: new Set(['words', 'dates', 'all']),
  day: '29 November',
  blocks: new Map<string, Block>([words, dates].map((block) => [block.name, block])),
  rows: new Map([['dates', new Set(invented.map(({ id: _, ...content }) => JSON.stringify(content)))]]),
  dates: [],
  exampleDates: [],
  kept: new Set<string>(),
};

it('asks about the classes that are still invented, and removes those alone', () => {
  const classes = [96, 97].map((percents, index) => ({ id: `c${index}`, name: `Class ${index}`, percents }));
  const attendance: Block<'attendance'> = {
    name: 'all',
    type: 'attendance',
    value: { rows: classes, background: '#ffffff' },
  };
  const document = { ...DEFAULT_SETTINGS, layout: 'one_column' as const, columns: [[attendance]] };
  const store = createEditorStore({ title: 'News', document, fresh: [] });
  const contents = classes.map(({ id: _, ...content }) => JSON.stringify(content));
  const marks = {
    ...examples,
    blocks: new Map([['all', attendance]]),
    rows: new Map([['all', new Set(contents)]]),
  };
  const value = {
    ...attendance.value,
    rows: [{ id: 'c0', name: 'Class 0', percents: 91 }, ...classes.slice(1)],
  };
  act(store, edit, 'all', value);
  act(store, saveChanges, { ...attendance, value });
  expect(untouchedIn(marks, store.getState()).map(({ name }) => name)).toEqual(['all']);
  act(store, removeExamples, marks);
  expect(store.getState().document.columns.flat()).toMatchObject([{ value: { rows: [{ percents: 91 }] } }]);
  expect(untouchedIn(marks, store.getState())).toEqual([]);
});

it('lists a block of dates while one of them is invented, and removes those alone', () => {
  const document = { ...DEFAULT_SETTINGS, layout: 'one_column' as const, columns: [[words, dates]] };
  const store = createEditorStore({ title: 'News', document, fresh: [] });
  const left = () => untouchedIn(examples, store.getState()).map(({ name }) => name);
  expect(left()).toEqual(['words', 'dates']);
  const rows = [row('a', 'The Year 2 play'), row('b', 'Parents’ evening')];
  const value = { ...dates.value, rows };
  act(store, edit, 'dates', value);
  act(store, saveChanges, { ...dates, value });
  expect(left()).toEqual(['words', 'dates']);
  act(store, removeExamples, examples);
  expect(left()).toEqual([]);
  const shown = () => store.getState().document.columns.flat();
  expect(shown()).toMatchObject([{ name: 'dates', value: { rows: [{ title: 'The Year 2 play' }] } }]);
  expect(shown()).toHaveLength(1);
  undo(store);
  expect(left()).toEqual(['words', 'dates']);
});

it('tells examples from what an issue before had, and removes them alone', () => {
  const document = { ...DEFAULT_SETTINGS, layout: 'one_column' as const, columns: [[words, dates]] };
  const store = createEditorStore({ title: 'News', document, fresh: [] });
  const both = { ...examples, examples: new Set(['dates']) };
  const said = () => {
    const blocks = untouchedIn(both, store.getState());
    return stillWords(originOf(both, blocks), blocks.length);
  };
  expect(said()).toBe('2 blocks are still examples or as on 29 November');
  act(store, removeExamples, both);
  expect(said()).toBe('1 block is still as on 29 November');
});
