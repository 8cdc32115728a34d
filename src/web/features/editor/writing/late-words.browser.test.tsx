import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createBlock } from '#newsletter/document/document.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { openJournal } from '#web/features/editor/saving/journal.ts';
import { webStorageStore } from '#web/features/editor/saving/journal-store.ts';

/** Typed words reach the state after the frame that paints them, or before anything that needs them. */

const text = { ...createBlock('text', () => 'text-1'), value: { html: '<p>Robins</p>' } };

resetBeforeEach();

async function writeIn(): Promise<void> {
  await renderBlocks([text], { layout: 'one_column' });
  await page.getByRole('button', { name: /^Text: Robins/ }).dblClick();
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveFocus();
}

/** Types words and lets the engine read them, before any frame. */
async function typeWithoutFrame(words: string): Promise<void> {
  document.execCommand('insertText', false, words);
  await Promise.resolve();
}

/** Presses a letter's key; runs a function once the browser has inserted it and the engine has read it, before any frame. */
async function pressed(letter: string, run: (read: string) => void): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Text' }).element();
  const ran = new Promise<void>((resolve) => field.addEventListener('input', () => resolve(), { once: true }))
    // The engine's microtask comes between these two.
    .then(() => undefined)
    .then(() => run(Reflect.get(field, 'editor').state.doc.textContent));
  await userEvent.keyboard(letter);
  await ran;
}

async function journal(): Promise<string> {
  const { recovered } = await openJournal(webStorageStore, 'journal:me:one:tab');
  return JSON.stringify(recovered?.workingCopies ?? null);
}

it('is in the journal if the page is closed right after the key', async () => {
  await writeIn();
  await typeWithoutFrame(' sing');
  // From now on, nothing else waits to be written.
  await expect.poll(journal).toContain('Robins sing');
  await typeWithoutFrame(' on');
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(await journal()).toContain('Robins sing on');
});

it('is read by the engine after the frame, or before anything that needs it', async () => {
  await writeIn();
  const field = page.getByRole('textbox', { name: 'Text' });
  let unread = '';
  await pressed('s', (read) => {
    unread = read;
    expect(field.element().textContent).toBe('Robinss');
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
  });
  expect(unread).toBe('Robins');
  expect(await journal()).toContain('Robinss');
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', ' and wrens');
  const paste = () => new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
  await pressed('!', () => field.element().dispatchEvent(paste()));
  // An accent right after a letter begins a composition.
  await pressed('?', () => {
    field.element().dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    expect(Reflect.get(field.element(), 'editor').state.doc.textContent).toBe('Robinss! and wrens?');
    field.element().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
  });
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByRole('button', { name: 'Text: Robinss! and wrens?' })).toBeVisible();
});

it('is sent by the shortcut that saves right after the key', async () => {
  await writeIn();
  const sent: string[] = [];
  vi.stubGlobal('fetch', (request: Request | string, options?: RequestInit) => {
    sent.push(String(options?.body ?? ''), request instanceof Request ? request.url : request);
    return new Promise(() => undefined);
  });
  await typeWithoutFrame(' sing');
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true }),
  );
  await vi.waitFor(() => expect(sent.join()).toContain('Robins'));
  expect(sent.find((body) => body.includes('Robins'))).toContain('Robins sing');
});

it('goes on where it was after the shortcut that saves', async () => {
  await writeIn();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const save = { key: 's', ctrlKey: true, bubbles: true, cancelable: true };
  for (const words of [' sing', ' and', ' fly']) {
    await typeWithoutFrame(words);
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', save));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveFocus();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByRole('button', { name: 'Text: Robins sing and fly' })).toBeVisible();
});

it('is in the block that is left after the key', async () => {
  await writeIn();
  await typeWithoutFrame(' sing');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByRole('button', { name: 'Text: Robins sing' })).toBeVisible();
});

it('is in the block that Escape leaves before the frame', async () => {
  await writeIn();
  const leave = { key: 'Escape', keyCode: 27, bubbles: true, cancelable: true };
  await pressed('s', () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', leave)));
  await expect.element(page.getByRole('button', { name: 'Text: Robinss' })).toBeVisible();
});

it('takes the place of an invitation in the same frame', async () => {
  await renderBlocks([]);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveFocus();
  const surface = document.querySelector<HTMLElement>('[data-words]');
  expect(surface?.dataset.empty).toBe('');
  await typeWithoutFrame('R');
  await Promise.resolve();
  expect(surface?.dataset.empty).toBeUndefined();
});

it('is pressed where it has grown below the drawn block, which then grows with it', async () => {
  await writeIn();
  const words = document.querySelector<HTMLElement>('[data-words] [contenteditable]');
  const surface = document.querySelector<HTMLElement>('[data-words]');
  if (words === null || surface === null) throw new Error('Nothing is written in');
  await typeWithoutFrame(' sing in the hedge behind the hall, and nobody minds'.repeat(6));
  const { left, bottom } = words.getBoundingClientRect();
  expect(bottom).toBeGreaterThan(surface.getBoundingClientRect().bottom + 20);
  expect(words.contains(document.elementFromPoint(left + 20, bottom - 6))).toBe(true);
  await expect.poll(() => surface.offsetHeight - words.offsetHeight).toBe(0);
});
