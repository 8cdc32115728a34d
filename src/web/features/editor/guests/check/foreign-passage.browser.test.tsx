import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

/** The check asks for the language of a passage, and leads to its words. */

resetBeforeEach();

const PASSAGE = 'Ласкаво просимо до нашої школи';

it('of a text is selected where the check leads, and marked', async () => {
  const html = `<p>Dear families</p><p>We say: ${PASSAGE}!</p>`;
  await renderBlocks([{ name: 't', type: 'text', value: { html } }]);
  await page.getByRole('button', { name: 'Check: 1 hint' }).click();
  await page.getByRole('button', { name: /Say which language this is: “Ласкаво/ }).click();
  await expect.poll(() => document.getSelection()?.toString()).toBe(PASSAGE);
  await page.getByRole('button', { name: 'Language', exact: true }).click();
  await page.getByRole('combobox', { name: 'Language of these words' }).selectOptions('Ukrainian');
  await page.getByRole('button', { name: 'Mark words' }).click();
  const drawn = document.querySelector('[data-block="t"] [data-drawn]');
  await expect.poll(() => drawn?.shadowRoot?.querySelector('[lang="uk"]')?.textContent).toBe(PASSAGE);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByRole('button', { name: 'Check: nothing found' })).toBeVisible();
});
