import { expect, it } from 'vitest';
import { findBlock } from '#newsletter/document/layout.ts';
import { headingNamed, twoColumns } from '#test/support/editor/documents.ts';
import { addNew, discardChanges, edit, type Saved } from '#web/features/editor/kernel/state/editor-state.ts';
import { act, createEditorStore } from '#web/features/editor/kernel/state/editor-store.ts';
import { toSave } from './to-save.ts';

const opened = twoColumns(['a'], []);
const TOO_LONG = { text: 'Harvest '.repeat(100) };
const wordsOf = (saved: Saved, name = 'a') => findBlock(saved.document, name)?.value;

it('leaves a block that is not finished any more as it was sent last', () => {
  const store = createEditorStore(opened);
  const save = (last: Saved) => toSave(store.getState(), last);
  act(store, edit, 'a', { text: 'Harvest' });
  const sent = save(opened);
  act(store, edit, 'a', TOO_LONG);
  expect(wordsOf(save(sent))).toEqual({ text: 'Harvest' });
  // The same object, so that there is nothing to save.
  expect(save(sent)).toBe(save(sent));
  act(store, discardChanges, 'a');
  expect(wordsOf(save(sent))).toEqual(wordsOf(opened));
});

it('leaves a new block that is not finished any more as it was sent last', () => {
  const store = createEditorStore(opened);
  const save = (last: Saved) => toSave(store.getState(), last);
  act(store, addNew, headingNamed('b', ''));
  expect(save(opened).fresh).toEqual(['b']);
  act(store, edit, 'b', { text: 'Clubs' });
  const sent = save(opened);
  act(store, edit, 'b', TOO_LONG);
  expect(save(sent).fresh).toEqual([]);
  expect(wordsOf(save(sent), 'b')).toEqual({ text: 'Clubs' });
});
