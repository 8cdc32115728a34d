import { type TemporalState, temporal } from 'zundo';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Block } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import {
  type Change,
  type EditorState,
  isSameSaved,
  rename,
  type Saved,
  saveChanges,
  savedPart,
  tidy,
  titleProblem,
} from './editor-state.ts';

/** Steps that can be undone. */
const HISTORY_LIMIT = 200;

/** The editor's store: the state, and its history of title and document. */
export type EditorStore = StoreApi<EditorState> & { readonly temporal: StoreApi<TemporalState<Saved>> };

/** A store for a newsletter as it was opened. */
export function createEditorStore(opened: Saved): EditorStore {
  const initial = (): EditorState => ({
    ...opened,
    drafts: {},
    dropped: {},
    selected: null,
    isTitleUnfinished: false,
  });
  return createStore(
    temporal(initial, { partialize: savedPart, equality: isSameSaved, limit: HISTORY_LIMIT }),
  );
}

/** Does something: one step of the history, if it changes what the history is about. */
export function act<Rest extends readonly unknown[]>(
  store: EditorStore,
  action: (state: EditorState, ...rest: Rest) => Change,
  ...rest: Rest
): void {
  store.setState((state) => action(state, ...rest));
}

/** Saves a block; the first time, that and its adding are one step, so that undo does not lead to an empty block. */
export function saveBlock(store: EditorStore, block: Block): void {
  const wasFresh = store.getState().fresh.includes(block.name);
  act(store, saveChanges, block);
  const { pastStates } = store.temporal.getState();
  const beforeAdding = pastStates.at(-2)?.document;
  const isAddedRightBefore = beforeAdding !== undefined && findBlock(beforeAdding, block.name) === null;
  if (wasFresh && isAddedRightBefore) store.temporal.setState({ pastStates: pastStates.slice(0, -1) });
}

/** A run of typing in the title: the newsletter is called so at once, and all of it is one step of the history. */
export interface TitleRun {
  /** What stands in the field; while that is no title, the one before stays. */
  type(words: string): void;
  /** Back to the title before. */
  cancel(): void;
  /** Nothing more is typed. */
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
    // Back where it began: a step that leads nowhere is none.
    if (isStep && store.getState().title === before.title && pastStates.at(-1)?.document === before.document)
      temporal.setState({ pastStates: pastStates.slice(0, -1) });
    isStep = false;
  };
  return { type, cancel: () => type(before.title), end };
}

/** Takes the last step back. */
export function undo(store: EditorStore): void {
  travel(store, () => store.temporal.getState().undo());
}

/** Takes the last undone step again. */
export function redo(store: EditorStore): void {
  travel(store, () => store.temporal.getState().redo());
}

function travel(store: EditorStore, step: () => void): void {
  const before = store.getState().document;
  step();
  store.setState((state) => tidy(state, before));
}
