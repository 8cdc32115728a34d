import { useStore } from 'zustand';
import type { Part } from '#contract/parts/parts.ts';
import type { Block, NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { type BlockRight, type PartsBegun, rightAt, staysInParts } from '#newsletter/document/own-parts.ts';
import { useBlockState, useEditor, useTools } from '#web/features/editor/editor-context.tsx';
import type { EditorState, StateChange } from '#web/features/editor/state/editor-state.ts';
import type { EditorStore } from '#web/features/editor/state/editor-store.ts';
import { currentSession } from '#web/session/session.ts';
import type { Parts } from './parts-store.ts';

/** What a contributor may write. The server checks each save; this keeps the editor from offering more. */

/** Whether the signed-in person writes in parts of theirs alone. */
export function isContributor(): boolean {
  return currentSession()?.user.attributes.role === 'contributor';
}

/** The blocks at which parts begin, of a person and of others. */
export function partsBegun(parts: ReadonlyMap<string, Part>, personId: string): PartsBegun {
  const all = [...parts.values()].map(({ attributes }) => attributes);
  const blocks = (isOwn: boolean) =>
    all.filter(({ person_id }) => (person_id === personId) === isOwn).map(({ block }) => block);
  return { own: blocks(true), others: blocks(false) };
}

/** What a person may do. */
export interface Rights {
  /** With a block. */
  rightAt(name: string): BlockRight;
  /** Whether they may change the newsletter on the canvas into this one. */
  mayBecome(document: NewsletterDocument): boolean;
}

/** Of whoever may write everything. */
export const ALL_RIGHTS: Rights = { rightAt: () => 'arrange', mayBecome: () => true };

/** Of a contributor, as the parts are now. */
export function rightsInParts(store: EditorStore, parts: () => PartsBegun): Rights {
  // Asked while React draws; what is typed changes no document.
  const now = () => store.drawn.getState().document;
  return {
    rightAt: (name) => rightAt(now(), parts(), name),
    mayBecome: (document) => staysIn(now(), document, parts()),
  };
}

/** Whether a change of settings and blocks stays in these parts. */
export function staysIn(before: NewsletterDocument, after: NewsletterDocument, parts: PartsBegun): boolean {
  const { columns: _before, ...settingsBefore } = before;
  const { columns: _after, ...settingsAfter } = after;
  if (JSON.stringify(settingsBefore) !== JSON.stringify(settingsAfter)) return false;
  return staysInParts(before, after, parts, isSameBlock);
}

export function isSameBlock(one: Block, other: Block): boolean {
  return one === other || JSON.stringify(one.value) === JSON.stringify(other.value);
}

/** What the person may do with a block. */
export function useRight(name: string): BlockRight {
  const { editing } = useTools();
  // Asked again when the parts change.
  useStore(editing.parts.state, (state) => state.parts);
  return useBlockState(name, () => editing.rightAt(name));
}

/** Whether a person with this right at a block may add others below it: not where that block alone is their part. */
export function mayAddBelow(right: BlockRight): boolean {
  return right === 'add' || right === 'arrange';
}

/** Whether the person may add blocks anywhere. */
export function useMayAdd(): boolean {
  const { editing } = useTools();
  useStore(editing.parts.state, (state) => state.parts);
  return useEditor(({ document }) => !editing.isContributor || lastToAddBelow(editing, document) !== null);
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

/** See `refuse` of an `Editing`: what was asked for last while the parts were on their way is tried again. */
export function refuseUntilKnown({ state }: Parts, sayReadOnly: () => void): (again?: () => void) => void {
  let asked: (() => void) | null = null;
  return (again) => {
    if (state.getState().isReady) return sayReadOnly();
    const isFirst = asked === null;
    if (again !== undefined) asked = again;
    if (!isFirst || asked === null) return;
    const stop = state.subscribe(({ isReady }) => {
      if (!isReady) return;
      stop();
      asked?.();
      asked = null;
    });
  };
}

const unguarded = new WeakSet<EditorStore>();

/** Runs a change that is not the person's own: a merge of what others have stored. */
export function asOthers(store: EditorStore, run: () => void): void {
  unguarded.add(store);
  try {
    run();
  } finally {
    unguarded.delete(store);
  }
}

/** Refuses every change of the title, and of the newsletter but for what the person may write. */
export function guardStore(store: EditorStore, rights: Rights, onRefused: () => void): void {
  const { setState } = store;
  const guarded = (partial: StateChange | ((state: EditorState) => StateChange)) => {
    const state = store.getState();
    const change = typeof partial === 'function' ? partial(state) : partial;
    if (unguarded.has(store) || isOwnChange(state, { ...state, ...change }, rights)) setState(change);
    else onRefused();
  };
  store.setState = guarded;
}

function isOwnChange(before: EditorState, after: EditorState, { rightAt, mayBecome }: Rights): boolean {
  if (after.title !== before.title) return false;
  if (after.document !== before.document) return mayBecome(after.document);
  if (after.selected === before.selected || after.selected === null) return true;
  return rightAt(after.selected) !== 'read';
}
