import type { Clipboard, OfferedRows } from '#newsletter/blocks/block-editor.ts';
import { OFFERED_ROWS } from '#newsletter/blocks/from-clipboard.tsx';
import { isValueOf } from '#newsletter/document/block-values.ts';
import { type Block, type BlockType, createBlock, DEFINITIONS } from '#newsletter/document/document.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import { clipboardLines } from '#newsletter/fields/clipboard-cells.tsx';
import { hasText } from '#newsletter/rich-text/rich-text.ts';
import { toast } from '#ui/feedback/toast.ts';
import { flushChange, showBlock } from '#web/features/editor/canvas/focus.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { dismissUndoOffer, offerUndo } from '#web/features/editor/history/offer-undo.ts';
import { focusBlockForWriting, leaveBlock } from '#web/features/editor/state/commands.ts';
import { newBlockName, pasteBlocks, shownBlock, withValue } from '#web/features/editor/state/editor-state.ts';
import { act } from '#web/features/editor/state/editor-store.ts';
import { NO_ROOM, roomFor } from './paste-parts.ts';
import { linesAsHtml } from './paste-rows.ts';

/** Fewer lines that look like rows are words. */
const ROWS_MIN = 2;

/** Offers to make rows of lines that were pasted into a text as words, if most of them look like rows: dates, say. */
export function offerRows(editing: Editing, name: string, pasted: string): void {
  const lines = clipboardLines(asClipboard(pasted));
  for (const { type } of Object.values(DEFINITIONS)) {
    const offered: OfferedRows<unknown> | undefined = OFFERED_ROWS[type];
    if (offered === undefined) continue;
    const rows = lines.filter((line) => isRow(editing, offered, line)).length;
    if (rows < ROWS_MIN || rows * 2 < lines.length) continue;
    // The newest step can be undone all the same.
    dismissUndoOffer();
    toast.info(offered.words, {
      action: { label: offered.action, run: () => makeRows(editing, name, type, offered) },
    });
    askedAbout.set(editing, new Map(askedAbout.get(editing)).set(name, rows));
    return;
  }
}
/** How many rows of each block have been offered last. */
const askedAbout = new WeakMap<Editing, ReadonlyMap<string, number>>();

/** Does so for lines that were typed, once the block is left, if there are more than were offered before. `before`: its words until then. */
export function offerTypedRows(editing: Editing, name: string, before: string): void {
  const state = editing.store.getState();
  const block = shownBlock(state, name);
  const words = block === null ? undefined : textsOf(block)[0];
  if (words?.format !== 'rich' || words.text === before || state.selected === name) return;
  const linesIn = (text: string) => partsOf(text).flatMap(({ lines }) => lines);
  const known = new Set(linesIn(before));
  const lines = linesIn(words.text);
  const isRowOf = (line: string) =>
    Object.values(OFFERED_ROWS).some((offered) => offered !== undefined && isRow(editing, offered, line));
  const isMore = lines.filter(isRowOf).length > (askedAbout.get(editing)?.get(name) ?? 0);
  if (isMore && lines.some((line) => !known.has(line))) offerRows(editing, name, lines.join('\n'));
}

/** Takes the rows out of a text, into a new block where the first of them stood: one step of undo. */
function makeRows(editing: Editing, name: string, type: BlockType, offered: OfferedRows<unknown>): void {
  leaveBlock(editing);
  const state = editing.store.getState();
  const old = shownBlock(state, name);
  const words = old === null ? undefined : textsOf(old)[0];
  if (old === null || words === undefined) return;
  const parts = partsOf(words.text).map(({ html, lines }) => ({
    html,
    lines,
    isRows: lines.length > 0 && lines.every((line) => isRow(editing, offered, line)),
  }));
  const first = parts.findIndex(({ isRows }) => isRows);
  const lines = parts.flatMap((part) => (part.isRows ? part.lines : []));
  const found = offered.read(asClipboard(lines.join('\n')), editing.language);
  if (found === null) return;
  const made = newBlock(type, found.value);
  if (made === null) return;
  const htmlOf = (some: typeof parts) => some.flatMap(({ html, isRows }) => (isRows ? [] : [html])).join('');
  const before = htmlOf(parts.slice(0, first));
  const after = htmlOf(parts.slice(first)) + linesAsHtml(found.rest);
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
  offerUndo(editing, [`Made ${found.made}`, ...found.notes].join('. '));
  focusBlockForWriting(editing, made.name);
  showBlock(made.name);
}

function newBlock(type: BlockType, value: unknown): Block | null {
  const block = createBlock(type, () => newBlockName(type));
  return isValueOf(block, value) ? withValue(block, value) : null;
}

function withWords(html: string): Block {
  const block = createBlock('text', () => newBlockName('text'));
  return textsOf(block)[0]?.replace(html) ?? block;
}

function isRow({ language }: Editing, { read }: OfferedRows<unknown>, line: string): boolean {
  return read(asClipboard(line), language) !== null;
}

function asClipboard(words: string): Clipboard {
  return { getData: (type) => (type === 'text/plain' ? words : '') };
}

/** The paragraphs and lists of a text, with their lines. The parsed document is inert. */
function partsOf(text: string): readonly { readonly html: string; readonly lines: readonly string[] }[] {
  const { body } = new DOMParser().parseFromString(text, 'text/html');
  return [...body.children].map((element) => {
    const html = element.outerHTML;
    for (const end of element.querySelectorAll('br')) end.replaceWith('\n');
    const items = element.matches('ul, ol') ? [...element.querySelectorAll('li')] : [element];
    const lines = items.flatMap(({ textContent }) => textContent.split('\n'));
    return { html, lines: lines.map((line) => line.trim()).filter((line) => line !== '') };
  });
}
