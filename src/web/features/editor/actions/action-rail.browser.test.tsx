import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { headingNamed } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

resetBeforeEach();

/** Lets the rules of one style sheet come last. */
function moveToEnd(sheet: string): void {
  const style = [...document.querySelectorAll('style')].find((each) =>
    each.dataset.viteDevId?.endsWith(sheet),
  );
  if (style === undefined) throw new Error(`There is no ${sheet}`);
  document.head.append(style);
}

it.each(['field-editor.module.css', 'action-rail.module.css'])(
  'stands as two rows in the panel of a phone if %s comes last',
  async (sheet) => {
    await page.viewport(375, 812);
    await renderBlocks([headingNamed('one')]);
    await page.getByRole('button', { name: /^Heading/ }).click();
    // While somebody writes, the panel is hidden.
    await page.getByRole('button', { name: 'Settings' }).click();
    moveToEnd(sheet);
    const panel = page.getByRole('complementary', { name: 'Edit Heading' });
    const rail = panel.getByRole('toolbar', { name: 'Actions for Heading' });
    await expect.element(rail).toBeVisible();
    const buttons = rail
      .getByRole('button')
      .elements()
      .map((each) => each.getBoundingClientRect());
    expect(buttons).toHaveLength(9);
    expect(new Set(buttons.map(({ top }) => top)).size).toBe(2);
    expect(new Set(buttons.map(({ left }) => left)).size).toBe(5);
    for (const { left, right, width } of buttons) {
      expect(width).toBeGreaterThanOrEqual(44);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(375);
    }
  },
);

it.each([
  [1440, 900],
  [1024, 768],
] as const)('stands in the window beside a low block at its foot, at %i × %i', async (width, height) => {
  await page.viewport(width, height);
  const names = Array.from({ length: 40 }, (_, at) => `Heading number ${at}`);
  await renderBlocks(
    names.map((name) => headingNamed(name)),
    { layout: 'one_column' },
  );
  const low = () => document.querySelector<HTMLElement>('[data-block="Heading number 20"]');
  await expect.poll(() => low()?.getBoundingClientRect().height).toBeGreaterThan(30);
  low()?.scrollIntoView({ block: 'end', behavior: 'instant' });
  low()?.querySelector('button')?.click();
  const rail = page.getByRole('toolbar', { name: /^Actions for/ });
  await expect.element(rail.getByRole('button', { name: 'Delete' })).toBeInViewport({ ratio: 1 });
  const canvas = document.getElementById('main')?.getBoundingClientRect();
  await expect.poll(() => rail.element().getBoundingClientRect().bottom <= (canvas?.bottom ?? 0)).toBe(true);
  // Its name is at the block, wherever that is in the window.
  const tag = () => document.querySelector('[data-selected] [data-tag]')?.getBoundingClientRect().top ?? 0;
  for (const block of ['end', 'center'] as const) {
    low()?.scrollIntoView({ block, behavior: 'instant' });
    await expect.poll(() => Math.abs(tag() - (low()?.getBoundingClientRect().top ?? 0))).toBeLessThan(25);
    await expect.element(rail.getByRole('button', { name: 'Move up' })).toBeInViewport({ ratio: 1 });
    await expect.element(rail.getByRole('button', { name: 'Delete' })).toBeInViewport({ ratio: 1 });
  }
  low()?.scrollIntoView({ block: 'start', behavior: 'instant' });
  await expect.poll(() => Math.abs(tag() - (low()?.getBoundingClientRect().top ?? 0))).toBeLessThan(1);
});
