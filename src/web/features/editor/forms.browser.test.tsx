import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Block } from '#newsletter/document.ts';
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

const EVENTS: Block = {
  name: 'dates',
  type: 'event',
  value: { rows: [{ id: 'r1', title: 'Fair', description: 'In the hall', date: '2031-10-13' }] },
};

it('says of each event what it still needs, and keeps none that is blank', async () => {
  await renderBlocks([EVENTS]);
  await page.getByRole('button', { name: /^Event: / }).dblClick();
  const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
  const add = page.getByRole('button', { name: 'Add event' });
  await add.click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Event: / }).dblClick();
  await expect.element(events).toHaveTextContent('Fair13 Oct 2031');
  await expect.element(page.getByText('Changed, not saved yet')).not.toBeInTheDocument();

  await add.click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Half');
  await page.getByLabelText('Date').fill('2031-10-14');
  await expect.element(page.getByText(/^Tuesday,? 14 October 2031$/)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Event: / }).dblClick();
  await expect.element(events.nth(1)).toHaveTextContent('HalfTo finish: description14 Oct 2031');
  await expect.element(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();

  await page.getByRole('button', { name: /^Half/ }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Bring:\n- a coat');
  await page.getByRole('button', { name: 'Save event' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: /^Event: / }).dblClick();
  await page.getByRole('button', { name: /^Half/ }).click();
  await expect.element(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Bring:\n- a coat');
});
