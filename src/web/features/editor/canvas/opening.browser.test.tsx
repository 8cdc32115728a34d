import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Block } from '#newsletter/document/document.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

resetBeforeEach();

const BLOCKS: readonly Block[] = ['One', 'Two', 'Three'].flatMap((name): Block[] => [
  { name, type: 'heading', value: { text: `${name}: a heading of so many words that it breaks into lines` } },
  { name: `${name} words`, type: 'text', value: { html: `<p>${`${name} and more. `.repeat(30)}</p>` } },
]);

it.each([
  [375, 667],
  [1440, 900],
] as const)('takes a press only where a block stays, at %i px', async (width, height) => {
  await page.viewport(width, height);
  const moved = watchPressed();
  await renderBlocks(BLOCKS, { layout: 'one_column', design: 'letter' });
  await expect.element(page.getByRole('button', { name: /^Text 3: Three/ })).toBeInTheDocument();
  await expect.poll(() => moved().seen).toBeGreaterThan(1);
  await document.fonts.ready;
  expect(moved().by).toBeLessThan(1);
});

it('lets the second press of a double click reach nothing else, though the first one scrolls', async () => {
  await page.viewport(375, 667);
  await renderBlocks(BLOCKS, { layout: 'one_column', design: 'letter' });
  const pressed = page.getByRole('button', { name: /^Text 1: One/ });
  await expect.element(pressed).toBeVisible();
  const { bottom } = pressed.element().getBoundingClientRect();
  await userEvent.click(pressed, { position: { x: 160, y: pressed.element().clientHeight - 8 } });
  await expect.element(page.getByRole('textbox', { name: /^Text/ })).toHaveFocus();
  await expect.poll(() => pressed.element().getBoundingClientRect().bottom).toBeLessThan(bottom);
  const other = page.getByRole('button', { name: /^Heading 2: Two/ }).element();
  for (const type of ['mousedown', 'click', 'dblclick'])
    other.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, detail: 2 }));
  expect(pressed.element().closest('[data-selected]')).not.toBeNull();
});

it('takes a quick press on a block after one outside of the editor, such as in a dialog', async () => {
  await renderBlocks(BLOCKS, { layout: 'one_column', design: 'letter' });
  await userEvent.click(page.getByRole('button', { name: /^Text 1: One/ }));
  // The browser counts presses that follow at the same place, whatever is there.
  document.body.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  const other = page.getByRole('button', { name: /^Heading 2: Two/ });
  other.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }));
  await expect.poll(() => other.element().closest('[data-selected]')).not.toBeNull();
});

/** Observes in each frame how far blocks have moved since they could first be pressed, in pixels, and how many there are. */
function watchPressed(): () => { readonly by: number; readonly seen: number } {
  const first = new Map<Element, number>();
  let by = 0;
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const look = () => {
    for (const block of document.querySelectorAll('[data-block]')) {
      const { left, top, width } = block.getBoundingClientRect();
      const isPressed =
        document.elementFromPoint(left + width / 2, top + 8)?.closest('[data-block]') === block;
      if (isPressed && !first.has(block)) first.set(block, top);
      by = Math.max(by, Math.abs(top - (first.get(block) ?? top)));
    }
    if (!isOver) requestAnimationFrame(look);
  };
  look();
  return () => ({ by, seen: first.size });
}
