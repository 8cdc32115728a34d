import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Block } from '#newsletter/document/document.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

resetBeforeEach();

const BUTTON: Block = {
  name: 'one',
  type: 'button',
  value: { btnText: 'A week of Romans', url: 'https://school.example/' },
};
const form = () => page.getByRole('complementary', { name: 'Edit Button' });
const text = () => form().getByRole('textbox').first();
const fullWidth = () => page.getByRole('button', { name: 'Full width' });

async function openForm() {
  await renderBlocks([BUTTON]);
  await page.getByRole('button', { name: /^Button( \d+)?: A week/ }).dblClick();
  await userEvent.click(text());
  await expect.element(fullWidth()).toHaveAttribute('aria-pressed', 'false');
}

it('takes a block to full width and back from a field of its form', async () => {
  await openForm();
  await userEvent.keyboard('{Alt>}w{/Alt}');
  await expect.element(fullWidth()).toHaveAttribute('aria-pressed', 'true');
  await expect.element(text()).toHaveFocus();
  await userEvent.keyboard('{Alt>}w{/Alt}');
  await expect.element(fullWidth()).toHaveAttribute('aria-pressed', 'false');
});

it('types no letter where Alt with W has one', async () => {
  await openForm();
  const press = new KeyboardEvent('keydown', {
    key: '∑',
    code: 'KeyW',
    altKey: true,
    bubbles: true,
    cancelable: true,
  });
  expect(text().element().dispatchEvent(press)).toBe(false);
});

it('duplicates a block from a field of its form', async () => {
  await openForm();
  await userEvent.keyboard('{Control>}d{/Control}');
  await expect
    .poll(() => page.getByRole('button', { name: /^Button( \d+)?: A week/ }).elements().length)
    .toBe(2);
});

it('leaves the keys that edit text to a field', async () => {
  await openForm();
  await userEvent.keyboard('{End}{Backspace}{Control>}z{/Control}{Alt>}{ArrowUp}{/Alt}');
  await expect.element(text()).toHaveValue('https://school.example/');
  await expect.element(page.getByRole('button', { name: /^Button( \d+)?: A week/ })).toBeVisible();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
});

it('lists the shortcuts at Ctrl with /, also while typing, and not at a sign alone', async () => {
  await openForm();
  (document.activeElement instanceof HTMLElement ? document.activeElement : document.body).blur();
  await userEvent.keyboard('?');
  await userEvent.click(text());
  await userEvent.keyboard('{Control>}/{/Control}');
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

it('goes from a text to its formatting bar at Alt with F10, and along the bar by arrows', async () => {
  await renderBlocks([{ name: 'words', type: 'text', value: { html: '<p>Hello</p>' } }]);
  await page.getByRole('button', { name: /^Text: Hello/ }).dblClick();
  const words = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect.element(words).toHaveFocus();
  await userEvent.keyboard('{Alt>}{F10}{/Alt}');
  const bar = page.getByRole('toolbar', { name: 'Formatting' });
  const at = () =>
    bar
      .getByRole('button')
      .elements()
      .findIndex((each) => each === document.activeElement);
  await expect.poll(at).toBe(0);
  await userEvent.keyboard('{ArrowRight}');
  expect(at()).toBe(1);
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  const stops = bar
    .getByRole('button')
    .elements()
    .filter((button) => button.matches(':enabled'));
  expect(document.activeElement).toBe(stops.at(-1));
  await userEvent.keyboard('{Home}');
  expect(at()).toBe(0);
  // The toolbar is one stop of Tab.
  expect(stops.filter((button) => button.getAttribute('tabindex') === '0')).toHaveLength(1);
});

it('takes the offer to undo a deletion away once it was undone by key, and goes on with the block', async () => {
  const blocks = ['a', 'b', 'c'].map((name): Block => ({ ...BUTTON, name }));
  await renderBlocks(blocks);
  const second = page.getByRole('button', { name: /^Button 2: A week/ });
  await expect.element(second).toBeVisible();
  const press = (element: Element) => element instanceof HTMLElement && element.focus();
  press(second.element());
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await userEvent.keyboard('{Delete}');
  await page.getByRole('button', { name: 'Delete component' }).click();
  const offer = page.getByRole('status').filter({ hasText: 'deleted' });
  await expect.element(offer).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(offer).not.toBeInTheDocument();
  await expect
    .poll(() => document.activeElement?.closest('[data-block]')?.getAttribute('data-block'))
    .toBe('c');
});
