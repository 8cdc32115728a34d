import { describe, expect, it } from 'vitest';
import type { Block } from '#newsletter/document/document.ts';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import { edit, saveChanges } from '#web/features/editor/kernel/state/editor-state.ts';
import { act, createEditorStore, undo } from '#web/features/editor/kernel/state/editor-store.ts';
import type { CarriedOver } from './carried-over.ts';
import { blocksOrigin, remainingWords, stillWords, untouchedIn } from './carried-over-blocks.ts';
import { datesToSettle, removeExamples, stayingHeadings } from './remove-examples.ts';

const row = (id: string, title: string) => ({ id, title, description: 'In the hall', date: '2026-12-03' });
const words: Block = { name: 'words', type: 'text', value: { html: '<p>Dear families</p>' } };
const invented = [row('a', 'Class assembly'), row('b', 'Parents’ evening')];
const dates: Block<'event'> = { name: 'dates', type: 'event', value: { rows: invented, order: 'date' } };
const examples: CarriedOver = {
  examples: new Set(['words', 'dates', 'all']),
  day: '29 November',
  blocks: new Map<string, Block>([words, dates].map((block) => [block.name, block])),
  rows: new Map([['dates', new Set(invented.map(({ id: _, ...content }) => JSON.stringify(content)))]]),
  fields: new Map(),
  dates: [],
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
  act(store, removeExamples, marks, 'en');
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
  act(store, removeExamples, examples, 'en');
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
  const message = () => {
    const blocks = untouchedIn(both, store.getState());
    return stillWords(blocksOrigin(both, blocks), blocks.length);
  };
  expect(message()).toBe('2 blocks are still examples or as on 29 November');
  act(store, removeExamples, both, 'en');
  expect(message()).toBe('1 block is still as on 29 November');
});

describe('a date that its author has changed in part', () => {
  const example = { ...row('a', 'Class assembly'), time: '09:10', end: '09:40', place: 'School hall' };
  const { title, date, place, description } = example;
  const marks: CarriedOver = {
    ...examples,
    rows: new Map(),
    blocks: new Map(),
    fields: new Map([['dates', new Map([['a', { title, date, place, description, time: '09:10–09:40' }]])]]),
  };
  function openWith(changed: object) {
    const rows = [{ ...example, ...changed }, row('c', 'Our own')];
    const block: Block<'event'> = { name: 'dates', type: 'event', value: { rows } };
    const document = { ...DEFAULT_SETTINGS, layout: 'one_column' as const, columns: [[block]] };
    const store = createEditorStore({ title: 'News', document, fresh: [] });
    const left = untouchedIn(marks, store.getState());
    const rowsLeft = () => {
      act(store, removeExamples, marks, 'en');
      return store
        .getState()
        .document.columns.flat()
        .map((each) => each?.value);
    };
    return {
      words: left.flatMap((each) => remainingWords(marks, each)),
      settle: datesToSettle(marks, left),
      rowsLeft,
    };
  }

  it('says what is left of the example, and loses that alone', () => {
    const { words, settle, rowsLeft } = openWith({ title: 'Year 3 assembly', date: '2026-12-10' });
    expect(words).toEqual(['Year 3 assembly: time, place, description']);
    expect(settle).toEqual([]);
    const kept = {
      id: 'a',
      title: 'Year 3 assembly',
      date: '2026-12-10',
      description: 'Please note this date.',
    };
    expect(rowsLeft()).toEqual([{ rows: [kept, row('c', 'Our own')] }]);
  });

  it('stays while its day is the example’s', () => {
    const { words, settle, rowsLeft } = openWith({ title: 'Year 3 assembly' });
    expect(words).toEqual(['Year 3 assembly: date, time, place, description']);
    expect(settle).toEqual(['Year 3 assembly']);
    expect(rowsLeft()).toMatchObject([{ rows: [{ place: 'School hall' }, { id: 'c' }] }]);
  });

  it('is its author’s own once all but its title is', () => {
    const own = { date: '2026-12-10', time: '10:00', place: undefined, description: 'Bring a hat.' };
    expect(openWith(own).words).toEqual([]);
    expect(openWith({ place: undefined }).rowsLeft()).toEqual([{ rows: [row('c', 'Our own')] }]);
  });
});

it('leaves the school’s details at the foot, and headings of what is the school’s own', () => {
  const heading = (name: string): Block => ({ name, type: 'heading', value: { text: name } });
  const text = (name: string): Block => ({ name, type: 'text', value: { html: `<p>${name}</p>` } });
  const footer: Block = { name: 'foot', type: 'footer', value: { text: 'The next bulletin is on Friday.' } };
  const wide = { ...heading('above'), wide: true as const };
  const left = [wide, heading('one'), text('own'), heading('two'), text('invented'), footer];
  const columns = [left, [null, heading('three'), text('also'), heading('four')]];
  const document = { ...DEFAULT_SETTINGS, layout: 'two_columns_center' as const, columns };
  const store = createEditorStore({ title: 'News', document, fresh: [] });
  const invented = columns.flat().filter((block) => block !== null && block.name !== 'own');
  const marks: CarriedOver = {
    ...examples,
    examples: new Set(invented.map((block) => block?.name ?? '')),
    blocks: new Map(invented.flatMap((block) => (block === null ? [] : [[block.name, block]]))),
    rows: new Map(),
  };
  expect(stayingHeadings(store.getState(), marks)).toEqual(['one']);
  act(store, removeExamples, marks, 'en');
  const shown = store
    .getState()
    .document.columns.flat()
    .flatMap((block) => block ?? []);
  expect(shown.map(({ name }) => name)).toEqual(['one', 'own', 'foot']);
  expect(shown.at(-1)).toMatchObject({ value: { text: '' } });
});
