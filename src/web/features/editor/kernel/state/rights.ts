import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import type { BlockRight } from '#newsletter/document/own-parts.ts';
import type { EditorState, StateChange } from './editor-state.ts';
import type { EditorStore } from './editor-store.ts';

/** The person's rights in the editor. The server checks each save; these keep the editor from offering more. */

/** A person's rights in a newsletter. */
export interface Rights {
  /** The person's right at a block. */
  rightAt(name: string): BlockRight;
  /** Whether they may change the newsletter on the canvas into this one. */
  mayBecome(document: NewsletterDocument): boolean;
  /** Whether they may give it another title. */
  mayRename(): boolean;
  /**
   * Says that something is not theirs to change. While their parts are not known yet, says nothing and runs `again` once
   * they are.
   */
  refuse(again?: () => void): void;
}

/** The rights of a person who may write everything. */
export const ALL_RIGHTS: Rights = {
  rightAt: () => 'arrange',
  mayBecome: () => true,
  mayRename: () => true,
  refuse: () => undefined,
};

/** Whether a person with this right at a block may add others below it: not if that block alone is their part. */
export function mayAddBelow(right: BlockRight): boolean {
  return right === 'add' || right === 'arrange';
}

/** The last block of the first part in which a contributor may add blocks. */
export function lastToAddBelow(
  { rightAt }: Pick<Rights, 'rightAt'>,
  document: NewsletterDocument,
): string | null {
  const names = blocksOf(document).map(({ name }) => name);
  const mayAdd = names.map((name) => mayAddBelow(rightAt(name)));
  const first = mayAdd.indexOf(true);
  const end = mayAdd.indexOf(false, first);
  return first < 0 ? null : (names[(end < 0 ? names.length : end) - 1] ?? null);
}

const unguarded = new WeakSet<EditorStore>();

/** Runs a change that is not the person's own: a merge of others' stored changes. */
export function asOthers(store: EditorStore, run: () => void): void {
  unguarded.add(store);
  try {
    run();
  } finally {
    unguarded.delete(store);
  }
}

/** Refuses every change that the person may not make. */
export function guardStore(store: EditorStore, rights: Rights): void {
  const { setState } = store;
  const guarded = (partial: StateChange | ((state: EditorState) => StateChange)) => {
    const state = store.getState();
    const change = typeof partial === 'function' ? partial(state) : partial;
    if (unguarded.has(store) || isOwnChange(state, { ...state, ...change }, rights)) setState(change);
    else rights.refuse();
  };
  store.setState = guarded;
}

function isOwnChange(before: EditorState, after: EditorState, rights: Rights): boolean {
  if (after.title !== before.title) return rights.mayRename();
  if (after.document !== before.document) return rights.mayBecome(after.document);
  if (after.selected === before.selected || after.selected === null) return true;
  return rights.rightAt(after.selected) !== 'read';
}
