import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Block } from '#newsletter/document/document.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

/** Sizes, patterns and captions of photos in their forms. */

resetBeforeEach();

const image: Block = { name: 'i', type: 'image', value: { url: '/files/wall.jpg', alt: 'A wall' } };
const groupOf = (count: number): Block => ({
  name: 'g',
  type: 'image_group',
  value: { images: Array.from({ length: count }, (_, at) => ({ url: `/files/${at}.jpg`, alt: `${at}` })) },
});
const radio = (name: string) => page.getByRole('radio', { name });
const save = () => page.getByRole('button', { name: 'Save changes' });

it('asks for the text that a picture stands beside, and keeps size and caption', async () => {
  await renderBlocks([image]);
  await page.getByRole('button', { name: /^Image: / }).dblClick();
  await expect.element(radio('Full')).toBeChecked();
  await page.getByRole('textbox', { name: /^Caption optional/ }).fill('At the gate');
  await radio('Beside text').click();
  await expect.element(page.getByRole('textbox', { name: 'Text', exact: true })).toBeVisible();
  await expect.element(save()).toBeDisabled();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Dear families');
  await expect.element(save()).toBeEnabled();
  await save().click();
  await page.getByRole('button', { name: /^Image: / }).dblClick();
  await expect.element(radio('Beside text')).toBeChecked();
  await expect.element(page.getByRole('textbox', { name: /^Caption optional/ })).toHaveValue('At the gate');
});

it('offers the patterns that fit the number of pictures', async () => {
  await renderBlocks([groupOf(3)]);
  await page.getByRole('button', { name: /^Image group: / }).dblClick();
  await expect.element(radio('One above two')).toBeChecked();
  await expect.element(radio('Four')).not.toBeInTheDocument();
  await radio('Three across').click();
  await expect.element(radio('Three across')).toBeChecked();
  await page.getByRole('button', { name: 'Remove image 3' }).click();
  await expect.element(radio('Two')).toBeChecked();
  await expect.element(radio('Three across')).not.toBeInTheDocument();
});
