import { replaceBlock } from '#newsletter/document/arrange.ts';
import type { Block, NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf, findBlock } from '#newsletter/document/layout.ts';
import { ownBlocks, type PartsBegun } from '#newsletter/document/own-parts.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import { createRowId } from '#newsletter/fields/row-id.tsx';
import { plainText } from '#newsletter/rich-text/rich-text.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { partsBegun } from '#web/features/editor/kernel/facts/known-parts.ts';
import { blockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { flushChange, focusCanvas } from '#web/features/editor/kernel/places/focus.ts';
import {
  canvasDocument,
  type EditorState,
  savableDocument,
  shownBlock,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { asOthers } from '#web/features/editor/kernel/state/rights.ts';
import { type KeptBlock, keptWordsOf } from './kept-words.ts';
import { isSameBlock, staysIn } from './own-blocks.ts';

/** A contributor cannot save words in a part that has been taken back. They are removed from the canvas, and kept. */

/** Starts this; the returned function stops it. */
export function keepToParts(editing: EditorSession): () => void {
  const { parts, saver } = editing;
  let before = parts.getState().parts;
  const look = () => {
    if (parts.getState().isReady) flushChange(() => putBack(editing));
  };
  const stopParts = parts.subscribe((now) => {
    if (now.parts === before) return;
    const lost = [...before.values()].filter(({ attributes: { block, person_id } }) => {
      return person_id === editing.personId && now.parts.get(block)?.attributes.person_id !== person_id;
    });
    const was = before;
    before = now.parts;
    look();
    for (const { attributes } of lost) {
      const next = now.parts.get(attributes.block)?.attributes;
      const why = next === undefined ? 'was taken back' : `was given to ${next.person_name}`;
      if (was.size > 0) toast.info(`‘${attributes.label}’ ${why}. It is no longer yours to write`);
    }
  });
  // Others may have rearranged the blocks. Waits until their save counts as stored, or it would be undone too.
  const stopSaver = saver.state.subscribe(({ step }) => {
    if (step === 'saved') look();
  });
  look();
  return () => {
    stopParts();
    stopSaver();
  };
}

// Undoes every change that the server would refuse, so that it accepts the rest.
function putBack(editing: EditorSession): void {
  const { store, saver, parts, personId } = editing;
  const begun = partsBegun(parts.getState().parts, personId);
  const stored = savableDocument(saver.acknowledged());
  const state = store.getState();
  const mine = ownBlocks(state.document, begun.own);
  const isSelectionForbidden = state.selected !== null && !mine.has(state.selected);
  const isTyped = Object.keys(state.workingCopies).some((name) => !mine.has(name));
  if (!isSelectionForbidden && !isTyped && staysIn(stored, canvasDocument(state), begun)) return;
  const next = withoutOthers(state, stored, begun);
  const lost = lostWords(state, next, stored);
  asOthers(store, () => store.setState(next));
  // An undo step might change blocks that are not theirs.
  store.temporal.getState().clear();
  if (lost.length > 0) keptWordsOf(editing).add(lost);
  if (isSelectionForbidden) focusCanvas();
}

/** The permitted canvas: others' blocks as they are stored and, if need be, all blocks in their stored places. */
function withoutOthers(state: EditorState, stored: NewsletterDocument, begun: PartsBegun): EditorState {
  const own = ownBlocks(stored, begun.own);
  const others = blocksOf(stored).filter(({ name }) => !own.has(name));
  const moved = limitTo({ ...state, document: others.reduce(replaceBlock, state.document) }, begun);
  if (staysIn(stored, canvasDocument(moved), begun)) return moved;
  const ownBlocksNow = blocksOf(state.document).filter(({ name }) => own.has(name));
  return limitTo({ ...state, document: ownBlocksNow.reduce(replaceBlock, stored) }, begun);
}

function limitTo(state: EditorState, begun: PartsBegun): EditorState {
  const own = ownBlocks(state.document, begun.own);
  const isOwn = (name: string) => own.has(name);
  return {
    ...state,
    fresh: state.fresh.filter(isOwn),
    workingCopies: Object.fromEntries(Object.entries(state.workingCopies).filter(([name]) => isOwn(name))),
    selected: state.selected !== null && isOwn(state.selected) ? state.selected : null,
  };
}

function lostWords(state: EditorState, next: EditorState, stored: NewsletterDocument): KeptBlock[] {
  return blocksOf(state.document).flatMap(({ name }) => {
    const typed = shownBlock(state, name);
    if (typed === null) return [];
    const known = [shownBlock(next, name), findBlock(stored, name)];
    const words = wordsOf(typed);
    if (words === '' || known.some((block) => block !== null && isSameBlock(block, typed))) return [];
    return [{ id: createRowId(), label: blockLabel(state.document, name), words }];
  });
}

function wordsOf(block: Block): string {
  const words = textsOf(block).map(({ format, text }) => (format === 'rich' ? plainText(text) : text));
  return words.join('\n').trim();
}
