import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { headingNamed, twoColumns } from '#test/support/editor/documents.ts';
import { stubFrames } from '#test/support/editor/frames.ts';
import { edit, shownBlock } from './editor-state.ts';
import { act, createEditorStore, saveBlock, undo } from './editor-store.ts';

let frames: ReturnType<typeof stubFrames>;
const runFrame = () => {
  frames.run();
  vi.advanceTimersByTime(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  frames = stubFrames();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A store with a word that waits to be put into block 'a'. */
function storeWithLateWord() {
  const store = createEditorStore(twoColumns(['a', 'b'], ['c']));
  store.later(() => act(store, edit, 'a', { text: 'typed' }));
  return { store, drawn: () => shownBlock(store.drawn.getState(), 'a') };
}

it('waits for the next frame', () => {
  const { store, drawn } = storeWithLateWord();
  const listener = vi.fn();
  store.subscribe(listener);
  expect(drawn()).toEqual(headingNamed('a'));
  expect(listener).not.toHaveBeenCalled();
  runFrame();
  expect(drawn()).toEqual(headingNamed('a', 'typed'));
  expect(listener).toHaveBeenCalledTimes(1);
});

it('waits no longer where no frame comes', () => {
  const { drawn } = storeWithLateWord();
  vi.advanceTimersByTime(200);
  expect(drawn()).toEqual(headingNamed('a', 'typed'));
});

it('is made before anybody reads the state', () => {
  const { store, drawn } = storeWithLateWord();
  expect(shownBlock(store.getState(), 'a')).toEqual(headingNamed('a', 'typed'));
  expect(drawn()).toEqual(headingNamed('a', 'typed'));
});

it('is made before any other change, and before Undo', () => {
  const { store, drawn } = storeWithLateWord();
  act(store, edit, 'b', { text: 'other' });
  expect(drawn()).toEqual(headingNamed('a', 'typed'));
  saveBlock(store, headingNamed('a', 'typed'));
  store.later(() => act(store, edit, 'a', { text: 'typed on' }));
  undo(store);
  runFrame();
  // The change is made as if at the time of typing.
  expect(drawn()).toEqual(headingNamed('a'));
});

it('is made once, before one of another kind', () => {
  const { store, drawn } = storeWithLateWord();
  const change = vi.fn();
  store.later(change);
  expect(drawn()).toEqual(headingNamed('a', 'typed'));
  store.later(change);
  store.settle();
  runFrame();
  vi.advanceTimersByTime(200);
  expect(change).toHaveBeenCalledTimes(1);
});
