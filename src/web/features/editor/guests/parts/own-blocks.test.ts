import { beforeEach, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import { headingNamed } from '#test/support/editor/documents.ts';
import { edit, move, remove, rename, select } from '#web/features/editor/kernel/state/editor-state.ts';
import { act, createEditorStore, type EditorStore } from '#web/features/editor/kernel/state/editor-store.ts';
import { asOthers, guardStore, lastToAddBelow } from '#web/features/editor/kernel/state/rights.ts';
import { rightsInParts } from './own-blocks.ts';

const text = (name: string) => ({ name, type: 'text' as const, value: { html: '<p>Words</p>' } });
const columns = [[text('first'), headingNamed('four'), text('a'), text('b'), headingNamed('five')]];

let store: EditorStore;
let own: string[];
const onRefused = vi.fn();
beforeEach(() => {
  onRefused.mockClear();
  own = ['four'];
  store = createEditorStore({
    title: 'News',
    document: { ...DEFAULT_SETTINGS, layout: 'one_column', columns },
    fresh: [],
  });
  guardStore(store, rights());
});
const rights = () => rightsInParts(store, () => ({ own, others: [] }), onRefused);

it('lets through what is in the person’s parts', () => {
  act(store, select, 'a');
  act(store, edit, 'a', { html: '<p>We built a fort</p>' });
  act(store, move, 'b', 'up');
  act(store, remove, 'a');
  expect(onRefused).not.toHaveBeenCalled();
  expect(store.getState().document.columns[0]?.map((block) => block?.name)).toEqual([
    'first',
    'four',
    'b',
    'five',
  ]);
});

it('refuses the rest, and says so', () => {
  const before = store.getState();
  act(store, select, 'first');
  act(store, rename, 'Mine');
  act(store, remove, 'five');
  act(store, move, 'a', 'up');
  own = [];
  act(store, remove, 'a');
  expect(onRefused).toHaveBeenCalledTimes(5);
  expect(store.getState()).toEqual(before);
});

it('lets through what others have stored', () => {
  asOthers(store, () => act(store, rename, 'Theirs'));
  expect(store.getState().title).toBe('Theirs');
  act(store, rename, 'Mine');
  expect(store.getState().title).toBe('Theirs');
});

it('knows where to add a block', () => {
  const last = () => lastToAddBelow(rights(), store.getState().document);
  expect(last()).toBe('b');
  own = ['five'];
  expect(last()).toBe('five');
  own = ['a'];
  expect(last()).toBeNull();
});
