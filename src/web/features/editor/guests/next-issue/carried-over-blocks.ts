import type { Block } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { datesOf, textsOf } from '#newsletter/document/traits.ts';
import { plainText } from '#newsletter/rich-text/rich-text.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { blockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { type EditorState, shownBlock } from '#web/features/editor/kernel/state/editor-state.ts';
import { storeKeptBlocks as storeKept } from '#web/features/editor/saving/newsletter-calls.ts';
import {
  type CarriedOver,
  carriedOverStore,
  inventedDates,
  isAsBefore,
  isUntouched,
} from './carried-over.ts';

/** The functions of panels and questions about carried-over blocks. The editor loads them when one is shown. */

/** The origin of blocks: the issue of a day ('13 November'), a ready-made newsletter, or some from each. */
export interface Origin {
  readonly day: string;
  readonly kind: 'issue' | 'examples' | 'both';
}

/** The origin of these blocks; if `blocks` is empty, of all carried-over ones. */
export function blocksOrigin(carriedOver: CarriedOver | null, blocks: readonly Block[]): Origin {
  if (carriedOver === null) return { day: '', kind: 'issue' };
  const { day, examples } = carriedOver;
  const all = blocks.length > 0 ? blocks.map(({ name }) => name) : [...carriedOver.blocks.keys()];
  const ofExamples = all.filter((name) => examples.has(name));
  if (all.length === 0) return { day, kind: examples.size > 0 ? 'examples' : 'issue' };
  const kind = ofExamples.length === all.length ? 'examples' : ofExamples.length > 0 ? 'both' : 'issue';
  return { day, kind };
}

/** The answer to the question about blocks of the issue before: publish with or without them, stay, or go to one. */
export type CarriedOverAnswer = 'publish' | 'remove' | 'stay' | { readonly block: string };

/** '2 blocks are still as on 13 November', '1 block is still an example'. */
export function stillWords({ day, kind }: Origin, count: number): string {
  const blocks = count === 1 ? '1 block is' : `${count} blocks are`;
  if (kind === 'issue') return `${blocks} still as on ${day}`;
  const examples = count === 1 ? 'an example' : 'examples';
  return `${blocks} still ${examples}${kind === 'both' ? ` or as on ${day}` : ''}`;
}

/** The message once no carried-over block is left. */
export function nothingRemainsWords({ day, kind }: Origin): string {
  return kind === 'examples' ? 'No example is left.' : `Nothing is left as it was on ${day}.`;
}

/** The blocks that are still as in the issue before, in reading order, as they are shown. */
export function untouchedIn(carriedOver: CarriedOver | null, state: EditorState): readonly Block[] {
  if (carriedOver === null) return [];
  return blocksOf(state.document).flatMap(({ name }) => {
    const block = shownBlock(state, name);
    return block !== null && isUntouched(carriedOver, block) ? [block] : [];
  });
}

/** The names of the blocks that are still as in the issue before. */
export function untouchedBlocks(editing: EditorSession): readonly string[] {
  return untouchedIn(carriedOverStore(editing).getState(), editing.store.getState()).map(({ name }) => name);
}

/** The note for a list that has blocks with invented dates; null if it has none. */
export function exampleDatesWords(carriedOver: CarriedOver | null, blocks: readonly Block[]): string | null {
  const examples = blocks.filter(({ name }) => carriedOver?.examples.has(name));
  if (!examples.some((block) => datesOf(block).length > 0)) return null;
  return 'The school’s calendar does not show example dates. Change or keep them, and they are your own.';
}

/** The marks that are being removed from the server: publishing waits for it. */
const leaving = new WeakMap<EditorSession, Promise<void>>();

/** Resolves once the server knows the kept blocks, or cannot be reached. */
export async function keptOnServer(editing: EditorSession): Promise<void> {
  await leaving.get(editing);
}

/** Keeps blocks as they are: removes their marks here and on the server. If it cannot be reached, they are back next time. */
export function keepCarriedOver(editing: EditorSession, kept: readonly string[]): void {
  const { opened } = editing;
  const carriedOver = carriedOverStore(editing);
  const marks = carriedOver.getState();
  const names = marks === null ? kept : [...new Set([...kept, ...sameExamples(marks, kept)])];
  carriedOver.setState(
    (before) =>
      before && {
        ...before,
        blocks: new Map([...before.blocks].filter(([name]) => !names.includes(name))),
        rows: new Map([...before.rows].filter(([name]) => !names.includes(name))),
        fields: new Map([...before.fields].filter(([name]) => !names.includes(name))),
        dates: before.dates.filter((name) => !names.includes(name)),
        kept: new Set([...before.kept, ...names]),
      },
    true,
  );
  if (names.length === 0) return;
  const before = keptOnServer(editing);
  const stored = storeKept(opened.id, names).catch(() => undefined);
  leaving.set(
    editing,
    before.then(() => stored),
  );
}

/** The names of the examples with the same content as `names`: a copy of a kept block is kept too. */
function sameExamples({ examples, blocks, rows }: CarriedOver, names: readonly string[]): readonly string[] {
  const contentOf = (name: string) => {
    const block = blocks.get(name);
    const keys = [...(rows.get(name) ?? [])];
    return keys.length > 0 || block === undefined ? keys.sort().join() : JSON.stringify(block.value);
  };
  const kept = new Set(names.filter((name) => examples.has(name)).map(contentOf));
  return [...examples].filter((name) => kept.has(contentOf(name)));
}

/** Keeps a block as it is, and says so. */
export function keepBlock(editing: EditorSession, { name }: Block): void {
  keepCarriedOver(editing, [name]);
  editing.announce(`${blockLabel(editing.store.getState().document, name)} kept as it is`);
}

/** Keeps all these blocks as they are, and says so. */
export function keepBlocks(editing: EditorSession, blocks: readonly Block[]): void {
  keepCarriedOver(
    editing,
    blocks.map(({ name }) => name),
  );
  editing.announce(`${blocks.length} blocks kept as they are`);
}

/** The fields of a block's dates that are still invented, if their author has changed others: 'Class assembly: time, place'. */
export function remainingWords(carriedOver: CarriedOver | null, block: Block): readonly string[] {
  const remaining = isAsBefore(carriedOver, block) ? [] : inventedDates(carriedOver, block);
  if (remaining.every(({ isAll }) => isAll)) return [];
  return remaining.map(({ date, fields, isAll }) => {
    const named = fields.filter((field) => field !== 'title');
    return `${date.title}: ${isAll ? 'all of it' : named.join(', ')}`;
  });
}

const WORDS_MAX = 80;

/** The first words of a block; empty if it has none. */
export function firstWordsOf(block: Block): string {
  const texts = textsOf(block).map(({ format, text }) => (format === 'rich' ? plainText(text) : text));
  return texts.join(', ').replace(/\s+/g, ' ').trim().slice(0, WORDS_MAX);
}
