import { shallow } from 'zustand/shallow';
import type { EditorState } from './editor-state.ts';
import type { EditorStore } from './editor-store.ts';

type Listener = () => void;

/** The listeners of an editor's blocks, by block name. */
const watched = new WeakMap<EditorStore, Map<string, Set<Listener>>>();

/**
 * Calls `listener` after each change that can concern a block: all but those of other blocks' working copies. A keystroke
 * thus reaches the block that is typed in, not every block of the newsletter. Returns a function that stops it.
 */
export function watchBlock(store: EditorStore, name: string, listener: Listener): () => void {
  const blocks = watched.get(store) ?? beginWatching(store);
  const listeners = blocks.get(name) ?? new Set();
  blocks.set(name, listeners.add(listener));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && blocks.get(name) === listeners) blocks.delete(name);
  };
}

function beginWatching(store: EditorStore): Map<string, Set<Listener>> {
  const blocks = new Map<string, Set<Listener>>();
  watched.set(store, blocks);
  // Never unsubscribed: the listeners are collected together with the store.
  store.subscribe((state, before) => {
    const names = isTypingOnly(state, before) ? typedIn(state, before) : blocks.keys();
    for (const name of [...names]) for (const listener of [...(blocks.get(name) ?? [])]) listener();
  });
  return blocks;
}

/** Whether nothing but working copies has changed. */
function isTypingOnly(state: EditorState, before: EditorState): boolean {
  return shallow({ ...state, workingCopies: before.workingCopies }, before);
}

function typedIn({ workingCopies }: EditorState, { workingCopies: before }: EditorState): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(workingCopies)]);
  return [...names].filter((name) => workingCopies[name] !== before[name]);
}
