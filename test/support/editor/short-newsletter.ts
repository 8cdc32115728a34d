import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { withoutNumber } from './documents.ts';
import { renderBlocks } from './editor.tsx';

/** A heading and a text in the editor. */

export const heading = page.getByRole('textbox', { name: /^Heading( \d+)?$/ });
export const text = page.getByRole('textbox', { name: /^Text( \d+)?$/ });
/** The blocks as they are named, from the top. */
export const blockNames = () =>
  Array.from(document.querySelectorAll('[data-block] > [aria-pressed]'), (button) =>
    withoutNumber(button.getAttribute('aria-label')),
  );

/** Opens them. */
export async function openShort() {
  await renderBlocks([
    { name: 'h', type: 'heading', value: { text: 'Robins' } },
    { name: 't', type: 'text', value: { html: '<p>Dear families,</p><p>Good news.</p>' } },
  ]);
  await expect.element(page.getByRole('button', { name: 'Heading: Robins' })).toBeVisible();
}

export const button = (name: string) => page.getByRole('button', { name, exact: true });
