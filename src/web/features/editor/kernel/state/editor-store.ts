import { type TemporalState, temporal } from 'zundo';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Block } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import {
  addInstead,
  type EditorState,
  isSameSaved,
  pasteInto,
  rename,
  type Saved,
  type StateChange,
  saveChanges,
  savedPart,
  tidy,
  titleProblem,
} from './editor-state.ts';
import { type LateChanges, withLateChanges } from './late-changes.ts';

/** The number of steps that can be undone. */
const HISTORY_LIMIT = 200;

/** The editor's state, with a history of title and document. */
export type EditorStore = StoreApi<EditorState> &
  LateChanges & { readonly temporal: StoreApi<TemporalState<Saved>> };

export function createEditorStore(opened: Saved): EditorStore {
  const initial = (): EditorState => ({
    ...opened,
    workingCopies: {},
    putAside: [],
    selected: null,
    isTitleUnfinished: false,
  });
  return withLateChanges(
    createStore(temporal(initial, { partialize: savedPart, equality: isSameSaved, limit: HISTORY_LIMIT })),
  );
}

/** Applies an action; one step of the history if it changes title or document. */
export function act<Rest extends readonly unknown[]>(
  store: EditorStore,
  action: (state: EditorState, ...rest: Rest) => StateChange,
  ...rest: Rest
): void {
  store.setState((state) => action(state, ...rest));
}

/** Applies an action as part of the step before it. */
export function withoutStep<Rest extends readonly unknown[]>(
  store: EditorStore,
  action: (state: EditorState, ...rest: Rest) => StateChange,
  ...rest: Rest
): void {
  const history = store.temporal.getState();
  history.pause();
  act(store, action, ...rest);
  history.resume();
}

/** Saves a block. Adding a block and saving it right after are one step, so that undo never shows an empty block. */
export function saveBlock(store: EditorStore, block: Block): void {
  asOneWithAdding(store, block.name, () => act(store, saveChanges, block));
}

/** Replaces an empty block by a new one; a single step with the adding of the empty one, if that came right before. */
export function replaceEmpty(store: EditorStore, replaced: string, block: Block, workingCopy?: Block): void {
  asOneWithAdding(store, replaced, () => act(store, addInstead, block, replaced, workingCopy));
}

/** Puts a pasted value into a block, with new blocks below it: one step, also together with the adding of the block. */
export function savePasted(store: EditorStore, block: Block, below: readonly Block[]): void {
  asOneWithAdding(store, block.name, () => act(store, pasteInto, block, below));
}

function asOneWithAdding(store: EditorStore, name: string, change: () => void): void {
  const wasFresh = store.getState().fresh.includes(name);
  const stepsBefore = store.temporal.getState().pastStates;
  change();
  const { pastStates } = store.temporal.getState();
  if (pastStates === stepsBefore) return;
  const beforeAdding = pastStates.at(-2)?.document;
  const isAddedRightBefore = beforeAdding !== undefined && findBlock(beforeAdding, name) === null;
  if (wasFresh && isAddedRightBefore) store.temporal.setState({ pastStates: pastStates.slice(0, -1) });
}

/** Typing in the title: the newsletter is renamed at once, and the whole run is one step of the history. */
export interface TitleRun {
  /** Sets the text of the field; an invalid title keeps the one before. */
  type(words: string): void;
  /** Restores the title before the run. */
  cancel(): void;
  /** Ends the run. */
  end(): void;
}

export function beginTitleRun(store: EditorStore): TitleRun {
  const { temporal } = store;
  const before = savedPart(store.getState());
  let isStep = false;
  const type = (words: string) => {
    if (isStep) temporal.getState().pause();
    act(store, rename, titleProblem(words) === null ? words : before.title);
    store.setState({ isTitleUnfinished: titleProblem(words) !== null });
    temporal.getState().resume();
    isStep ||= store.getState().title !== before.title;
  };
  const end = () => {
    store.setState({ isTitleUnfinished: false });
    const { pastStates } = temporal.getState();
    // The title is the same as before: removes the empty step.
    if (isStep && store.getState().title === before.title && pastStates.at(-1)?.document === before.document)
      temporal.setState({ pastStates: pastStates.slice(0, -1) });
    isStep = false;
  };
  return { type, cancel: () => type(before.title), end };
}

export function undo(store: EditorStore): void {
  stepHistory(store, () => store.temporal.getState().undo());
}

export function redo(store: EditorStore): void {
  stepHistory(store, () => store.temporal.getState().redo());
}

function stepHistory(store: EditorStore, step: () => void): void {
  const before = store.getState().document;
  step();
  store.setState((state) => tidy(state, before));
}
