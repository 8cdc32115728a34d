import { replaceBlock } from '#newsletter/document/arrange.ts';
import type { Block, NewsletterDocument } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { checkBlock, type Saved, savedPart } from '#web/features/editor/kernel/state/editor-state.ts';
import { type EditorStore, withoutStep } from '#web/features/editor/kernel/state/editor-store.ts';

/**
 * What arrives late (an uploaded photo) belongs to the step of the history that asked for it: undo takes all of it away,
 * whatever has been done since, and redo brings all of it back.
 */

/** The document before a step: all later states have what arrives. */
export type StepBase = NewsletterDocument;

/** What a document has become by what arrived in it. */
const successors = new WeakMap<NewsletterDocument, NewsletterDocument>();

/** The document before the last step. */
export function lastBase(store: EditorStore): StepBase {
  return store.temporal.getState().pastStates.at(-1)?.document ?? addEmptyStep(store);
}

/** Adds a step that changes nothing yet; returns the document before it. */
export function addEmptyStep(store: EditorStore): StepBase {
  const base = savedPart(store.getState());
  const { pastStates } = store.temporal.getState();
  withoutStep(store, ({ document }) => ({ document: { ...document } }));
  store.temporal.setState({ pastStates: [...pastStates, base], futureStates: [] });
  return base.document;
}

/** Whether the block is there and the step that began at `base` has not been undone. */
export function isInForce(store: EditorStore, name: string, base: StepBase): boolean {
  const isThere = findBlock(store.getState().document, name) !== null;
  return isThere && indexOf(store, base) >= 0;
}

/** Whether no other step came after the one that began at `base`. */
export function isLastStep(store: EditorStore, base: StepBase): boolean {
  const { pastStates } = store.temporal.getState();
  return pastStates.length > 0 && indexOf(store, base) === pastStates.length - 1;
}

function indexOf(store: EditorStore, base: StepBase): number {
  let now = base;
  for (let next = successors.get(now); next !== undefined; next = successors.get(now)) now = next;
  return store.temporal.getState().pastStates.findLastIndex(({ document }) => document === now);
}

/** Puts what has arrived into a block: as it is now, into its working copy, and into each state since `base`. */
export function arrive(store: EditorStore, name: string, base: StepBase, put: (block: Block) => Block): void {
  const { temporal } = store;
  const since = indexOf(store, base) + 1;
  withoutStep(store, (state) => {
    const workingCopy = state.workingCopies[name];
    return {
      ...withArrived(savedPart(state), name, put),
      ...(workingCopy && { workingCopies: { ...state.workingCopies, [name]: put(workingCopy) } }),
    };
  });
  const { pastStates, futureStates } = temporal.getState();
  temporal.setState({
    pastStates: mapped(pastStates, (saved, index) => (index < since ? saved : withArrived(saved, name, put))),
    futureStates: mapped(futureStates, (saved) => withArrived(saved, name, put)),
  });
}

function withArrived<Part extends Partial<Saved>>(
  saved: Part,
  name: string,
  put: (block: Block) => Block,
): Part {
  const { document, fresh = [] } = saved;
  const block = document && findBlock(document, name);
  if (!document || !block) return saved;
  const changed = put(block);
  const { block: valid } = checkBlock(changed);
  const next = replaceBlock(document, valid ?? changed);
  successors.set(document, next);
  return { ...saved, document: next, fresh: valid === null ? fresh : fresh.filter((each) => each !== name) };
}

// The same list where nothing changes: an offer to undo stands as long as there is no other step.
function mapped<Each>(list: Each[], change: (each: Each, index: number) => Each): Each[] {
  const next = list.map(change);
  return next.every((each, index) => each === list[index]) ? list : next;
}
