import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { headingNamed } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

/** How writing begins in an empty newsletter. */

resetBeforeEach();

const text = page.getByRole('textbox', { name: 'Text', exact: true });
const hint = page.getByText('Your newsletter starts here');

it('begins a text with the letters that are typed on the empty page', async () => {
  await renderBlocks([]);
  await expect.element(hint).toBeVisible();
  await userEvent.keyboard('Dear families');
  await expect.element(text).toHaveTextContent('Dear families');
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('!');
  await expect.element(text).toHaveTextContent('Dear families!');
  await expect.element(hint).not.toBeInTheDocument();
});

it('offers the blocks for a slash', async () => {
  await renderBlocks([]);
  await expect.element(hint).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('combobox', { name: 'Search blocks' })).toHaveFocus();
  await userEvent.keyboard('div{Enter}');
  await expect.element(page.getByRole('button', { name: /^Divider/ }).last()).toBeVisible();
  expect(text.elements()).toEqual([]);
});

it('begins a text where the empty page is clicked, and nowhere else', async () => {
  await renderBlocks([]);
  await userEvent.click(page.getByRole('main'), { position: { x: 8, y: 40 } });
  expect(text.elements()).toEqual([]);
  document.querySelector<HTMLElement>('[data-slot="0"]')?.click();
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('Dear families');
  await expect.element(text).toHaveTextContent('Dear families');
});

it('leaves letters alone once there is a block', async () => {
  await renderBlocks([headingNamed('Harvest')]);
  await expect.element(page.getByRole('button', { name: 'Heading: Harvest' })).toBeVisible();
  await userEvent.keyboard('Dear');
  expect(page.getByRole('textbox', { name: 'Text', exact: true }).elements()).toEqual([]);
});
