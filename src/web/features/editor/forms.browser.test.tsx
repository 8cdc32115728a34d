import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderBlocks } from './test-editor.tsx';

beforeEach(async () => {
  await page.viewport(1440, 900);
  localStorage.clear();
  // Nothing here is about saving.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function addBlock(label: string): Promise<void> {
  await renderBlocks([]);
  await page.getByRole('button', { name: label, exact: true }).click();
}

/** As people press a mouse: what the press does is there before the button is let go. */
const PRESS = { delay: 100 } as const;

it('lets the first click through, which leaves a field empty: a file is asked for', async () => {
  await addBlock('Download');
  await expect.element(page.getByRole('textbox', { name: 'Button text' })).toHaveFocus();
  const asked = vi.fn((event: Event) => event.preventDefault());
  page.getByLabelText('File', { exact: true }).element().addEventListener('click', asked);
  await page.getByRole('button', { name: 'Select file' }).click(PRESS);
  expect(asked).toHaveBeenCalled();
  await expect.element(page.getByText('Required')).toBeVisible();
});

it('lets the first click through: another class is added', async () => {
  await addBlock('Attendance');
  const add = page.getByRole('button', { name: 'Add a class' });
  await add.click(PRESS);
  await expect.element(page.getByRole('textbox', { name: 'Class 1' })).toHaveFocus();
  await add.click(PRESS);
  await expect.element(page.getByRole('textbox', { name: 'Class 2' })).toHaveFocus();
});

it('lets the first click through: an option is chosen', async () => {
  await addBlock('Boxed text');
  await expect.element(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveFocus();
  await page.getByRole('radio', { name: 'Anywhere in a word' }).click(PRESS);
  await expect.element(page.getByRole('radio', { name: 'Anywhere in a word' })).toBeChecked();
});
