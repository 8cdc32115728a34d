import type { ErrorBody } from '#contract/errors.ts';
import { replaceBlock } from '#newsletter/document/arrange.ts';
import { type Block, inEnvelopeOf, toCode } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import {
  checkBlock,
  type EditorState,
  refuseBlock,
  type Saved,
  type StateChange,
  savableDocument,
  shownBlock,
} from '#web/features/editor/kernel/state/editor-state.ts';

/** A block that the server refuses, as it was sent, with the problems by field path. */
export interface RefusedBlock {
  readonly block: Block;
  readonly problems: Readonly<Record<string, string>>;
}

/** The blocks that a 400 names: `code.0.value.url` is the URL field of the first block that was sent. */
export function refusedBlocks(sent: Saved, { errors = {} }: ErrorBody): RefusedBlock[] {
  const document = savableDocument(sent);
  const names = toCode(document).map(({ name }) => name);
  const problems = new Map<string, Record<string, string>>();
  for (const [path, [message]] of Object.entries(errors)) {
    const [, index, field] = PATH.exec(path) ?? [];
    const name = names[Number(index)];
    if (name === undefined || field === undefined || message === undefined) continue;
    problems.set(name, { ...problems.get(name), [field]: message });
  }
  return [...problems].flatMap(([name, found]) => {
    const block = findBlock(document, name);
    return block === null ? [] : [{ block, problems: found }];
  });
}
const PATH = /^code\.(\d+)\.value\.(.+)$/;

/** Whether a save holds one of the refused blocks: then none of it was stored. */
export function holdsRefused(sent: Saved, refused: readonly RefusedBlock[]): boolean {
  return refused.some(({ block }) => isSameValue(findBlock(sent.document, block.name), block));
}

/**
 * Leaves refused blocks behind, as if the editor itself had found them unfinished: their words stay in working copies, and the
 * document has the server's version. Blocks changed since are tried again.
 */
export function setAside(
  state: EditorState,
  refused: readonly RefusedBlock[],
  acknowledged: Saved,
): StateChange {
  const stored = savableDocument(acknowledged);
  let { document } = state;
  const fresh = new Set(state.fresh);
  const workingCopies = { ...state.workingCopies };
  for (const { block, problems } of refused) {
    const shown = shownBlock(state, block.name);
    if (shown === null || !isSameValue(shown, block)) continue;
    const before = findBlock(stored, block.name);
    if (before?.type === block.type) document = replaceBlock(document, inEnvelopeOf(before, shown));
    else fresh.add(block.name);
    workingCopies[block.name] = refuseBlock(shown, problems);
  }
  return { document, workingCopies, fresh: fresh.size === state.fresh.length ? state.fresh : [...fresh] };
}

/** Whether setting aside helps: a refused block was sent as shown, and not in its last finished version, which the server had. */
export function canSetAside(state: EditorState, refused: readonly RefusedBlock[]): boolean {
  return refused.some(({ block }) => {
    const shown = shownBlock(state, block.name);
    return shown === null || checkBlock(shown).block !== null;
  });
}

function isSameValue(one: Block | null, other: Block): boolean {
  return one !== null && one.type === other.type && JSON.stringify(one.value) === JSON.stringify(other.value);
}
