import type { Clipboard, OfferedRows } from '#newsletter/blocks/block-editor.ts';
import { OFFERED_ROWS } from '#newsletter/blocks/from-clipboard.tsx';
import { isValueOf } from '#newsletter/document/block-values.ts';
import { type Block, type BlockType, createBlock, DEFINITIONS } from '#newsletter/document/document.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import { clipboardLines } from '#newsletter/fields/clipboard-cells.tsx';
import { hasText } from '#newsletter/rich-text/rich-text.ts';
import { toast } from '#ui/feedback/toast.ts';
import { focusBlockForWriting, leaveBlock } from '#web/features/editor/kernel/commands/commands.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { flushChange, showBlock } from '#web/features/editor/kernel/places/focus.ts';
import {
  newBlockName,
  pasteBlocks,
  shownBlock,
  withValue,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { dismissUndoOffer, offerUndo } from '#web/features/editor/kernel/undo/offer-undo.ts';
import { linesAsHtml } from './paste-rows.ts';
import { NO_ROOM, roomFor } from './room.ts';
import { htmlOf, piecesOf, rowLines } from './row-lines.ts';

/** Lines of a text that look like rows: dates, say. */
export interface RowsInText {
  readonly block: string;
  readonly type: BlockType;
  readonly lines: readonly string[];
  readonly offered: OfferedRows<unknown>;
}

/** The lines of a block's words that look like rows; null if there are none. */
export function rowsOfBlock(editing: EditorSession, block: Block): RowsInText | null {
  return rowsAmong(editing, block.name, linesOf(block));
}

/** Offers to make rows of lines that were pasted into a text as words. */
export function offerRows(editing: EditorSession, name: string, pasted: string): void {
  const rows = rowsAmong(editing, name, clipboardLines(asClipboard(pasted)));
  if (rows !== null) offerRowsWith(editing, rows, '');
}

/** Offers to make rows, after other words and in place of the offer to undo: the newest step can still be undone. */
export function offerRowsWith(editing: EditorSession, rows: RowsInText, before: string): void {
  const { block, lines, offered } = rows;
  dismissUndoOffer();
  dismissOffer();
  const id = toast.info(`${before === '' ? '' : `${before}. `}${offered.words(lines.length)}`, {
    action: { label: offered.action, run: () => makeRows(editing, rows) },
  });
  const isThere = () => shownBlock(editing.store.getState(), block) !== null;
  const stop = editing.store.subscribe(() => isThere() || dismissOffer());
  dismissOffer = () => {
    stop();
    toast.dismiss(id);
  };
  askedAbout.set(editing, new Map(askedAbout.get(editing)).set(block, lines.length));
}
/** Dismisses the last offer: its lines may be rows by then, or removed. */
let dismissOffer: () => void = () => undefined;
/** The number of rows last offered for each block. */
const askedAbout = new WeakMap<EditorSession, ReadonlyMap<string, number>>();

/** Offers to make rows of typed lines once the block is left, if there are more than the last offer had. `before`: its earlier words. */
export function offerTypedRows(editing: EditorSession, name: string, before: string): void {
  const state = editing.store.getState();
  const block = shownBlock(state, name);
  if (block === null || textsOf(block)[0]?.text === before || state.selected === name) return;
  const rows = rowsOfBlock(editing, block);
  if (rows === null || rows.lines.length <= (askedAbout.get(editing)?.get(name) ?? 0)) return;
  const known = new Set(piecesOf(before).flatMap(({ lines }) => lines));
  if (rows.lines.some((line) => !known.has(line))) offerRowsWith(editing, rows, '');
}

/** Moves the rows of a text into a new block at the place of the first one, as one undo step. */
export function makeRows(editing: EditorSession, { block: name, type, lines, offered }: RowsInText): void {
  dismissOffer();
  leaveBlock(editing);
  const state = editing.store.getState();
  const old = shownBlock(state, name);
  const words = old === null ? undefined : textsOf(old)[0];
  if (old === null || words === undefined) return;
  const meant = new Set(lines.map(asWritten));
  const pieces = piecesOf(words.text).map((piece) => ({
    ...piece,
    isRows: piece.lines.length > 0 && piece.lines.every((line) => meant.has(asWritten(line))),
  }));
  const rows = pieces.filter(({ isRows }) => isRows);
  const found = offered.read(asClipboard(rows.flatMap((piece) => piece.lines).join('\n')), editing.language);
  const made = found === null ? null : newBlock(type, found.value);
  if (found === null || made === null) return;
  const first = pieces.findIndex(({ isRows }) => isRows);
  const rest = (some: typeof pieces) =>
    htmlOf(
      words.text,
      some.filter(({ isRows }) => !isRows),
    );
  const before = rest(pieces.slice(0, first));
  const after = rest(pieces.slice(first)) + linesAsHtml(found.rest);
  const isReplaced = !hasText(before);
  const below = hasText(after) ? [withWords(after)] : [];
  if (!roomFor(state, 1 + below.length - (isReplaced ? 1 : 0))) {
    toast.error(NO_ROOM);
    return;
  }
  const above = { block: isReplaced ? old : words.replace(before), isReplaced };
  flushChange(() =>
    act(editing.store, (now) => ({ ...pasteBlocks(now, [made, ...below], above), selected: made.name })),
  );
  const others = pieces.flatMap((piece) => (piece.isRows ? [] : piece.lines));
  const notRead = offered.notRead(others, editing.language);
  offerUndo(
    editing,
    [`Made ${found.made}`, ...found.notes, ...(notRead === null ? [] : [notRead])].join('. '),
  );
  focusBlockForWriting(editing, made.name);
  showBlock(made.name);
}

function rowsAmong(editing: EditorSession, block: string, lines: readonly string[]): RowsInText | null {
  for (const { type } of Object.values(DEFINITIONS)) {
    const offered: OfferedRows<unknown> | undefined = OFFERED_ROWS[type];
    if (offered === undefined) continue;
    const isRow = (line: string) => offered.read(asClipboard(line), editing.language) !== null;
    const found = rowLines(lines, isRow);
    if (found.length > 0) return { block, type, lines: found, offered };
  }
  return null;
}

/** The lines of a rich text; other blocks have none. */
function linesOf(block: Block): readonly string[] {
  const words = textsOf(block)[0];
  return words?.format === 'rich' ? piecesOf(words.text).flatMap(({ lines }) => lines) : [];
}

function newBlock(type: BlockType, value: unknown): Block | null {
  const block = createBlock(type, () => newBlockName(type));
  return isValueOf(block, value) ? withValue(block, value) : null;
}

function withWords(html: string): Block {
  const block = createBlock('text', () => newBlockName('text'));
  return textsOf(block)[0]?.replace(html) ?? block;
}

/** A line in its form for comparing: the pasted line may differ from the text's line by spaces and a bullet. */
function asWritten(line: string): string {
  return (clipboardLines(asClipboard(line))[0] ?? '').replace(/\s+/g, ' ');
}

function asClipboard(words: string): Clipboard {
  return { getData: (type) => (type === 'text/plain' ? words : '') };
}
