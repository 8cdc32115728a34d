import { EDITORS } from '#newsletter/blocks/editors.ts';
import { type Block, type BlockType, createBlock, DEFINITIONS } from '#newsletter/document/document.ts';
import { picturesOf, textsOf } from '#newsletter/document/traits.ts';
import { toast } from '#ui/feedback/toast.ts';
import { focusBlockForWriting, leaveBlock } from '#web/features/editor/kernel/commands/commands.ts';
import { lastBase } from '#web/features/editor/kernel/commands/late-arrivals.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import type { AroundCaret } from '#web/features/editor/kernel/insertion.ts';
import { blocksFor } from '#web/features/editor/kernel/pending-files.ts';
import { flushChange, showWhileDrawn } from '#web/features/editor/kernel/places/focus.ts';
import { newBlockName, pasteBlocks, shownBlock } from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { offerUndo } from '#web/features/editor/kernel/undo/offer-undo.ts';
import { photoUploadsOf } from '#web/features/editor/photos/photo-uploads.ts';
import type { ClipboardPart, ClipboardParts } from './clipboard-parts.ts';
import { offerRowsWith, rowsOfBlock } from './offer-rows.ts';
import { blockFromClipboard } from './pasted-block.ts';
import { NO_ROOM, roomFor } from './room.ts';

interface Made {
  readonly block: Block;
  readonly file?: File;
  readonly note?: string | undefined;
}

/** Whether parts are more than words for the text at the caret. */
export function areBlocks({ parts }: ClipboardParts): boolean {
  return parts.length > 1 || parts.some(({ kind }) => kind === 'table' || kind === 'picture');
}

/**
 * Puts parts of a clipboard into the newsletter as blocks, in one undo step: below a block, in place of an empty one, or at the end
 * (null). With `around`, splits the text at the caret and puts them between its halves. Does nothing if there is no room for all.
 */
export function pasteParts(
  editing: EditorSession,
  found: ClipboardParts,
  target: string | null,
  around: AroundCaret | null = null,
): void {
  leaveBlock(editing);
  const state = editing.store.getState();
  const old = target === null ? null : shownBlock(state, target);
  const [first, ...others] = joined(found.parts, around ?? NOTHING_AROUND);
  const goesOn = around !== null && around.before !== '' && old !== null && first?.kind === 'text';
  const kept = goesOn ? withWords(old, first.html) : null;
  const added = (goesOn || first === undefined ? others : [first, ...others]).flatMap(madeOf);
  // With the caret at its start, a text continues below with all of its words.
  const isReplaced =
    kept === null && added.length > 0 && old !== null && (around !== null || isEmptyText(old));
  if (!roomFor(state, added.length - (isReplaced ? 1 : 0))) {
    toast.error(NO_ROOM);
    return;
  }
  const blocks = added.map(({ block }) => block);
  const below = old === null ? null : { block: kept ?? old, isReplaced };
  flushChange(() => act(editing.store, pasteBlocks, blocks, below));
  const photos = added.flatMap(({ block, file }) =>
    file === undefined ? [] : [{ block: block.name, existing: [], files: [file] }],
  );
  if (photos.length > 0) flushChange(() => photoUploadsOf(editing).add(photos, lastBase(editing.store)));
  const last = blocks.at(-1);
  if (last !== undefined) {
    focusBlockForWriting(editing, last.name);
    showWhileDrawn(last.name);
  }
  say(editing, kept === null ? blocks : [kept, ...blocks], added, lostWords(found));
}

const NOTHING_AROUND: AroundCaret = { before: '', after: '' };

/** The messages about pictures that are only on another website, and about links in blocks that have none. */
export function lostWords({ lostPictures, lostLinks }: ClipboardParts): readonly string[] {
  const pictures =
    lostPictures === 1
      ? 'A picture was left out: copy it by itself'
      : `${lostPictures} pictures were left out: copy each by itself`;
  const links =
    lostLinks === 1
      ? 'A link was left out: headings and tables have none'
      : `${lostLinks} links were left out: headings and tables have none`;
  return [...(lostPictures > 0 ? [pictures] : []), ...(lostLinks > 0 ? [links] : [])];
}

/** The parts with the words around them; neighbouring texts are one. */
function joined(parts: readonly ClipboardPart[], { before, after }: AroundCaret): readonly ClipboardPart[] {
  const done: ClipboardPart[] = [];
  for (const part of [text(before), ...parts, text(after)]) {
    const last = done.at(-1);
    if (part.kind !== 'text') done.push(part);
    else if (last?.kind === 'text') done.splice(-1, 1, text(last.html + part.html));
    else if (part.html !== '') done.push(part);
  }
  return done;
}

const text = (html: string): ClipboardPart => ({ kind: 'text', html });

function madeOf(part: ClipboardPart): Made[] {
  if (part.kind === 'heading') return [{ block: withWords(newBlock('heading'), part.text) }];
  if (part.kind === 'text') return [{ block: withWords(newBlock('text'), part.html) }];
  if (part.kind === 'table') {
    const table = blockFromClipboard({ getData: (type) => (type === 'text/html' ? part.html : '') });
    return table === null ? [] : [table];
  }
  return blocksFor([part.file]).map(({ type }) => {
    const block = newBlock(type);
    const [picture] = part.alt.trim() === '' ? [] : picturesOf(block);
    return { block: picture?.describe(part.alt) ?? block, file: part.file };
  });
}

function newBlock(type: BlockType): Block {
  return createBlock(type, () => newBlockName(type));
}

function withWords(block: Block, words: string): Block {
  return textsOf(block)[0]?.replace(words) ?? block;
}

function isEmptyText(block: Block): boolean {
  return EDITORS[block.type].offersBlocks === true && textsOf(block).every(({ text }) => text.trim() === '');
}

/**
 * Says what was made, in the order of the first of each kind: '1 heading, 2 texts'. Offers to make rows of its lines, or else to
 * undo it.
 */
function say(
  editing: EditorSession,
  blocks: readonly Block[],
  added: readonly Made[],
  left: readonly string[],
): void {
  const counts = new Map<string, number>();
  for (const { block } of added) {
    const label = DEFINITIONS[block.type].label.toLowerCase();
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const made = [...counts].map(([label, count]) => `${count} ${label}${count === 1 ? '' : 's'}`).join(', ');
  const notes = [...added.map(({ note }) => note), ...left].filter((note) => typeof note === 'string');
  const words = [...(made === '' ? [] : [`Pasted as ${made}`]), ...notes].join('. ');
  const [rows] = blocks
    .flatMap((block) => rowsOfBlock(editing, block) ?? [])
    .toSorted((one, other) => other.lines.length - one.lines.length);
  if (rows !== undefined) offerRowsWith(editing, rows, words);
  else if (words === '') return;
  else if (added.length === 0) toast.info(words);
  else offerUndo(editing, words);
}
