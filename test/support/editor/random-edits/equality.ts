import { expect } from 'vitest';
import { type Block, inEnvelopeOf, toCode } from '#newsletter/document/document.ts';
import { blocksOf, findBlock, splitFooters } from '#newsletter/document/layout.ts';
import { type TextOf, textsOf } from '#newsletter/document/traits.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import {
  type EditorState,
  savableDocument,
  shownBlock,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { openJournal } from '#web/features/editor/saving/journal.ts';
import type { JournalStore } from '#web/features/editor/saving/journal-store.ts';
import { toSave } from '#web/features/editor/saving/to-save.ts';
import { lineOfWords, outlineInOneLine, outlineOf, outlineOfHtml } from './outline.ts';
import type { TestServer } from './server.ts';

/** The places that hold a newsletter while it is edited. */
export interface ComparedPlaces {
  readonly editing: EditorSession;
  readonly journal: { readonly store: JournalStore; readonly key: string };
  readonly server: TestServer;
}

/** Waits until canvas, fields, journal and server agree with the state. Fails if they never do. */
export async function expectEqual(
  { editing, journal, server }: ComparedPlaces,
  where: string,
): Promise<void> {
  const { saver, store } = editing;
  await expect.poll(() => wrongOnCanvas(editing), { message: `${where}: the canvas` }).toEqual([]);
  await expect.poll(() => wrongInJournal(editing, journal), { message: `${where}: the journal` }).toBe(null);
  server.release();
  expect(await saver.flush(), `${where}: saving, ${JSON.stringify(saver.state.getState())}`).toBe(true);
  const { title, code } = server.stored().attributes;
  const state = store.getState();
  // Unfinished blocks stay as last sent.
  const saved = toSave(state, saver.acknowledged());
  expect({ title, code }, `${where}: the server`).toEqual({
    title: state.title,
    code: plain(toCode(savableDocument(saved))),
  });
  await expect
    .poll(() => wrongInJournal(editing, journal), { message: `${where}: the journal after saving` })
    .toBe(null);
}

/** The differences of the canvas and the fields from the state. */
function wrongOnCanvas({ store }: EditorSession): readonly unknown[] {
  const state = store.getState();
  const { document: newsletter, selected } = state;
  const slots = [...document.querySelectorAll<HTMLElement>('[data-block]')];
  const names = slots.map(({ dataset }) => dataset.block);
  const { footers } = splitFooters(newsletter);
  const rest = blocksOf(newsletter).filter((block) => !footers.includes(block));
  const order = [...rest, ...footers].map(({ name }) => name);
  if (names.join() !== order.join()) return [{ names, order }];
  return slots.flatMap((slot) => {
    const block = shownBlock(state, slot.dataset.block ?? '');
    return block === null ? [] : textsOf(block).flatMap((text) => wrongText(slot, block, text, selected));
  });
}

function wrongText(slot: Element, { name }: Block, text: TextOf, selected: string | null): unknown[] {
  const isRich = text.format === 'rich';
  const expected = isRich ? outlineOfHtml(text.text) : lineOfWords(text.text);
  const outline = (root: HTMLElement, offset: number) =>
    isRich ? outlineOf(root, offset) : outlineInOneLine(outlineOf(root));
  const root = slot.querySelector('[data-drawn]')?.shadowRoot;
  const path = CSS.escape(text.path);
  const field = root?.querySelector<HTMLElement>(`[data-field="${path}"]`) ?? null;
  const surface = slot.querySelector<HTMLElement>(`[data-words][data-path="${path}"] [contenteditable]`);
  const drawn = field && outline(field, 1);
  const typed = surface && outline(surface, 0);
  const wrong: unknown[] = [];
  // An empty field is drawn as an invitation.
  if (drawn !== null && expected.length > 0 && !isSame(drawn, expected))
    wrong.push({ name, drawn, expected });
  if (drawn === null && root?.textContent.includes(text.text) !== true)
    wrong.push({ name, missing: text.text });
  if (drawn !== null && name === selected && typed === null) wrong.push({ name, missing: 'its field' });
  if (typed !== null && !isSame(typed, expected)) wrong.push({ name, typed, expected });
  return wrong;
}

/** How the journal differs from the state, in words; null if it does not. */
async function wrongInJournal(
  editing: EditorSession,
  { store, key }: ComparedPlaces['journal'],
): Promise<string | null> {
  const { recovered } = await openJournal(store, key);
  if (!editing.hasUnsaved()) return recovered === null ? null : 'is not empty';
  if (recovered === null) return 'is empty';
  const expected = editing.store.getState();
  const parts = {
    title: [recovered.title, expected.title],
    document: [toCode(recovered.document), toCode(expected.document)],
    fresh: [recovered.fresh, expected.fresh],
    workingCopies: [byName(recovered.workingCopies), byName(inPlace(expected))],
  };
  const wrong = Object.entries(parts).find(([, [kept, now]]) => JSON.stringify(kept) !== JSON.stringify(now));
  return wrong === undefined ? null : JSON.stringify(wrong);
}

// A copy may be from before its block was moved or tinted. Place and tint then come from the document.
function inPlace({ document, workingCopies }: EditorState): Readonly<Record<string, Block>> {
  const inDocument = ([name, copy]: readonly [string, Block]) =>
    [name, inEnvelopeOf(copy, findBlock(document, name) ?? copy)] as const;
  return Object.fromEntries(Object.entries(workingCopies).map(inDocument));
}

function byName(copies: Readonly<Record<string, Block>>): readonly Block[] {
  return Object.values(copies).toSorted((one, other) => one.name.localeCompare(other.name));
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.join('\n') === other.join('\n');
}

// JSON, as it is sent, has no undefined members.
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
