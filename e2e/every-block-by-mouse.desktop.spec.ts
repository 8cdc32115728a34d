import type { Locator, Page } from '@playwright/test';
import { changeLayout, expectOpen, LAYOUTS, openEditor, publishAndRead } from './editor.ts';
import {
  columns,
  everyThirdOnTop,
  expectAllSampled,
  expectOnCanvas,
  expectPublished,
  fillAndSave,
  lastSample,
  onCanvas,
  SAMPLES,
  sample,
} from './every-block.ts';
import type { InputMethod } from './input-method.ts';
import { expect, expectAccessible, test } from './journey.ts';

/**
 * Every block in every layout by mouse: clicks, and drags to a place, across columns and past the edge of the screen.
 */

const mouse: InputMethod = {
  press: (target) => target.click(),
  write: (field, words) => field.fill(words),
  writeDate: (field, day, month, year) => field.fill(`${year}-${month}-${day}`),
};

test('A secretary builds a newsletter of every block by mouse, in every layout', async ({ page }) => {
  test.slow();
  await openEditor(page);

  await test.step('clicks some tiles, and drags others to the top or to the end', async () => {
    await expectAllSampled(page);
    for (const [index, each] of SAMPLES.entries()) {
      const tile = page
        .getByRole('complementary', { name: 'Add a block' })
        .getByRole('button', { name: each.label, exact: true });
      const first = page.locator('[data-block]').first();
      if (index % 3 === 0) await tile.click();
      else if (index % 3 === 1)
        await dragTo(page, tile, page.locator('[data-kind="tail"]').first(), 'middle');
      else await dragTo(page, tile, first, 'above');
      await expectOpen(page, each.label);
      await expectAccessible(page);
      await fillAndSave(page, each, mouse);
    }
    // Every third tile was dropped at the top; the footer is outside of the columns.
    expect(await columns(page)).toEqual([everyThirdOnTop()]);
    await expectAccessible(page);
  });

  await test.step('drags the last block up past the visible edge', async () => {
    await pickUp(page, onCanvas(page, lastSample()));
    const canvas = await boxOf(page.getByRole('main'));
    await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + 60, { steps: 5 });
    await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + 8, { steps: 5 });
    await expect.poll(() => page.getByRole('main').evaluate((main) => main.scrollTop)).toBe(0);
    await dropAt(page, page.locator('[data-block]').first(), 'above');
    await expect.poll(async () => (await columns(page))[0]?.[0]).toBe(lastSample().label);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await columns(page))[0]?.[0]).toBe(everyThirdOnTop()[0]);
  });

  for (const layout of LAYOUTS) {
    await test.step(`${layout}: drags blocks to the other column, and publishes`, async () => {
      await changeLayout(page, layout, mouse);
      await expectOnCanvas(page);
      const before = await columns(page);
      if (before.length === 2) {
        const name = before[0]?.[0] ?? '';
        await pickUp(page, onCanvas(page, sample(name)));
        await dropAt(page, page.locator('[data-column="1"] [data-block]').first(), 'above');
        await expect.poll(() => columns(page)).toEqual([before[0]?.slice(1), [name, ...(before[1] ?? [])]]);
        // And back to the end of the first column.
        await pickUp(page, onCanvas(page, sample(name)));
        await dropAt(page, page.locator('[data-column="0"] [data-kind="tail"]').first(), 'middle');
        await expect.poll(() => columns(page)).toEqual([[...(before[0] ?? []).slice(1), name], before[1]]);
      }
      await page.getByRole('radio', { name: 'Mail' }).check({ force: true });
      await expectOnCanvas(page);
      await page.getByRole('radio', { name: 'Desktop' }).check({ force: true });
      await publishAndRead(page, mouse, async (readers) => {
        await expectPublished(readers);
        await expectAccessible(readers);
      });
    });
  }
});

/** Presses the mouse on an element and moves far enough to start a drag. */
async function pickUp(page: Page, thing: Locator): Promise<void> {
  await thing.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await boxOf(thing);
  const inside = { x: x + width / 2, y: y + Math.min(height / 2, 40) };
  await page.mouse.move(inside.x, inside.y);
  await page.mouse.down();
  await page.mouse.move(inside.x + 12, inside.y + 6, { steps: 2 });
  await expect(page.locator('html[data-dragging="pointer"]')).toBeAttached();
}

/** Moves to a target and releases the mouse once the drop line is visible. */
async function dropAt(page: Page, target: Locator, where: 'above' | 'middle'): Promise<void> {
  const { x, y, width, height } = await boxOf(target);
  const canvas = await boxOf(page.getByRole('main'));
  // The middle of the visible part: a place beside a long column can be taller than the canvas.
  const [top, bottom] = [Math.max(y, canvas.y), Math.min(y + height, canvas.y + canvas.height)];
  await page.mouse.move(x + width / 2, where === 'above' ? y + 4 : (top + bottom) / 2, { steps: 4 });
  await expect(page.locator('[data-drop-line]')).toBeVisible();
  await page.mouse.up();
}

async function dragTo(page: Page, thing: Locator, target: Locator, where: 'above' | 'middle'): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await pickUp(page, thing);
  await dropAt(page, target, where);
}

async function boxOf(thing: Locator) {
  const box = await thing.boundingBox();
  if (box === null) throw new Error(`${thing} is not visible`);
  return box;
}
