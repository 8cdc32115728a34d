import { expect, it, vi } from 'vitest';
import { createBlock } from '#newsletter/document/document.ts';
import { headingNamed, twoColumns } from '#test/support/editor/documents.ts';
import { addNew, edit } from '#web/features/editor/kernel/state/editor-state.ts';
import { act, createEditorStore, saveBlock } from '#web/features/editor/kernel/state/editor-store.ts';
import { createPendingFiles } from './pending-files.ts';
import { listUnsavedBlocks } from './unsaved-blocks.ts';

it('counts invalid working copies, invalid new blocks and blocks with a pending file', async () => {
  const store = createEditorStore(twoColumns(['a', 'b'], []));
  const files = createPendingFiles();
  const unsaved = () =>
    listUnsavedBlocks({ store, files }).map(({ name, isUploading }) => [name, isUploading]);
  expect(unsaved()).toEqual([]);

  act(store, edit, 'a', { text: 'valid, so it is saved' });
  expect(unsaved()).toEqual([]);
  act(store, edit, 'a', { text: '' });
  act(
    store,
    addNew,
    createBlock('video', () => 'film'),
  );
  const film = files.begin('film', () => undefined);
  const own = files.begin('b', () => undefined);
  expect(unsaved()).toEqual([
    ['a', false],
    ['film', true],
    ['b', true],
  ]);
  expect(listUnsavedBlocks({ store, files }).map(({ label }) => label)).toEqual([
    'Heading 1',
    'Video',
    'Heading 2',
  ]);

  film.failed('No connection');
  own.end();
  saveBlock(store, headingNamed('a', 'typed'));
  // The end of an upload is reported with a delay.
  await vi.waitFor(() => expect(unsaved()).toEqual([['film', false]]), { timeout: 15_000 });
});

it('names the rows that are not finished', () => {
  const store = createEditorStore(twoColumns([], []));
  act(
    store,
    addNew,
    createBlock('event', () => 'dates'),
  );
  const event = (id: string, title: string, description: string) => ({
    ...{ id, title, description },
    date: '2031-10-13',
  });
  act(store, edit, 'dates', {
    rows: [event('a', 'Fair', ''), event('b', 'Play', 'x'), event('c', 'Tea', '')],
  });
  const [unsaved] = listUnsavedBlocks({ store, files: createPendingFiles() });
  expect(unsaved?.rows).toEqual(['Fair', 'Tea']);
});
