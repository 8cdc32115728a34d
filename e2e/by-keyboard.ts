import type { Locator, Page } from '@playwright/test';
import type { Hand } from './hand.ts';
import { expect } from './journey.ts';

/** Working without a mouse. */

/** Presses Tab until something has the focus, as often as a person would put up with. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${target}`);
}

/** A person who uses the keyboard alone. */
export function keyboardOn(page: Page): Hand {
  return {
    async press(target) {
      await tabTo(page, target);
      await page.keyboard.press('Enter');
    },
    async write(field, words) {
      await tabTo(page, field);
      await page.keyboard.type(words);
    },
    async writeDate(field, day, month, year) {
      await tabTo(page, field);
      await page.keyboard.type(`${day}${month}${year}`);
    },
  };
}
