import { describe, expect, it } from 'vitest';
import { blockSchema, createBlock, isEmptySpace } from '#newsletter/document/document.ts';
import { headingNamed, namesIn, twoColumns } from '#test/support/editor/documents.ts';
import {
  addNew,
  cancelEditing,
  canMove,
  checkBlock,
  discardChanges,
  duplicate,
  edit,
  isSameContent,
  move,
  moveTo,
  newBlockName,
  remove,
  rename,
  replaceWith,
  savableDocument,
  saveAllChanges,
  savedPart,
  select,
  shownBlock,
  spanColumns,
  tintBehind,
  titleProblem,
  unsavedBlocks,
  unsavedStep,
} from './editor-state.ts';
import { act, beginTitleRun, createEditorStore, redo, saveBlock, undo } from './editor-store.ts';
import { setLayout } from './set-layout.ts';

const opened = () => createEditorStore(twoColumns(['a', 'b'], ['c']));
const fresh = (name: string) => createBlock('heading', () => name);

describe('adding and saving a block', () => {
  it('adds to the next column in turn, selects the block, and sends it only once it is saved', () => {
    const store = opened();
    act(store, addNew, fresh('new'));
    expect(namesIn(store.getState())).toEqual([
      ['a', 'b'],
      ['c', 'new'],
    ]);
    expect(store.getState().selected).toBe('new');
    expect(namesIn({ document: savableDocument(store.getState()) })).toEqual([['a', 'b'], ['c']]);
  });

  it('keeps typed text out of the document until Save changes', () => {
    const store = opened();
    act(store, edit, 'a', { text: 'typed' });
    expect(shownBlock(store.getState(), 'a')).toEqual(headingNamed('a', 'typed'));
    expect(store.temporal.getState().pastStates).toHaveLength(0);

    saveBlock(store, headingNamed('a', 'typed'));
    expect(store.getState().workingCopies).toEqual({});
    expect(store.getState().document.columns[0]?.[0]).toEqual(headingNamed('a', 'typed'));
    undo(store);
    expect(shownBlock(store.getState(), 'a')).toEqual(headingNamed('a'));
  });

  it('has nothing to save if a field repeats its value', () => {
    const store = opened();
    act(store, edit, 'a', { ...headingNamed('a').value });
    expect(unsavedBlocks(store.getState())).toEqual([]);
    act(store, edit, 'a', { text: 'typed' });
    act(store, edit, 'a', { text: 'typed' });
    expect(unsavedBlocks(store.getState())).toEqual([headingNamed('a', 'typed')]);
  });

  it('takes back first what was typed into a block that is not selected', () => {
    const store = opened();
    act(store, select, 'a');
    act(store, edit, 'a', { text: 'one' });
    act(store, edit, 'b', { text: 'two' });
    expect(unsavedStep(store.getState())).toEqual(headingNamed('b', 'two'));
    saveBlock(store, headingNamed('b', 'two'));
    expect(unsavedStep(store.getState())).toEqual(headingNamed('a', 'one'));
    act(store, edit, 'a', { text: '' });
    expect(unsavedStep(store.getState())).toBeNull();
  });

  it('undoes adding and the first save as one step', () => {
    const store = opened();
    act(store, addNew, fresh('new'));
    act(store, edit, 'new', { text: 'Hello' });
    saveBlock(store, headingNamed('new', 'Hello'));
    undo(store);
    expect(namesIn(store.getState())).toEqual([['a', 'b'], ['c']]);
    redo(store);
    expect(shownBlock(store.getState(), 'new')).toEqual(headingNamed('new', 'Hello'));
    expect(store.getState().fresh).toEqual([]);
  });

  it('keeps a step between adding and saving', () => {
    const store = opened();
    act(store, addNew, fresh('new'));
    act(store, move, 'a', 'down');
    saveBlock(store, headingNamed('new', 'Hello'));
    undo(store);
    expect(namesIn(store.getState())[0]).toEqual(['b', 'a']);
    expect(store.getState().fresh).toEqual(['new']);
  });

  it('leaves no trace of a block that was added and cancelled', () => {
    const store = opened();
    const before = savedPart(store.getState());
    act(store, addNew, fresh('new'));
    act(store, edit, 'new', { text: 'x' });
    act(store, cancelEditing, 'new');
    expect(namesIn(store.getState())).toEqual([['a', 'b'], ['c']]);
    expect(store.getState().selected).toBeNull();
    expect(isSameContent(savedPart(store.getState()), before)).toBe(true);
  });

  it('restores the saved value on Cancel and Discard; only Cancel deselects', () => {
    const store = opened();
    act(store, select, 'a');
    act(store, edit, 'a', { text: 'typed' });
    act(store, discardChanges, 'a');
    expect(shownBlock(store.getState(), 'a')).toEqual(headingNamed('a'));
    expect(store.getState().selected).toBe('a');
    act(store, edit, 'a', { text: 'typed' });
    act(store, cancelEditing, 'a');
    expect(shownBlock(store.getState(), 'a')).toEqual(headingNamed('a'));
    expect(store.getState().selected).toBeNull();
  });

  it('ignores a value of another shape', () => {
    const store = opened();
    act(store, edit, 'a', { html: '<p>no heading</p>' });
    expect(store.getState().workingCopies).toEqual({});
  });

  it('edits a stored block that lacks a newer optional setting', () => {
    const store = opened();
    const value = { html: '<p>Hi</p>', background: '#ffffff', color: '#000000', word_break: 'keep-all' };
    const old = blockSchema.parse({ name: 'box', type: 'boxed_text', value });
    if (!isEmptySpace(old)) act(store, addNew, old);
    act(store, edit, 'box', { ...value, background: '#fdf0d5' });
    expect(shownBlock(store.getState(), 'box')?.value).toEqual({ ...value, background: '#fdf0d5' });
    act(store, edit, 'box', { ...value, colours: 'design' });
    act(store, edit, 'box', { ...value, colours: undefined });
    expect(shownBlock(store.getState(), 'box')?.value).toEqual(value);
  });
});

describe('moving, duplicating, deleting', () => {
  it('moves up, down, across and to a place, each one step of the history', () => {
    const store = opened();
    act(store, move, 'b', 'up');
    expect(namesIn(store.getState())).toEqual([['b', 'a'], ['c']]);
    act(store, move, 'b', 'other-column');
    expect(namesIn(store.getState())).toEqual([['a'], ['b', 'c']]);
    act(store, moveTo, 'a', { column: 1, slot: 2 });
    expect(namesIn(store.getState())).toEqual([[], ['b', 'c', 'a']]);
    expect(store.temporal.getState().pastStates).toHaveLength(3);
    undo(store);
    undo(store);
    expect(namesIn(store.getState())).toEqual([['b', 'a'], ['c']]);
  });

  it('changes the layout keeping every block, and undo restores it exactly', () => {
    const store = opened();
    act(store, moveTo, 'b', { column: 0, slot: 3 });
    const before = store.getState().document;
    act(store, edit, 'c', { text: 'typed' });
    act(store, setLayout, 'one_column');
    expect(namesIn(store.getState())).toEqual([['a', 'b', 'c']]);
    expect(shownBlock(store.getState(), 'c')).toEqual(headingNamed('c', 'typed'));
    undo(store);
    expect(store.getState().document).toBe(before);
    redo(store);
    expect(store.getState().document.layout).toBe('one_column');
    act(store, setLayout, 'one_column');
    expect(store.temporal.getState().futureStates).toHaveLength(0);
    expect(store.temporal.getState().pastStates).toHaveLength(2);
  });

  it('adds no step for a move that changes nothing', () => {
    const store = opened();
    act(store, move, 'a', 'up');
    act(store, rename, '  News ');
    act(store, rename, '   ');
    expect(store.temporal.getState().pastStates).toHaveLength(0);
  });

  it('makes one step of typing in the title, and renames at once', () => {
    const store = opened();
    const { title } = store.getState();
    const run = beginTitleRun(store);
    for (const words of ['H', 'Ha', 'Harvest']) run.type(words);
    expect(store.getState().title).toBe('Harvest');
    run.end();
    run.end();
    act(store, move, 'a', 'down');
    expect(store.temporal.getState().pastStates).toHaveLength(2);
    undo(store);
    undo(store);
    expect(store.getState().title).toBe(title);
    redo(store);
    expect(store.getState().title).toBe('Harvest');
  });

  it('keeps the last valid title while typing an invalid one, and adds no step for returning to it', () => {
    const store = opened();
    const { title } = store.getState();
    const run = beginTitleRun(store);
    for (const words of ['H', '  ', 'x'.repeat(201)]) run.type(words);
    expect(store.getState().title).toBe(title);
    expect(store.getState().isTitleUnfinished).toBe(true);
    run.type('Harvest');
    expect(store.getState().isTitleUnfinished).toBe(false);
    run.type('  ');
    run.end();
    expect(store.getState().isTitleUnfinished).toBe(false);
    run.cancel();
    run.end();
    expect(store.getState().title).toBe(title);
    expect(store.temporal.getState().pastStates).toHaveLength(0);
    expect([titleProblem('  '), titleProblem('x'.repeat(201)), titleProblem('Harvest')]).toEqual([
      'Field is required',
      'Limit is 200 symbols',
      null,
    ]);
  });

  it('duplicates a block with its working copy', () => {
    const store = opened();
    act(store, edit, 'a', { text: 'typed' });
    act(store, duplicate, 'a', 'copy');
    expect(namesIn(store.getState())[0]).toEqual(['a', 'copy', 'b']);
    expect(shownBlock(store.getState(), 'copy')).toEqual(headingNamed('copy', 'typed'));
    expect(store.getState().selected).toBe('copy');
  });

  it('drops working copies of blocks that undo removed or changed', () => {
    const store = opened();
    act(store, rename, 'Other');
    saveBlock(store, headingNamed('a', 'saved'));
    act(store, edit, 'a', { text: 'typed over it' });
    act(store, edit, 'b', { text: 'typed beside it' });
    undo(store);
    expect(Object.keys(store.getState().workingCopies)).toEqual(['b']);
    act(store, remove, 'c');
    act(store, select, 'b');
    undo(store);
    expect(store.getState().selected).toBe('b');
  });

  it.each([
    ['cancelled', cancelEditing],
    ['deleted', remove],
  ] as const)('restores the working copy of a block that was %s', (_how, removeBlock) => {
    const store = createEditorStore(twoColumns(['a'], []));
    act(
      store,
      addNew,
      createBlock('heading', () => 'new'),
    );
    act(store, edit, 'new', { text: 'Typed for minutes' });
    act(store, removeBlock, 'new');
    expect(store.getState().workingCopies).toEqual({});
    undo(store);
    expect(store.getState().workingCopies).toEqual({ new: headingNamed('new', 'Typed for minutes') });
    // The same when adding it is undone and redone.
    undo(store);
    expect(store.getState().workingCopies).toEqual({});
    redo(store);
    expect(store.getState().workingCopies).toEqual({ new: headingNamed('new', 'Typed for minutes') });
  });

  it('restores what was typed over a step once the step is redone', () => {
    const store = opened();
    const copies = () => store.getState().workingCopies;
    saveBlock(store, headingNamed('a', 'first'));
    saveBlock(store, headingNamed('a', 'second'));
    act(store, edit, 'a', { text: 'over the second' });
    undo(store);
    expect(copies()).toEqual({});
    act(store, edit, 'a', { text: 'over the first' });
    undo(store);
    expect(copies()).toEqual({});
    redo(store);
    expect(copies()).toEqual({ a: headingNamed('a', 'over the first') });
    redo(store);
    expect(copies()).toEqual({ a: headingNamed('a', 'over the second') });
  });

  it('undo restores mine after theirs was taken', () => {
    const store = opened();
    act(store, replaceWith, twoColumns(['theirs'], []));
    expect(namesIn(store.getState())).toEqual([['theirs'], []]);
    undo(store);
    expect(namesIn(store.getState())).toEqual([['a', 'b'], ['c']]);
  });
});

describe('unsaved blocks', () => {
  it('saves all valid working copies and leaves the others', () => {
    const store = opened();
    act(store, edit, 'a', { text: 'good' });
    act(store, edit, 'b', { text: '   ' });
    act(store, addNew, fresh('new'));
    act(store, saveAllChanges);
    expect(unsavedBlocks(store.getState()).map(({ name }) => name)).toEqual(['b', 'new']);
    expect(store.getState().document.columns[0]?.[0]).toEqual(headingNamed('a', 'good'));
  });

  it('reports a block’s problems by field path', () => {
    const event = { id: 'r', title: '', description: 'x', date: '2026-13-01' };
    const { block, problems } = checkBlock({ name: 'e', type: 'event', value: { rows: [event] } });
    expect(block).toBeNull();
    expect(problems).toMatchObject({ 'rows.0.title': 'Required' });
    expect(Object.keys(problems)).toContain('rows.0.date');
  });

  it('refuses an empty footer, which the schema alone accepts', () => {
    expect(checkBlock({ name: 'f', type: 'footer', value: { text: ' ' } }).block).toBeNull();
    expect(checkBlock({ name: 'f', type: 'footer', value: { text: 'See you' } }).block).not.toBeNull();
  });

  it('cleans what it accepts', () => {
    const { block } = checkBlock({
      name: 't',
      type: 'text',
      value: { html: '<p onclick="x()">Hi<script>1</script></p>' },
    });
    expect(block?.value).toEqual({ html: '<p>Hi</p>' });
  });

  it('makes unique names', () => {
    const names = Array.from({ length: 200 }, () => newBlockName('text'));
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the colour behind a block', () => {
  const tints = (store: ReturnType<typeof opened>) =>
    store.getState().document.columns.map((column) => column.map((block) => block?.tint ?? null));

  it('is behind all blocks of its columns, in one step', () => {
    const store = opened();
    act(store, tintBehind, 'a', 'soft');
    expect(tints(store)).toEqual([['soft', 'soft'], ['soft']]);
    undo(store);
    expect(tints(store)).toEqual([[null, null], [null]]);
  });

  it('is behind a block across both columns alone, and can be taken away', () => {
    const store = opened();
    act(store, spanColumns, 'b', true);
    act(store, tintBehind, 'b', 'bold');
    expect(tints(store)).toEqual([[null, 'bold'], [null]]);
    act(store, tintBehind, 'b', null);
    expect(tints(store)).toEqual([[null, null], [null]]);
  });
});

describe('full width', () => {
  it('spans both columns and comes back, each in one step', () => {
    const store = opened();
    act(store, spanColumns, 'b', true);
    expect(store.getState().document.columns[0]?.find((block) => block?.name === 'b')?.wide).toBe(true);
    expect(store.temporal.getState().pastStates).toHaveLength(1);
    undo(store);
    expect(store.getState().document.columns[0]?.[1]).toEqual(headingNamed('b'));
    redo(store);
    act(store, spanColumns, 'b', false);
    expect(store.getState().document.columns[0]?.some((block) => block?.wide)).toBe(false);
  });

  it('keeps what is typed in the block, also when it is undone', () => {
    const store = opened();
    act(store, edit, 'b', { text: 'typed' });
    act(store, spanColumns, 'b', true);
    undo(store);
    expect(shownBlock(store.getState(), 'b')).toEqual(headingNamed('b', 'typed'));
  });

  it('lets a block go past a wide one where its column ends', () => {
    const store = opened();
    act(store, spanColumns, 'b', true);
    const { document } = store.getState();
    expect(['a', 'b', 'c'].map((name) => canMove(document, name, 'down'))).toEqual([true, false, true]);
    expect(['a', 'b', 'c'].map((name) => canMove(document, name, 'up'))).toEqual([false, true, false]);
  });
});
