import type { CDPSession, Locator, Page } from '@playwright/test';
import type { InputMethod } from './input-method.ts';
import { expect } from './journey.ts';

/** Keyboard input. */

declare global {
  interface Window {
    /** The element to reach with Tab. */
    tabTarget?: Element;
  }
}

/** Presses Tab until the target has the focus, at most 80 times. Throws otherwise. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const devtools = await devtoolsOf(page);
  for (let presses = 0; presses < 80; presses += 1) {
    // Resolved again now and then: a rendering may replace the element.
    if (presses % 10 === 0) await target.evaluate((element) => Object.assign(window, { tabTarget: element }));
    if (await isReached(devtools)) return;
    await pressTab(devtools, key === 'Tab' ? 0 : SHIFT);
  }
  throw new Error(`${key} does not lead to ${target}`);
}

const SHIFT = 8;
const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const;
const sessions = new WeakMap<Page, CDPSession>();

// Sends the same events as `page.keyboard`, but without snapshots for the trace, which took half of a journey's time.
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

/** Input by keyboard alone. */
export function keyboardOn(page: Page): InputMethod {
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
