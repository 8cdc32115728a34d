import { BLOCK_MESSAGES } from '#newsletter/document/block.ts';
import type { Block } from '#newsletter/document/document.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import { hasText } from '#newsletter/rich-text/rich-text.ts';
import { blockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import {
  checkBlock,
  type EditorState,
  shownBlock,
  unfinishedBlocks,
} from '#web/features/editor/kernel/state/editor-state.ts';
import type { EditorSession } from './editor-session.ts';

/** A block whose working copy is not valid yet, or that waits for a file. */
export interface UnsavedBlock {
  readonly name: string;
  /** The block's label on the canvas: 'Text 2'. */
  readonly label: string;
  /** Whether a file of the block is being uploaded. */
  readonly isUploading: boolean;
  /** The first field that is not valid yet, and its message; null if the block only waits for a file. */
  readonly problem: { readonly path: string; readonly message: string } | null;
  /** The names of its unfinished rows, such as events or classes. */
  readonly rows: readonly string[];
}

/** The blocks that cannot be saved yet. */
export function listUnsavedBlocks({
  store,
  files,
}: Pick<EditorSession, 'store' | 'files'>): readonly UnsavedBlock[] {
  return unsavedBlocksIn(store.getState(), files.state.getState());
}

/** Like `listUnsavedBlocks`, for components that follow both. */
export function unsavedBlocksIn(
  state: EditorState,
  pendingFiles: ReturnType<EditorSession['files']['state']['getState']>,
): readonly UnsavedBlock[] {
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

/** The words for blocks that cannot be saved yet: 'Text 2 not finished', '3 blocks not finished'; null if there are none. */
export function unsavedWords(state: EditorState): string | null {
  // The title field itself shows the problem.
  if (state.isTitleUnfinished) return 'Title not saved yet';
  const changed = Object.keys(state.workingCopies).length > 0;
  const [first, ...others] = changed
    ? unfinishedBlocks(state).filter((block) => isWritten(state, block))
    : [];
  if (first === undefined) return null;
  const what = others.length === 0 ? blockLabel(state.document, first.name) : `${others.length + 1} blocks`;
  return `${what} not finished`;
}

// A new, empty block has nothing to save.
function isWritten({ workingCopies, fresh }: EditorState, block: Block): boolean {
  if (!(block.name in workingCopies)) return false;
  if (!fresh.includes(block.name)) return true;
  const isWrong = Object.values(checkBlock(block).problems).some((each) => each !== BLOCK_MESSAGES.required);
  return (
    isWrong || textsOf(block).some(({ text, format }) => (format === 'rich' ? hasText(text) : text !== ''))
  );
}

function unfinishedRows(block: Block): readonly string[] {
  const names = Object.keys(checkBlock(block).problems).map((path) => rowName(block, path));
  return [...new Set(names)].filter((name) => name !== null);
}

/** The name of a field's row, from its first words; null for a field in no row, or a row without words. */
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
