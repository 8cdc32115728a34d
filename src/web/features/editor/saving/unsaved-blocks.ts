import type { Block } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import { blockLabel } from '#web/features/editor/canvas/block-labels.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import {
  checkBlock,
  type EditorState,
  isUnfinished,
  shownBlock,
  unfinishedBlocks,
} from '#web/features/editor/state/editor-state.ts';

/** A block whose working copy is not valid yet, or that waits for a file. */
export interface UnsavedBlock {
  readonly name: string;
  /** As it is called on the canvas: 'Text 2'. */
  readonly label: string;
  /** A file of the block is being uploaded. */
  readonly isUploading: boolean;
  /** The first field that is not valid yet, and what is wrong with it; null if the block only waits for a file. */
  readonly problem: { readonly path: string; readonly message: string } | null;
  /** What its rows that are not finished are called: events, classes. */
  readonly rows: readonly string[];
}

/** The blocks that cannot be saved yet. */
export function listUnsavedBlocks({
  store,
  files,
}: Pick<Editing, 'store' | 'files'>): readonly UnsavedBlock[] {
  return unsavedBlocksIn(store.getState(), files.state.getState());
}

type PendingFiles = ReturnType<Editing['files']['state']['getState']>;

/**
 * The blocks that are said to be not finished, in the status, on the canvas and in the check: those that cannot be saved yet.
 * Where one has just been begun, its open form says enough.
 */
export function unfinishedIn(state: EditorState, pendingFiles: PendingFiles): readonly UnsavedBlock[] {
  return unsavedBlocksIn(state, pendingFiles).filter(({ name }) =>
    isSaidUnfinished(state, name, pendingFiles.has(name)),
  );
}

/** Whether a block is one of `unfinishedIn`. `hasFile`: a file of it is pending. */
export function isSaidUnfinished(state: EditorState, name: string, hasFile: boolean): boolean {
  if (state.selected === name && isOfNoUse(state, name, hasFile)) return false;
  return isUnfinished(state, name) || hasFile;
}

/** Whether a block is new, and nothing is filled in. */
export function isNewAndEmpty(state: EditorState, name: string): boolean {
  const [block, first] = [shownBlock(state, name), findBlock(state.document, name)];
  return isUnfinished(state, name) && JSON.stringify(block) === JSON.stringify(first);
}

/** Whether closing a block takes it away: it is new and empty, and waits for no file. */
export function isOfNoUse(state: EditorState, name: string, hasFile: boolean): boolean {
  return isNewAndEmpty(state, name) && !hasFile;
}

function unsavedBlocksIn(state: EditorState, pendingFiles: PendingFiles): readonly UnsavedBlock[] {
  const names = new Set([...unfinishedBlocks(state).map(({ name }) => name), ...pendingFiles.keys()]);
  return [...names].flatMap((name) => {
    const block = shownBlock(state, name);
    return block === null
      ? []
      : [
          {
            name,
            label: blockLabel(state.document, name),
            isUploading: pendingFiles.get(name) === 'uploading',
            problem: firstProblem(block),
            rows: unfinishedRows(block),
          },
        ];
  });
}

/** What stands on the canvas and cannot be saved yet: 'Text 2 not finished', '3 blocks not finished'; null for nothing. */
export function unsavedWords(state: EditorState, pendingFiles: PendingFiles): string | null {
  // The title field itself shows the problem.
  if (state.isTitleUnfinished) return 'Title not saved yet';
  const [first, ...others] = unfinishedIn(state, pendingFiles);
  if (first === undefined) return null;
  return `${others.length === 0 ? first.label : `${others.length + 1} blocks`} not finished`;
}

function unfinishedRows(block: Block): readonly string[] {
  const names = Object.keys(checkBlock(block).problems).map((path) => rowName(block, path));
  return [...new Set(names)].filter((name) => name !== null);
}

/** What the row of a field is called, by its first words; null for a field that is in none, or a row without words. */
export function rowName(block: Block, path: string): string | null {
  const row = /^\w+\.\d+\./.exec(path)?.[0];
  if (row === undefined) return null;
  const { text = '' } = textsOf(block).find((each) => each.path.startsWith(row)) ?? {};
  return text.trim() || null;
}

function firstProblem(block: Block): UnsavedBlock['problem'] {
  const [problem] = Object.entries(checkBlock(block).problems);
  return problem === undefined ? null : { path: problem[0], message: problem[1] };
}
