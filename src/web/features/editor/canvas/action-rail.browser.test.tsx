import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { headingNamed } from '#web/features/editor/test-documents.ts';
import { renderBlocks, resetBeforeEach } from '#web/features/editor/test-editor.tsx';

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
  'stands as a row in the panel of a phone if %s comes last',
  async (sheet) => {
    await page.viewport(375, 812);
    await renderBlocks([headingNamed('one')]);
    await page.getByRole('button', { name: /^Heading/ }).click();
    // While one writes, the panel is away.
    await page.getByRole('button', { name: 'Settings' }).click();
    moveToEnd(sheet);
    const panel = page.getByRole('complementary', { name: 'Edit Heading' });
    const rail = panel.getByRole('toolbar', { name: 'Actions for Heading' });
    await expect.element(rail).toBeVisible();
    const buttons = rail
      .getByRole('button')
      .elements()
      .map((each) => each.getBoundingClientRect());
    expect(buttons.length).toBeGreaterThan(3);
    expect(new Set(buttons.map(({ top }) => top)).size).toBe(1);
    expect(new Set(buttons.map(({ left }) => left)).size).toBe(buttons.length);
    for (const { left, right, width } of buttons) {
      expect(width).toBeGreaterThanOrEqual(44);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(375);
    }
  },
);
