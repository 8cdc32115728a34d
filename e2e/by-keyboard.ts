import type { CDPSession, Locator, Page } from '@playwright/test';
import type { Hand } from './hand.ts';
import { expect } from './journey.ts';

/** Working without a mouse. */

declare global {
  interface Window {
    /** What Tab is to lead to. */
    tabTarget?: Element;
  }
}

/** Presses Tab until something has the focus, as often as a person would put up with. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const devtools = await devtoolsOf(page);
  for (let presses = 0; presses < 80; presses += 1) {
    // Anew now and then: what is drawn meanwhile may take its place.
    if (presses % 10 === 0) await target.evaluate((element) => Object.assign(window, { tabTarget: element }));
    if (await isReached(devtools)) return;
    await pressTab(devtools, key === 'Tab' ? 0 : SHIFT);
  }
  throw new Error(`${key} does not lead to ${target}`);
}

const SHIFT = 8;
const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const;
const sessions = new WeakMap<Page, CDPSession>();

// The same keys as `page.keyboard` presses, without a picture of the page before and after each for the trace: they are
// hundreds, and took half of a journey.
async function pressTab(devtools: CDPSession, modifiers: number): Promise<void> {
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...TAB, modifiers });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...TAB, modifiers });
}

async function isReached(devtools: CDPSession): Promise<boolean> {
  const expression = 'window.tabTarget === document.activeElement';
  const { result } = await devtools.send('Runtime.evaluate', { expression, returnByValue: true });
  return result.value === true;
}

async function devtoolsOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  return session;
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
