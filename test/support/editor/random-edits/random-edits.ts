import type {} from '@vitest/browser-playwright';
import { cdp, page, userEvent } from 'vitest/browser';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { CLIPBOARDS } from './clipboards.ts';

export interface EditRun {
  readonly editing: EditorSession;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Returns a word that has not been written before. */
  readonly word: () => string;
}

/** One kind of edit. Resolves to the words that must be in the newsletter after it, if any. */
type Edit = (run: EditRun) => Promise<string | undefined>;

const keys =
  (...choices: readonly string[]): Edit =>
  async (run) => {
    await userEvent.keyboard(oneOf(run, choices));
    return undefined;
  };

/** The kinds of edits, each with its relative frequency. */
const EDITS: readonly (readonly [string, number, Edit])[] = [
  ['types', 24, type],
  ['composes', 12, compose],
  ['cancels a composition', 3, cancelComposition],
  ['leaves in a composition', 3, leaveInComposition],
  ['types a link', 2, typeLink],
  ['deletes', 10, keys('{Backspace}', '{Delete}', '{Control>}{Backspace}{/Control}')],
  ['Enter', 8, keys('{Enter}', '{Enter}', '{Shift>}{Enter}{/Shift}')],
  ['moves', 10, keys('{ArrowLeft}', '{ArrowRight}', '{ArrowUp}', '{ArrowDown}', '{Home}', '{End}')],
  [
    'selects',
    6,
    keys(
      '{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}',
      '{Shift>}{Home}{/Shift}',
      '{Shift>}{ArrowUp}{/Shift}',
      '{Control>}a{/Control}',
    ),
  ],
  [
    'formats',
    6,
    keys(
      '{Control>}b{/Control}',
      '{Control>}i{/Control}',
      '{Control>}u{/Control}',
      '{Control>}{Shift>}8{/Shift}{/Control}',
      '{Control>}{Alt>}2{/Alt}{/Control}',
      '{Tab}',
    ),
  ],
  [
    'undoes',
    8,
    keys('{Control>}z{/Control}', '{Control>}z{/Control}', '{Control>}{Shift>}z{/Shift}{/Control}'),
  ],
  ['undoes in the editor', 4, undoInEditor],
  ['pastes', 8, paste],
  ['leaves', 4, keys('{Escape}')],
  ['goes to a block', 16, goToBlock],
  ['adds by name', 4, addByName],
  ['slash', 3, slash],
  ['deletes a block', 2, deleteBlock],
  ['moves a block', 2, keys('{Alt>}{ArrowUp}{/Alt}', '{Alt>}{ArrowDown}{/Alt}')],
  ['saves', 2, keys('{Control>}s{/Control}')],
];
const TOTAL = EDITS.reduce((sum, [, weight]) => sum + weight, 0);

/** Makes one random edit. Resolves to its kind, and the words that it must have written. */
export async function randomEdit(run: EditRun): Promise<{ kind: string; written: string | undefined }> {
  let left = run.random() * TOTAL;
  for (const [kind, weight, edit] of EDITS) {
    left -= weight;
    if (left < 0) return { kind, written: await edit(run) };
  }
  throw new RangeError('No edit');
}

function oneOf<Item>({ random }: EditRun, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('Nothing to choose from');
  return item;
}

/** The field that has the caret. */
function field(): Element | null {
  return document.activeElement?.closest('[data-words] [contenteditable="true"]') ?? null;
}

/** The words, if they can be typed now. */
function inField(words: string): string | undefined {
  return field() === null ? undefined : words;
}

async function type({ word }: EditRun): Promise<string | undefined> {
  const written = word();
  const expected = inField(written);
  await userEvent.keyboard(`${written} `);
  return expected;
}

async function typeLink({ word }: EditRun): Promise<string | undefined> {
  const written = `https://${word()}.example`;
  const expected = inField(written);
  await userEvent.keyboard(`${written} `);
  return expected;
}

/** Shows words in the making, like an input method. */
async function preview(words: string) {
  await cdp().send('Input.imeSetComposition', {
    text: words,
    selectionStart: words.length,
    selectionEnd: words.length,
  });
}

async function compose({ word, random }: EditRun): Promise<string | undefined> {
  const written = `語${word()}`;
  const expected = inField(written);
  const steps = 1 + Math.floor(random() * 3);
  for (let step = 1; step <= steps; step += 1) await preview('ことば'.slice(0, step));
  await cdp().send('Input.insertText', { text: written });
  return expected;
}

async function cancelComposition(): Promise<undefined> {
  await preview('こ');
  await preview('');
}

async function leaveInComposition(run: EditRun): Promise<undefined> {
  await preview('のこる');
  await goToBlock(run);
}

async function undoInEditor(run: EditRun): Promise<undefined> {
  press(document.querySelector(`button[aria-label="${oneOf(run, ['Undo', 'Redo'])}"]`));
}

// Does not wait for a button that has disappeared meanwhile.
function press(button: Element | null | undefined): void {
  if (button instanceof HTMLElement) button.click();
}

async function paste(run: EditRun): Promise<string | undefined> {
  const word = run.word();
  const { html, text } = oneOf(run, CLIPBOARDS)(word);
  const clipboardData = new DataTransfer();
  if (html !== '') clipboardData.setData('text/html', html);
  clipboardData.setData('text/plain', text);
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  return field() === null ? undefined : word;
}

async function goToBlock(run: EditRun): Promise<undefined> {
  if (document.querySelector('[aria-modal="true"]') !== null) {
    await userEvent.keyboard('{Escape}');
    return;
  }
  const covers = [...document.querySelectorAll('[data-block] > [aria-pressed]')];
  if (covers.length === 0) return;
  const cover = oneOf(run, covers);
  cover.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = cover.getBoundingClientRect();
  const main = page.getByRole('main');
  const origin = main.element().getBoundingClientRect();
  // Clicks at its place, because its name changes whenever it is drawn.
  await main.click({
    force: true,
    position: {
      x: left - origin.left + 2 + run.random() * (width - 4),
      y: top - origin.top + 1 + run.random() * (height - 2),
    },
  });
}

const NAMES = ['Heading', 'Text', 'Boxed', 'Button', 'Divider', 'Footer'] as const;

async function addByName(run: EditRun): Promise<undefined> {
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await chooseByName(run);
}

async function slash(run: EditRun): Promise<undefined> {
  await userEvent.keyboard('/');
  await chooseByName(run);
}

async function chooseByName(run: EditRun): Promise<void> {
  if (run.editing.insertion.getState() === null) return;
  await userEvent.keyboard(run.random() < 0.3 ? 'x{Escape}' : `${oneOf(run, NAMES)}{Enter}`);
}

async function deleteBlock(run: EditRun): Promise<undefined> {
  await userEvent.keyboard('{Escape}{Delete}');
  const answer = run.random() < 0.7 ? 'Delete component' : 'Cancel';
  const buttons = [...document.querySelectorAll('[role="dialog"] button, [role="alertdialog"] button')];
  press(buttons.find(({ textContent }) => textContent === answer));
}
