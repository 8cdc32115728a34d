import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

/** The names beside blocks. */

resetBeforeEach();

const add = (type: string) =>
  page
    .getByRole('complementary', { name: 'Add a block' })
    .getByRole('button', { name: type, exact: true })
    .click();

const tagOf = (slot: string) => document.querySelector(`${slot} [data-tag]`)?.getBoundingClientRect();

it.each(['Download', 'Image group', 'Social media'])('names the second %s in one line', async (type) => {
  await renderBlocks([]);
  await add(type);
  await add(type);
  await expect.element(page.getByRole('complementary', { name: `Edit ${type} 2` })).toBeVisible();
  await expect.poll(() => tagOf('[data-selected]')?.height ?? 0).toBeGreaterThan(0);
  expect(tagOf('[data-selected]')?.height).toBeLessThan(30);
});
