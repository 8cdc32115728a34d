import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

/** Words typed before the writing surface, or the list of blocks, is loaded. */

const { arrived, listArrived } = vi.hoisted(() => ({
  arrived: Promise.withResolvers<undefined>(),
  listArrived: Promise.withResolvers<undefined>(),
}));
vi.mock('./writing-surface.tsx', async (original) => {
  await arrived.promise;
  return original();
});
vi.mock('#web/features/editor/adding/block-search.tsx', async (original) => {
  await listArrived.promise;
  return original();
});

/** Types a letter as soon as an element appears, before anything else can run. */
function typeWhenThere(selector: string, letter: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    observer.disconnect();
    press(letter);
  });
  observer.observe(document.body, { subtree: true, childList: true });
}

function press(key: string): void {
  const target = document.activeElement ?? document.body;
  const isOpen = target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  if (isOpen) document.execCommand('insertText', false, key);
}

resetBeforeEach();

it('is kept and put in once the surface is there', async () => {
  await renderBlocks([]);
  await page.getByRole('button', { name: 'Heading', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Heading: Heading' })).toBeVisible();
  // The second press of a double click: if the surface appears before the release, there is no click.
  page
    .getByRole('button', { name: 'Heading: Heading' })
    .element()
    .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await userEvent.keyboard('Good mot{Backspace}rning{Delete}{Enter}The hall is warm.{Enter}And dry');
  expect(page.getByRole('dialog').elements(), 'neither Backspace nor Delete deletes a block').toEqual([]);
  expect(page.getByRole('textbox', { name: 'Heading' }).elements()).toEqual([]);
  typeWhenThere('[data-block^="text-"] [data-words]', '?');
  arrived.resolve(undefined);
  await expect.element(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveFocus();
  await userEvent.keyboard('!');
  await expect.element(page.getByRole('button', { name: 'Heading: Good morning' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Text: The hall is warm. And dry?!' })).toBeVisible();
});

it('finds a block by its name, and goes on in it', async () => {
  await renderBlocks([]);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await expect.element(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveFocus();
  await userEvent.keyboard('/hex{Backspace}a');
  press('d');
  press('Enter');
  for (const letter of 'Good') press(letter);
  expect(page.getByRole('combobox', { name: 'Search blocks' }).elements()).toEqual([]);
  listArrived.resolve(undefined);
  await expect.element(page.getByRole('textbox', { name: 'Heading' })).toHaveFocus();
  await userEvent.keyboard(' morning{Enter}/butt{Enter}Order lunch{Escape}');
  await expect.element(page.getByRole('button', { name: 'Heading: Good morning' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Button.*: Order lunch$/ })).toBeVisible();
});
