import type { CDPSession, Locator, Page } from '@playwright/test';
import { changeLayout, expectOpen, fields, LAYOUTS, openEditor, publishAndRead, showForm } from './editor.ts';
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

/** Every block in every layout by touch on a phone: taps, and drags after a long press, past the visible edge. */

const touchInput: InputMethod = {
  press: (target) => target.tap(),
  write: (field, words) => field.fill(words),
  writeDate: (field, day, month, year) => field.fill(`${year}-${month}-${day}`),
};

test('A head teacher builds a newsletter of every block by touch, in every layout', async ({ page }) => {
  test.slow();
  await openEditor(page);
  const touch = await touchOn(page);
  const picker = page.getByRole('complementary', { name: 'Add a block' });

  await test.step('taps some tiles, and drags others to the top', async () => {
    for (const [index, each] of SAMPLES.entries()) {
      await page.getByRole('button', { name: 'Add a block' }).tap();
      await expect(picker).toBeVisible();
      if (index === 0) {
        await expectAllSampled(page);
        await expectAccessible(page);
      }
      const tile = picker.getByRole('button', { name: each.label, exact: true });
      if (index % 3 !== 2) await tile.tap();
      else {
        await page.locator('[data-block]').first().scrollIntoViewIfNeeded();
        await touch.pickUp(tile);
        await touch.dropAbove(page.locator('[data-block]').first());
      }
      await expectOpen(page, each.label);
      await expect(picker).toBeHidden();
      await expectAccessible(page);
      await fillAndSave(page, each, touchInput);
    }
    expect(await columns(page)).toEqual([everyThirdOnTop()]);
    await expectAccessible(page);
  });

  await test.step('scrolls over a block without dragging it', async () => {
    const main = page.getByRole('main');
    await main.evaluate((element) => element.scrollTo(0, 0));
    await touch.swipeUp(page.locator('[data-block]').nth(1), 200);
    await expect.poll(() => main.evaluate((element) => element.scrollTop)).toBeGreaterThan(50);
    expect((await columns(page))[0]?.[1]).toBe(everyThirdOnTop()[1]);
  });

  await test.step('drags the last block up past the visible edge', async () => {
    const last = onCanvas(page, lastSample());
    await last.scrollIntoViewIfNeeded();
    await touch.pickUp(last);
    await touch.moveTo({ x: 180, y: 300 });
    await touch.moveTo({ x: 180, y: 118 });
    await expect.poll(() => page.getByRole('main').evaluate((main) => main.scrollTop)).toBe(0);
    await touch.dropAbove(page.locator('[data-block]').first());
    await expect.poll(async () => (await columns(page))[0]?.[0]).toBe(lastSample().label);
  });

  for (const layout of LAYOUTS) {
    await test.step(`${layout}: moves a block to the other column, drags one, and publishes`, async () => {
      await changeLayout(page, layout, touchInput);
      // Waits until all is drawn: late drawing would move the block from under the finger.
      await expectOnCanvas(page);
      const before = await columns(page);
      const [name = '', below = ''] = before[0] ?? [];
      if (before.length === 2) {
        const block = onCanvas(page, sample(below));
        await block.scrollIntoViewIfNeeded();
        // Not in its middle: a second tap where the layout was just chosen is ignored (see double-click-guard.ts).
        await block.tap({ position: { x: 24, y: 24 } });
        await showForm(page, touchInput);
        await page.getByRole('toolbar').getByRole('button', { name: 'Other column' }).tap();
        await fields(page, below).getByRole('button', { name: 'Close' }).tap();
        await expect.poll(async () => (await columns(page))[1]).toContain(below);
      }
      await page.getByRole('main').evaluate((element) => element.scrollTo(0, 0));
      await touch.pickUp(onCanvas(page, sample(name)));
      await touch.dropBelow(page.locator('[data-column="0"] [data-block]').nth(1));
      await expect.poll(async () => (await columns(page))[0]?.[1]).toBe(name);
      await expectOnCanvas(page);
      await publishAndRead(page, touchInput, async (readers) => {
        await expectPublished(readers);
        await expectAccessible(readers);
      });
    });
  }
});

/** Makes real touch events, which the browser turns into scrolls, taps and drags. */
async function touchOn(page: Page) {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  let at = { x: 0, y: 0 };
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: point === undefined ? [] : [point] });
  const moveTo = async (to: { x: number; y: number }) => {
    const steps = 6;
    for (let step = 1; step <= steps; step += 1)
      await send('touchMove', {
        x: at.x + ((to.x - at.x) * step) / steps,
        y: at.y + ((to.y - at.y) * step) / steps,
      });
    at = to;
  };
  const drop = async (target: Locator, height: (box: Box) => number) => {
    const box = await boxOf(target);
    await moveTo({ x: box.x + box.width / 2, y: height(box) });
    await expect(page.locator('[data-drop-line]')).toBeVisible();
    await send('touchEnd');
    await expect(page.locator('html[data-dragging]')).toHaveCount(0);
  };
  return {
    /** Presses long enough to start a drag. */
    async pickUp(thing: Locator) {
      const { x, y, width, height } = await boxOf(thing);
      at = { x: x + width / 2, y: y + Math.min(height / 2, 30) };
      await send('touchStart', at);
      await expect(page.locator('html[data-dragging="pointer"]')).toBeAttached();
    },
    moveTo,
    dropAbove: (target: Locator) => drop(target, ({ y }) => y + 4),
    dropBelow: (target: Locator) => drop(target, ({ y, height }) => y + height - 4),
    /** Moves without a long press, to scroll. */
    async swipeUp(from: Locator, distance: number) {
      const { x, y, width, height } = await boxOf(from);
      at = { x: x + width / 2, y: y + height / 2 };
      await send('touchStart', at);
      await moveTo({ x: at.x, y: at.y - distance });
      await send('touchEnd');
    },
  };
}

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(thing: Locator): Promise<Box> {
  const box = await thing.boundingBox();
  if (box === null) throw new Error(`${thing} is not visible`);
  return box;
}
