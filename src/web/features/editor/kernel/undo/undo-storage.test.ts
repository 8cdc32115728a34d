import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Block, createBlock } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import { headingNamed, namesIn, twoColumns } from '#test/support/editor/documents.ts';
import { personOf } from '#test/support/web/app.tsx';
import type { Opened } from '#web/features/editor/kernel/opened.ts';
import {
  addNew,
  edit,
  isSameContent,
  move,
  remove,
  rename,
  type Saved,
  savedPart,
  shownBlock,
} from '#web/features/editor/kernel/state/editor-state.ts';
import {
  act,
  createEditorStore,
  type EditorStore,
  redo,
  saveBlock,
  undo,
} from '#web/features/editor/kernel/state/editor-store.ts';
import { setLayout } from '#web/features/editor/kernel/state/set-layout.ts';
import { createSaver } from '#web/features/editor/saving/saver.ts';
import { beginSession, endSession } from '#web/session/session.ts';
import { persistUndo, restoreUndo } from './persist-undo.ts';
import { openUndoStorage } from './undo-storage.ts';

const at = new Date('2026-11-21T10:00:00Z');
const openedAs = (saved: Saved, version = 1): Opened => ({
  id: 'one',
  saved,
  version,
  at,
  publicState: 'draft',
  footerText: '',
  missing: [],
  carriedOver: null,
});
// The newsletter after a reload: equal, but no object is the same.
const copyOf = (saved: Saved): Saved => structuredClone(saved);

function persist(store: EditorStore, version = 1): void {
  const saver = createSaver({ saved: savedPart(store.getState()), version, at }, () => new Promise(() => {}));
  const stop = persistUndo(store, saver, openUndoStorage('me', 'one'));
  // Triggers the subscription: only changes are written.
  store.temporal.setState({ ...store.temporal.getState() });
  stop();
}
function reopen(saved: Saved, version = 1): EditorStore {
  const store = createEditorStore(saved);
  restoreUndo(store, openUndoStorage('me', 'one'), openedAs(saved, version));
  return store;
}
const steps = (store: EditorStore) => {
  const { pastStates, futureStates } = store.temporal.getState();
  return [pastStates.length, futureStates.length];
};

/** A store after every kind of step that can be undone. */
function editedStore(): EditorStore {
  const store = createEditorStore(twoColumns(['a', 'b'], ['c']));
  saveBlock(store, headingNamed('a', 'Typed'));
  act(store, move, 'b', 'up');
  act(store, rename, 'Winter news');
  act(store, setLayout, 'one_column');
  act(store, remove, 'c');
  act(store, remove, 'a');
  undo(store);
  return store;
}

beforeEach(() => beginSession({ accessToken: 'token', user: personOf(), value: 1 }, false));
afterEach(() => {
  endSession();
  vi.restoreAllMocks();
});

describe('after a reload', () => {
  it('undo and redo work through text, moves, title, layout and deletes', () => {
    const before = editedStore();
    persist(before);
    const store = reopen(copyOf(savedPart(before.getState())));
    expect(steps(store)).toEqual([5, 1]);

    redo(store);
    expect(namesIn(store.getState())).toEqual([['b']]);
    undo(store);
    undo(store);
    expect(namesIn(store.getState())).toEqual([['b', 'a', 'c']]);
    undo(store);
    expect(store.getState().document.layout).toBe('two_columns_center');
    expect(store.getState().title).toBe('Winter news');
    undo(store);
    expect(store.getState().title).toBe('News');
    undo(store);
    expect(namesIn(store.getState())).toEqual([['a', 'b'], ['c']]);
    expect(findBlock(store.getState().document, 'a')).toEqual(headingNamed('a', 'Typed'));
    undo(store);
    expect(savedPart(store.getState())).toEqual(twoColumns(['a', 'b'], ['c']));
  });

  it('undo keeps the working copies of other blocks', () => {
    const before = editedStore();
    persist(before);
    const store = reopen(copyOf(savedPart(before.getState())));
    act(store, edit, 'b', { text: 'half a sen' });
    undo(store);
    expect(shownBlock(store.getState(), 'b')).toEqual(headingNamed('b', 'half a sen'));
  });

  it('undo restores a deleted block that was never saved', () => {
    const before = createEditorStore(twoColumns(['a'], []));
    act(
      before,
      addNew,
      createBlock('image', () => 'new'),
    );
    act(before, remove, 'new');
    persist(before);
    const store = reopen(copyOf(savedPart(before.getState())));
    undo(store);
    expect(store.getState().fresh).toEqual(['new']);
    expect(findBlock(store.getState().document, 'new')?.value).toEqual({ url: '' });
  });
});

describe('stored steps', () => {
  it('are deleted if somebody else saved in the meantime', () => {
    const before = editedStore();
    persist(before, 3);
    const saved = copyOf(savedPart(before.getState()));
    expect(steps(reopen({ ...saved, title: 'Theirs' }, 4))).toEqual([0, 0]);
    // And they stay deleted.
    expect(steps(reopen(saved, 3))).toEqual([0, 0]);
  });

  it('are kept if only the answer to a save was lost', () => {
    const before = editedStore();
    persist(before, 3);
    expect(steps(reopen(copyOf(savedPart(before.getState())), 4))).toEqual([5, 1]);
  });

  it('are deleted with the session, and not written after it', () => {
    const store = editedStore();
    persist(store);
    expect(openUndoStorage('me', 'one').read(savedPart(store.getState()))).not.toBeNull();
    endSession();
    expect(sessionStorage).toHaveLength(0);
    persist(store);
    expect(sessionStorage).toHaveLength(0);
  });

  it('belong to one person and one newsletter', () => {
    const store = editedStore();
    persist(store);
    const now = savedPart(store.getState());
    expect(openUndoStorage('somebody', 'one').read(now)).toBeNull();
    expect(openUndoStorage('me', 'two').read(now)).toBeNull();
  });

  it('are ignored if they cannot be read', () => {
    const store = editedStore();
    persist(store);
    const [key = ''] = Object.keys(sessionStorage).filter((each) => each.includes('history'));
    const whole = sessionStorage.getItem(key) ?? '';
    const now = savedPart(store.getState());
    for (const broken of [
      '',
      '{',
      '{}',
      whole.slice(0, -9),
      whole.replace('"columns":[[0', '"columns":[[99'),
    ]) {
      sessionStorage.setItem(key, broken);
      expect(openUndoStorage('me', 'one').read(now)).toBeNull();
    }
  });
});

describe('the limit of stored steps', () => {
  it('keeps the nearest steps, as many as fit', () => {
    const textNamed = (step: number): Block<'text'> => ({
      name: 'a',
      type: 'text',
      value: { html: `<p>${step} ${'x'.repeat(4000)}</p>` },
    });
    const store = createEditorStore({
      title: 'News',
      document: { ...DEFAULT_SETTINGS, layout: 'one_column', columns: [[textNamed(0)]] },
      fresh: [],
    });
    for (let step = 1; step < 150; step += 1) saveBlock(store, textNamed(step));
    persist(store);
    const [key = ''] = Object.keys(sessionStorage).filter((each) => each.includes('history'));
    expect(sessionStorage.getItem(key)?.length).toBeLessThan(256 * 1024);
    const kept = reopen(copyOf(savedPart(store.getState())));
    const [past = 0] = steps(kept);
    expect(past).toBeGreaterThan(10);
    undo(kept);
    expect(shownBlock(kept.getState(), 'a')).toEqual(textNamed(148));
  });

  it('deletes other newsletters’ steps when the storage is full', () => {
    const store = editedStore();
    const undoStorage = openUndoStorage('me', 'two');
    undoStorage.write({ past: [], present: savedPart(store.getState()), future: [], version: 1 });
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    persist(store);
    expect(setItem).toHaveBeenCalledTimes(2);
    expect(steps(reopen(copyOf(savedPart(store.getState()))))).toEqual([5, 1]);
    expect(undoStorage.read(savedPart(store.getState()))).toBeNull();
  });
});

it('reads back equal steps', () => {
  const store = editedStore();
  persist(store);
  const present = savedPart(store.getState());
  const kept = openUndoStorage('me', 'one').read(copyOf(present));
  expect(kept && isSameContent(kept.present, present)).toBe(true);
  expect(kept?.past).toEqual(store.temporal.getState().pastStates);
  expect(kept?.future).toEqual(store.temporal.getState().futureStates);
});
