import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Block } from '#newsletter/document/document.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

resetBeforeEach();

const BLOCKS: readonly Block[] = [
  { name: 'lead', type: 'heading', value: { text: 'Robins' }, wide: true },
  {
    name: 'words',
    type: 'text',
    value: {
      html: '<p>Read <a href="https://school.example/more">more</a>.</p><ul><li><p>Coats</p></li><li><p>Hats</p></li></ul>',
    },
  },
  { name: 'order', type: 'button', value: { btnText: 'Order lunch', url: 'https://school.example/' } },
];
const canvas = page.getByRole('main');

it('is read as what it is: headings, lists and links, and where each block stands', async () => {
  await renderBlocks(BLOCKS);
  await expect.element(canvas.getByRole('heading', { name: 'Robins' })).toBeInTheDocument();
  await expect.element(canvas.getByRole('link', { name: 'more' })).toBeInTheDocument();
  await expect.element(canvas.getByRole('listitem').filter({ hasText: /^Hats$/ })).toBeInTheDocument();
  await expect
    .element(page.getByRole('button', { name: 'Text: Read more. Coats Hats', exact: true }))
    .toBeInTheDocument();
  await expect
    .element(page.getByRole('button', { name: 'Heading: Robins' }))
    .toHaveAccessibleDescription('Across both columns, 1 of 3');
  await expect
    .element(page.getByRole('button', { name: /^Button: Order lunch/ }))
    .toHaveAccessibleDescription(/^(Left|Right) column, [23] of 3$/);
});

it('says once how tiles and blocks are used, not at each of them', async () => {
  await renderBlocks(BLOCKS);
  const tiles = page.getByRole('complementary', { name: 'Add a block' }).getByRole('button');
  await expect.element(tiles.first()).toHaveAccessibleDescription(/^Enter adds it below the selected block/);
  const described = tiles.elements().filter((tile) => tile.hasAttribute('aria-describedby'));
  expect(described).toHaveLength(1);
  await expect.element(canvas).toHaveAccessibleDescription(/^Enter edits it\. Space picks it up/);
});

it('is read in the newsletter’s language, and its form is typed in it', async () => {
  await renderBlocks(BLOCKS, { language: 'cy' });
  await page.getByRole('button', { name: /^Button: Order lunch/ }).dblClick();
  for (const drawn of document.querySelectorAll('[data-drawn]'))
    expect(drawn.getAttribute('lang')).toBe('cy');
  await expect
    .element(page.getByRole('complementary', { name: 'Edit Button' }).getByRole('textbox').first())
    .toHaveAttribute('lang', 'cy');
});

it('leads nowhere when a link in it is pressed, and opens the block', async () => {
  await renderBlocks(BLOCKS);
  const link = canvas.getByRole('link', { name: 'more' });
  await expect.element(link).toBeInTheDocument();
  expect(link.element().getAttribute('tabindex')).toBe('-1');
  // A screen reader presses without a pointer.
  link.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }));
  await expect.element(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveFocus();
  expect(window.location.href).not.toContain('school.example');
  await userEvent.keyboard('{Escape}');
});

it('names its masthead by what it shows, and leads to the title', async () => {
  await renderBlocks(BLOCKS);
  await page.getByLabelText('Issue date').fill('2026-11-20');
  const masthead = canvas.getByRole('button', { name: 'Masthead: Oakfield, News, Friday, 20 November 2026' });
  await expect
    .element(masthead)
    .toHaveAccessibleDescription(/^Enter changes the title\. The date and colours are under Design/);
  masthead.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Newsletter Title' })).toHaveFocus();
});

it('tells blocks of one type apart by a number, which is seen at the block', async () => {
  const texts = ['One', 'Two'].map((text) => ({ name: text, type: 'heading' as const, value: { text } }));
  await renderBlocks([...texts, { name: 'rule', type: 'divider', value: { style: 'solid' } }], {
    layout: 'one_column',
  });
  const second = canvas.getByRole('button', { name: 'Heading 2: Two' });
  await expect.element(canvas.getByRole('button', { name: 'Heading 1: One' })).toBeInTheDocument();
  await expect.element(canvas.getByRole('button', { name: 'Divider block' })).toBeInTheDocument();
  await second.dblClick();
  await expect.element(canvas.getByText('Heading 2', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Heading 2', exact: true })).toBeVisible();
  await expect.element(page.getByRole('toolbar', { name: 'Actions for Heading 2' })).toBeVisible();
  await expect.element(canvas.getByRole('button', { name: 'Add below Heading 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete component' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete component' }).click();
  await expect.element(canvas.getByRole('button', { name: 'Heading: One' })).toBeInTheDocument();
});
