import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Block } from '#newsletter/document/document.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

resetBeforeEach();

const BLOCKS: readonly Block[] = [
  { name: 'one', type: 'heading', value: { text: 'Robins' } },
  { name: 'two', type: 'button', value: { btnText: 'Order', url: 'https://school.example/' } },
  { name: 'three', type: 'divider', value: { style: 'solid' } },
];

const tile = page.getByRole('complementary', { name: 'Add a block' }).getByRole('button').first();
const robins = page.getByRole('button', { name: 'Heading: Robins' });
const order = page.getByRole('button', { name: 'Button: Order' });

async function open() {
  await renderBlocks(BLOCKS, { layout: 'one_column' });
  await expect.element(order).toBeVisible();
}

it('goes from tiles to canvas to form and round with F6, and back with Shift', async () => {
  await open();
  const form = page.getByRole('complementary', { name: 'Design' });
  await userEvent.keyboard('{F6}');
  await expect.element(tile).toHaveFocus();
  await userEvent.keyboard('{F6}');
  await expect.element(robins).toHaveFocus();
  await userEvent.keyboard('{F6}');
  await expect.poll(() => form.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{F6}');
  await expect.element(tile).toHaveFocus();
  await userEvent.keyboard('{Shift>}{F6}{/Shift}');
  await expect.poll(() => form.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Shift>}{F6}{/Shift}');
  await expect.element(robins).toHaveFocus();
});

it('goes straight to each with Ctrl and its number, to the selected block and its form', async () => {
  await open();
  await order.dblClick();
  const words = page.getByRole('textbox', { name: 'Button text' });
  await expect.element(words).toHaveFocus();
  await userEvent.keyboard('{Control>}3{/Control}');
  const form = page.getByRole('complementary', { name: 'Edit Button' });
  await expect.element(form.getByRole('textbox').first()).toHaveFocus();
  await userEvent.keyboard('{Control>}1{/Control}');
  await expect.element(tile).toHaveFocus();
  await userEvent.keyboard('{Control>}2{/Control}');
  await expect.element(words).toHaveFocus();
});

it('leads past the heads with skip links', async () => {
  await open();
  const skips = page.getByRole('navigation', { name: 'Skip within the editor' });
  await userEvent.tab();
  await expect.element(skips.getByRole('button', { name: 'Skip to the tiles' })).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(robins).toHaveFocus();
});

it('deletes a new block in which nothing is filled in without a question', async () => {
  await open();
  await robins.dblClick();
  await page.getByRole('button', { name: 'Image', exact: true }).click();
  await expect.element(page.getByRole('complementary', { name: 'Edit Image' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete component' }).click();
  await expect.element(page.getByText('Image deleted').first()).toBeVisible();
  expect(page.getByRole('dialog').elements()).toHaveLength(0);
  await expect.element(order).toHaveFocus();
});

it('goes on beside a block that is deleted, and not to the top of the page', async () => {
  await open();
  await robins.dblClick();
  await userEvent.keyboard('{Escape}');
  await expect.element(robins).toHaveFocus();
  const remove = async () => {
    await userEvent.keyboard('{Delete}');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete component' }).click();
  };
  await remove();
  await expect.element(order).toHaveFocus();
  await userEvent.keyboard('{Control>}2{/Control}{ArrowDown}');
  document.querySelector<HTMLElement>('[data-block="three"] > button')?.focus();
  await remove();
  await expect.element(order).toHaveFocus();
  await remove();
  await expect.element(page.getByRole('main')).toHaveFocus();
});
