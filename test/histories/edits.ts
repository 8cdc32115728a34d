import { z } from 'zod';
import { type Block, LAYOUT_TYPES } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { changeLayout } from '#newsletter/document/layout-change.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import { pick } from '#test/random-texts.ts';
import {
  cancelEditing,
  checkBlock,
  discardChanges,
  duplicate,
  edit,
  moveTo,
  pasteBlocks,
  remove,
  rename,
  select,
  shownBlock,
  spanColumns,
  unfinishedBlocks,
} from '#web/features/editor/kernel/state/editor-state.ts';
import {
  act,
  type EditorStore,
  redo,
  saveBlock,
  undo,
} from '#web/features/editor/kernel/state/editor-store.ts';
import { type Names, newBlock, newPicture, newRow, shortened, tooLong } from './new-blocks.ts';

const KINDS = {
  type: 24,
  replace: 8,
  rows: 8,
  picture: 4,
  unfinish: 4,
  add: 6,
  remove: 5,
  move: 6,
  undo: 8,
  redo: 3,
  rename: 4,
  leave: 6,
  duplicate: 2,
  wide: 3,
  layout: 1,
  date: 2,
  discard: 2,
} as const;
const BAG = Object.entries(KINDS).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));

/** One random edit by the editor's own actions. Returns its kind. */
export function editOnce(store: EditorStore, random: () => number, names: Names): string {
  const state = store.getState();
  const blocks = blocksOf(state.document);
  const kind = pick(random, BAG);
  const at = (most: number) => Math.floor(random() * most);
  if (kind === 'undo' || kind === 'redo') {
    (kind === 'undo' ? undo : redo)(store);
    return kind;
  }
  if (kind === 'rename') {
    act(store, rename, `News ${names.mark()}`);
    return kind;
  }
  if (kind === 'layout') {
    const document = changeLayout(state.document, pick(random, LAYOUT_TYPES));
    act(store, () => ({ document }));
    return kind;
  }
  if (kind === 'date') {
    const document = { ...state.document, issueDate: `2026-12-0${1 + at(9)}` };
    act(store, () => ({ document }));
    return kind;
  }
  const block = blocks.length === 0 ? null : pick(random, blocks);
  if (block === null || kind === 'add') {
    const above = block && (shownBlock(state, block.name) ?? block);
    act(store, pasteBlocks, [newBlock(random, names)], above && { block: above, isReplaced: false });
    return 'add';
  }
  const { name } = block;
  if (kind === 'remove') act(store, remove, name);
  else if (kind === 'wide') act(store, spanColumns, name, block.wide !== true);
  else if (kind === 'duplicate') act(store, duplicate, name, names.name(), names.name);
  else if (kind === 'discard') act(store, discardChanges, name);
  else if (kind === 'move') {
    const column = at(state.document.columns.length);
    act(store, moveTo, name, { column, slot: at((state.document.columns[column]?.length ?? 0) + 1) });
  } else if (kind === 'leave') {
    const { selected } = state;
    const shown = selected === null ? null : shownBlock(state, selected);
    const valid = shown && checkBlock(shown).block;
    if (valid) saveBlock(store, valid);
    act(store, select, null);
  } else {
    const shown = shownBlock(state, name) ?? block;
    const value = otherValue(random, shown, kind, names) ?? withWords(random, shown, kind, names).value;
    act(store, select, name);
    act(store, edit, name, value);
  }
  return kind;
}

const withRows = z.looseObject({ rows: z.array(z.looseObject({ id: z.string(), date: z.string() })) });
const withImages = z.looseObject({ images: z.array(z.looseObject({ url: z.string() })) });
const withUrl = z.looseObject({ url: z.string() });

/** A list with one more or one less. */
function otherList<Item>(random: () => number, list: readonly Item[], add: () => Item): readonly Item[] {
  const at = Math.floor(random() * (list.length + 1));
  const isRemoving = list.length > 1 && random() < 0.3;
  return isRemoving ? list.toSpliced(at, 1) : [...list.slice(0, at), add(), ...list.slice(at)];
}

/** The block's value after an edit of this kind; null if the kind does not fit it. */
function otherValue(random: () => number, { value }: Block, kind: string, names: Names): unknown {
  const rows = withRows.safeParse(value).data;
  const images = withImages.safeParse(value).data;
  if (kind === 'rows' && rows) return { ...rows, rows: otherList(random, rows.rows, () => newRow(names)) };
  if (kind === 'rows' && images)
    return { ...images, images: otherList(random, images.images, () => newPicture(names)) };
  if (kind === 'picture' && images) {
    const at = Math.floor(random() * images.images.length);
    return {
      ...images,
      images: images.images.map((image, index) => (index === at ? newPicture(names) : image)),
    };
  }
  if (kind === 'picture' && withUrl.safeParse(value).success) return { ...value, ...newPicture(names) };
  if (kind === 'unfinish' && rows)
    return { ...rows, rows: rows.rows.map((row, at) => (at === 0 ? { ...row, date: '' } : row)) };
  return null;
}

/** Finishes unfinished blocks, or gives them up. */
export function finishBlocks(store: EditorStore): void {
  for (const block of unfinishedBlocks(store.getState())) {
    const { name } = block;
    const rows = withRows.safeParse(block.value).data;
    if (rows) {
      const dated = rows.rows.map((row) => ({ ...row, date: row.date || '2026-12-05' }));
      act(store, edit, name, { ...rows, rows: dated });
    }
    const short = textsOf(block).find(({ text }) => text !== shortened(text));
    if (short !== undefined) act(store, edit, name, short.replace(shortened(short.text)).value);
    const now = shownBlock(store.getState(), name);
    if (now !== null && checkBlock(now).block === null) act(store, cancelEditing, name);
  }
}

/** A block with a mark added to its words, or replacing one. */
function withWords(random: () => number, block: Block, kind: string, { mark }: Names): Block {
  const texts = textsOf(block);
  if (texts.length === 0) return block;
  const text = pick(random, texts);
  if (text.format !== 'rich') return text.replace(textOf(kind, text.text, mark()));
  const words = text.text.split(' ');
  const at = 1 + Math.floor(random() * (words.length - 1));
  const isWord = words[at] !== undefined && !words[at].includes('<');
  return text.replace(words.toSpliced(at, kind === 'replace' && isWord ? 1 : 0, mark()).join(' '));
}

function textOf(kind: string, text: string, mark: string): string {
  if (kind === 'replace') return `Now ${mark}`;
  return kind === 'unfinish' ? tooLong(`${text} ${mark}`) : `${shortened(text)} ${mark}`;
}
