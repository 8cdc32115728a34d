import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SEEN } from '#test/sample-extensions/editor-guest/guest.tsx';
import { headingNamed } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

/** Adds a guest by its folder and a line in the list, and checks that it is asked and shown as all others are. */

vi.mock('./guests.ts', async (original) => {
  const { GUESTS } = await original<typeof import('./guests.ts')>();
  const { arrange } = await import('#web/features/editor/kernel/guest.ts');
  const { COUNTDOWN } = await import('#test/sample-extensions/editor-guest/guest.tsx');
  return { GUESTS: arrange([...GUESTS.all, COUNTDOWN]) };
});

resetBeforeEach();

const block = () => page.getByRole('button', { name: 'Heading (12 days): Harvest' });
const shown = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible();

it('is opened, started, and shown in each place that it takes', async () => {
  await renderBlocks([headingNamed('a', 'Harvest')]);
  expect(SEEN.slice(0, 2)).toEqual(['opened News', 'started']);
  await shown('12 days to the end of term');
  await shown('Term ends soon');
  await shown('Days as a tile');
  await shown('Days over all');
  const around = page.getByTitle('Before the end of term');
  await expect.element(around.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
  await expect.element(block()).toBeInTheDocument();
  await shown('12 days');
  expect(document.querySelector('[data-counted="heading"]')).not.toBeNull();
  await expect.poll(() => SEEN).toContain('preloaded');
});

it('is in the form of a block and among its actions, and has a panel in the place of the form', async () => {
  await renderBlocks([headingNamed('a', 'Harvest')]);
  await block().click();
  await shown('It is counted for this block');
  const panel = page.getByRole('complementary', { name: 'Days of term' });
  await page.getByRole('button', { name: 'Count the days' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  await page
    .getByRole('complementary', { name: 'Edit Heading' })
    .getByRole('button', { name: 'Close' })
    .click();
  await expect.element(panel).toBeVisible();
  const button = page.getByRole('button', { name: 'Countdown' });
  await button.click();
  await expect.element(panel).not.toBeInTheDocument();
  await button.click();
  await expect.element(panel).toBeVisible();
});

it('has its say before a block is deleted and before the newsletter is published', async () => {
  await renderBlocks([headingNamed('a', 'Harvest')]);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: 'Is it term yet?' })).toBeVisible();
  await page.getByRole('button', { name: 'Go back' }).click();
  await block().click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText(/ Its days are counted\./)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
});

it('is a tool and an item of the menu on a phone', async () => {
  await page.viewport(375, 812);
  await renderBlocks([headingNamed('a', 'Harvest')]);
  await expect.element(page.getByRole('region', { name: 'Tools' }).getByText('Countdown')).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: '12 days' }).click();
  expect(SEEN).toContain('chosen');
});
