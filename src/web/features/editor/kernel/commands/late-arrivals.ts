import { replaceBlock } from '#newsletter/document/arrange.ts';
import type { Block, NewsletterDocument } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { checkBlock, type Saved, savedPart } from '#web/features/editor/kernel/state/editor-state.ts';
import { type EditorStore, withoutStep } from '#web/features/editor/kernel/state/editor-store.ts';

/**
 * Late arrivals, such as uploaded photos, belong to the step of the history that requested them: undo removes all of them,
 * whatever has been done since, and redo restores them all.
 */

/** The document before a step: all states after it get the late arrivals. */
export type StepBase = NewsletterDocument;

/** The documents that replaced others when something arrived in these. */
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

/** Puts a late arrival into a block: into its present value, its working copy, and each state since `base`. */
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

// Returns the same list if nothing changes: an offer to undo is valid until there is another step.
function mapped<Each>(list: Each[], change: (each: Each, index: number) => Each): Each[] {
  const next = list.map(change);
  return next.every((each, index) => each === list[index]) ? list : next;
}
