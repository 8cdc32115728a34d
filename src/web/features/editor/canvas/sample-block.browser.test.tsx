import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { blockSchema, isEmptySpace } from '#newsletter/document/document.ts';
import fixture from '#test/sample-extensions/block/fixture.json' with { type: 'json' };
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

/** A block type for tests, added by its two entries in the lists. See test/sample-extensions/block.test.ts. */

vi.mock('#newsletter/blocks/index.ts', async (original) => {
  const { BLOCKS } = await original<typeof import('#newsletter/blocks/index.ts')>();
  const { notice } = await import('#test/sample-extensions/block/block.ts');
  return { BLOCKS: { ...BLOCKS, notice } };
});
vi.mock('#newsletter/blocks/editors.ts', async (original) => {
  const { EDITORS } = await original<typeof import('#newsletter/blocks/editors.ts')>();
  const { noticeEditor } = await import('#test/sample-extensions/block/editor.tsx');
  return { EDITORS: { ...EDITORS, notice: noticeEditor } };
});

resetBeforeEach();

it('shows a new block type on the canvas, with its form and what the check finds', async () => {
  const block = blockSchema.parse({ name: 'n', type: 'notice', value: fixture.valid[0] });
  await renderBlocks(isEmptySpace(block) ? [] : [block]);
  await page.getByRole('button', { name: /^Notice: .*HARVEST SUPPER FOR ALL FAMILIES/ }).dblClick();
  await page.getByRole('textbox', { name: 'Title of the notice' }).fill('Supper on Friday');
  await expect.element(page.getByRole('button', { name: /^Notice: .*Supper on Friday/ })).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByRole('button', { name: /^Check: 1 error/ })).toBeVisible();
});

it('offers a new block type in the picker', async () => {
  await renderBlocks([]);
  await page.getByRole('button', { name: 'Notice', exact: true }).click();
  await expect.element(page.getByRole('textbox', { name: 'Title of the notice' })).toHaveFocus();
  await expect.element(page.getByRole('button', { name: /^Notice: .*A notice/ })).toBeVisible();
});
