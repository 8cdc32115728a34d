import type { Page } from '@playwright/test';
import { changeLayout, expectOpen, openEditor, publishAndRead } from './editor.ts';
import {
  columns,
  everyThirdOnTop,
  expectAllSampled,
  expectOnCanvas,
  expectPublished,
  fillAndSave,
  onCanvas,
  SAMPLES,
  sample,
} from './every-block.ts';
import { expect, test } from './journey.ts';
import { keyboardOn, tabTo } from './keyboard-input.ts';

/**
 * Every block by keyboard alone, in two columns and in one. The mouse's journey covers every layout, and checks every form with
 * axe.
 */

test('A head teacher builds a newsletter of every block by keyboard, in two columns and in one', async ({
  page,
}) => {
  test.slow();
  await openEditor(page);
  const keyboard = keyboardOn(page);

  await test.step('adds every block, and drags some tiles to the top', async () => {
    await expectAllSampled(page);
    for (const [index, each] of SAMPLES.entries()) {
      const tile = page
        .getByRole('complementary', { name: 'Add a block' })
        .getByRole('button', { name: each.label, exact: true });
      await tabTo(page, tile, index === 0 ? 'Tab' : 'Shift+Tab');
      if (index % 3 !== 2) await page.keyboard.press('Enter');
      else for (const key of ['Space', 'Home', 'Space']) await page.keyboard.press(key);
      await expectOpen(page, each.label);
      await fillAndSave(page, each, keyboard);
      await expect(onCanvas(page, each)).toBeFocused();
    }
    expect(await columns(page)).toEqual([everyThirdOnTop()]);
  });

  for (const layout of ['2 column (left)', '1 column'] as const) {
    await test.step(`${layout}: drags a block to the other column, and publishes`, async () => {
      await changeLayout(page, layout, keyboard);
      const before = await columns(page);
      const name = before[0]?.[0] ?? '';
      if (before.length === 2) {
        await dragByKeyboard(page, name, ['ArrowRight', 'Home']);
        await expect.poll(() => columns(page)).toEqual([before[0]?.slice(1), [name, ...(before[1] ?? [])]]);
        await expect(onCanvas(page, sample(name))).toBeFocused();
        await page.keyboard.press('Alt+ArrowDown');
        await page.keyboard.press('Alt+ArrowUp');
        await page.keyboard.press('Alt+ArrowLeft');
        await expect.poll(() => columns(page)).toEqual(before);
      } else {
        await dragByKeyboard(page, name, ['End']);
        await expect.poll(async () => (await columns(page))[0]?.at(-1)).toBe(name);
      }
      await expectOnCanvas(page);
      await publishAndRead(page, keyboard, expectPublished);
    });
  }
});

/** Picks a block up, presses the keys and drops it. */
async function dragByKeyboard(page: Page, name: string, keys: readonly string[]): Promise<void> {
  await tabTo(page, onCanvas(page, sample(name)));
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: `${name} picked up` })).toBeAttached();
  for (const key of [...keys, 'Space']) await page.keyboard.press(key);
}
