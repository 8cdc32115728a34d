import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Block } from '#newsletter/document/document.ts';
import { randomFrom } from '#test/random-texts.ts';
import { editedNewsletter, renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { emptyStores } from '#test/support/editor/journal-stores.ts';
import { type ComparedPlaces, expectEqual } from '#test/support/editor/random-edits/equality.ts';
import { randomEdit } from '#test/support/editor/random-edits/random-edits.ts';
import { createTestServer } from '#test/support/editor/random-edits/server.ts';
import { beginEditing } from '#web/features/editor/begin-editing.ts';
import { openDatabaseStore } from '#web/features/editor/saving/journal-store.ts';

vi.mock('#web/features/editor/begin-editing.ts', { spy: true });
resetBeforeEach();

/** The number of edits. `npm run bench -- random-edits` makes more; a given seed repeats a failure. */
const EDITS = Number(import.meta.env.VITE_RANDOM_EDITS ?? 80);
const SEEDS = String(import.meta.env.VITE_RANDOM_SEEDS ?? '1')
  .split(',')
  .map(Number);
/** The time limit in milliseconds: an edit takes about 50. */
const TIMEOUT = 60_000 + EDITS * 1000;
/** The number of edits between two comparisons. */
const BATCH = 8;
const KEY = 'journal:me:one:tab';

const BLOCKS: readonly Block[] = [
  { name: 'h', type: 'heading', value: { text: 'Robins' } },
  { name: 't', type: 'text', value: { html: '<p>Dear families,</p><p>Good <strong>news</strong>.</p>' } },
  { name: 'b', type: 'button', value: { btnText: 'Order lunch', url: 'https://example.org/' } },
  { name: 'l', type: 'text', value: { html: '<ul><li><p>Coats</p></li><li><p>Hats</p></li></ul>' } },
  { name: 'd', type: 'divider', value: { style: 'solid' } },
  { name: 'f', type: 'footer', value: { text: 'The office is open\nfrom 8 to 4.' } },
];

async function openEditor(): Promise<ComparedPlaces> {
  await emptyStores();
  const store = await openDatabaseStore();
  const server = createTestServer(editedNewsletter(BLOCKS, { layout: 'one_column' }));
  vi.stubGlobal('fetch', server.answer);
  await renderBlocks(BLOCKS, { layout: 'one_column', journalStore: store });
  await expect.element(page.getByRole('button', { name: 'Heading: Robins' })).toBeVisible();
  const made = vi.mocked(beginEditing).mock.results.at(-1);
  if (made?.type !== 'return') throw new Error('No editor');
  return { editing: made.value, journal: { store, key: KEY }, server };
}

it.each(SEEDS)(
  `keeps document, canvas, journal and server equal through ${EDITS} edits, seed %i`,
  { timeout: TIMEOUT },
  async (seed) => {
    const places = await openEditor();
    const { editing, server } = places;
    const random = randomFrom(seed);
    let words = 0;
    const word = () => {
      words += 1;
      return `w${words}`;
    };
    const done: string[] = [];
    for (let count = 1; count <= EDITS; count += 1) {
      const { kind, written } = await randomEdit({ editing, random, word });
      done.push(kind);
      const where = `seed ${seed}, edit ${count} of: ${done.slice(-BATCH).join(', ')}`;
      await expect.poll(() => isSettled(editing), { message: `${where}: the caret is there` }).toBe(true);
      if (written !== undefined)
        expect(JSON.stringify(editing.store.getState()), `${where}: what was typed`).toContain(written);
      if (count % BATCH > 0) continue;
      await expectEqual(places, where);
      if (random() < 0.5) server.hold();
    }
  },
);

/** Whether the caret has reached the place where the last edit sent it. */
function isSettled({ caret }: ComparedPlaces['editing']): boolean {
  return caret.getState() === null;
}
