import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

resetBeforeEach();

const frame = () => document.querySelector('iframe');

it('opens the page and the mail as they will be, by keyboard, on two widths', async () => {
  await renderBlocks([
    { name: 'h', type: 'heading', value: { text: 'Robins' } },
    { name: 'b', type: 'button', value: { btnText: 'Order', url: 'https://school.example/' } },
  ]);
  const opener = page.getByRole('button', { name: 'Read it through' });
  // Typed words that are not saved yet are included.
  await page.getByRole('button', { name: 'Heading: Robins' }).dblClick();
  await expect.element(page.getByRole('textbox', { name: 'Heading' })).toHaveFocus();
  await userEvent.keyboard('{End} and Wrens');
  opener.element().focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Read it through' });
  await expect.element(dialog.getByTitle('The page, as readers will see it')).toBeVisible();
  expect(frame()?.getAttribute('sandbox')).toBe('allow-same-origin');
  expect(frame()?.srcdoc).toContain('Robins and Wrens');
  expect(frame()?.srcdoc).not.toContain('target="_self"');
  dialog.getByRole('radio', { name: 'Desktop' }).element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => frame()?.getBoundingClientRect().width).toBeLessThanOrEqual(376);
  dialog.getByRole('radio', { name: 'Page' }).element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(dialog.getByTitle('The mail, as it will arrive')).toBeVisible();
  expect(frame()?.srcdoc).toContain('Robins and Wrens');
  expect(frame()?.srcdoc).not.toContain('ink-made');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});
