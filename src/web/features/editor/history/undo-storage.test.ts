import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Block, createBlock } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { relayout } from '#web/features/editor/header/change-layout.ts';
import type { Opened } from '#web/features/editor/saving/newsletter-calls.ts';
import { createSaver } from '#web/features/editor/saving/saver.ts';
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
} from '#web/features/editor/state/editor-state.ts';
import {
  act,
  createEditorStore,
  type EditorStore,
  redo,
  saveBlock,
  undo,
} from '#web/features/editor/state/editor-store.ts';
import { columnsOf, headingNamed, namesIn } from '#web/features/editor/test-documents.ts';
import { beginSession, endSession } from '#web/session/session.ts';
import { personOf } from '#web/testing/test-app.tsx';
import { persistUndo, restoreUndo } from './persist-undo.ts';
import { openUndoStorage } from './undo-storage.ts';

const at = new Date('2026-11-21T10:00:00Z');
const openedAs = (saved: Saved, version = 1): Opened => ({
  id: 'one',
  saved,
  version,
  at,
  standing: 'draft',
  footerText: '',
  missing: [],
});
// What the server gives after a reload: the same newsletter, nothing of it the same object.
const again = (saved: Saved): Saved => structuredClone(saved);

function keptIn(store: EditorStore, version = 1): void {
  const saver = createSaver({ saved: savedPart(store.getState()), version, at }, () => new Promise(() => {}));
  const stop = persistUndo(store, saver, openUndoStorage('me', 'one'));
  // Something must have happened for there to be something to keep.
  store.temporal.setState({ ...store.temporal.getState() });
  stop();
}
function reloaded(saved: Saved, version = 1): EditorStore {
  const store = createEditorStore(saved);
  restoreUndo(store, openUndoStorage('me', 'one'), openedAs(saved, version));
  return store;
}
const steps = (store: EditorStore) => {
  const { pastStates, futureStates } = store.temporal.getState();
  return [pastStates.length, futureStates.length];
};

/** A newsletter in which everything has been done that can be undone. */
function worked(): EditorStore {
  const store = createEditorStore(columnsOf(['a', 'b'], ['c']));
  saveBlock(store, headingNamed('a', 'Typed'));
  act(store, move, 'b', 'up');
  act(store, rename, 'Winter news');
  act(store, relayout, 'one_column');
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
  it('undo and redo go on through text, moves, title, layout and deletes', () => {
    const before = worked();
    keptIn(before);
    const store = reloaded(again(savedPart(before.getState())));
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
    expect(savedPart(store.getState())).toEqual(columnsOf(['a', 'b'], ['c']));
  });

  it('a working copy of a block that the step is not about stays', () => {
    const before = worked();
    keptIn(before);
    const store = reloaded(again(savedPart(before.getState())));
    act(store, edit, 'b', { text: 'half a sen' });
    undo(store);
    expect(shownBlock(store.getState(), 'b')).toEqual(headingNamed('b', 'half a sen'));
  });

  it('a block that was never saved comes back as it was', () => {
    const before = createEditorStore(columnsOf(['a'], []));
    act(
      before,
      addNew,
      createBlock('image', () => 'new'),
    );
    act(before, remove, 'new');
    keptIn(before);
    const store = reloaded(again(savedPart(before.getState())));
    undo(store);
    expect(store.getState().fresh).toEqual(['new']);
    expect(findBlock(store.getState().document, 'new')?.value).toEqual({ url: '' });
  });
});

describe('what is not kept', () => {
  it('goes when somebody else has saved in the meantime', () => {
    const before = worked();
    keptIn(before, 3);
    const saved = again(savedPart(before.getState()));
    expect(steps(reloaded({ ...saved, title: 'Theirs' }, 4))).toEqual([0, 0]);
    // And it does not come back.
    expect(steps(reloaded(saved, 3))).toEqual([0, 0]);
  });

  it('stays when only the answer to the own save got lost', () => {
    const before = worked();
    keptIn(before, 3);
    expect(steps(reloaded(again(savedPart(before.getState())), 4))).toEqual([5, 1]);
  });

  it('goes with the session, and is not written after it', () => {
    const store = worked();
    keptIn(store);
    expect(openUndoStorage('me', 'one').read(savedPart(store.getState()))).not.toBeNull();
    endSession();
    expect(sessionStorage).toHaveLength(0);
    keptIn(store);
    expect(sessionStorage).toHaveLength(0);
  });

  it('is nobody else’s and no other newsletter’s', () => {
    const store = worked();
    keptIn(store);
    const now = savedPart(store.getState());
    expect(openUndoStorage('somebody', 'one').read(now)).toBeNull();
    expect(openUndoStorage('me', 'two').read(now)).toBeNull();
  });

  it('goes when it cannot be read', () => {
    const store = worked();
    keptIn(store);
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

describe('how much is kept', () => {
  it('is the nearest steps, as many as fit', () => {
    const textNamed = (step: number): Block<'text'> => ({
      name: 'a',
      type: 'text',
      value: { html: `<p>${step} ${'x'.repeat(4000)}</p>` },
    });
    const store = createEditorStore({
      title: 'News',
      document: { layout: 'one_column', columns: [[textNamed(0)]] },
      fresh: [],
    });
    for (let step = 1; step < 150; step += 1) saveBlock(store, textNamed(step));
    keptIn(store);
    const [key = ''] = Object.keys(sessionStorage).filter((each) => each.includes('history'));
    expect(sessionStorage.getItem(key)?.length).toBeLessThan(256 * 1024);
    const kept = reloaded(again(savedPart(store.getState())));
    const [past = 0] = steps(kept);
    expect(past).toBeGreaterThan(10);
    undo(kept);
    expect(shownBlock(kept.getState(), 'a')).toEqual(textNamed(148));
  });

  it('makes room by forgetting other newsletters’ steps when the browser has none left', () => {
    const store = worked();
    const undoStorage = openUndoStorage('me', 'two');
    undoStorage.write({ past: [], present: savedPart(store.getState()), future: [], version: 1 });
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    keptIn(store);
    expect(setItem).toHaveBeenCalledTimes(2);
    expect(steps(reloaded(again(savedPart(store.getState()))))).toEqual([5, 1]);
    expect(undoStorage.read(savedPart(store.getState()))).toBeNull();
  });
});

it('comes back equal, whatever was done', () => {
  const store = worked();
  keptIn(store);
  const present = savedPart(store.getState());
  const kept = openUndoStorage('me', 'one').read(again(present));
  expect(kept && isSameContent(kept.present, present)).toBe(true);
  expect(kept?.past).toEqual(store.temporal.getState().pastStates);
  expect(kept?.future).toEqual(store.temporal.getState().futureStates);
});
