import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { outboxOf } from './outbox.ts';
import { watchToasts } from './watch-toasts.ts';

declare global {
  interface Window {
    /** What the page is held against, once it has been put there. */
    readonly axe?: typeof axe;
  }
}

/** What every journey starts from: a browser whose console must stay silent. */

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What can differ between light and dark: everything else is the same page. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** The browser's own line about an answer of 400 and up: those are the journeys' business. */
const REFUSAL = /^Failed to load resource: the server responded with a status of/;
/** Its line about an answer that did not come: the business of journeys that cut the line. */
const CUT_OFF = /^Failed to load resource: net::ERR_(CONNECTION|INTERNET|EMPTY|NETWORK|SOCKET)/;
/** A sandboxed frame that stopped the scripts by which the tests look into every frame. */
const SANDBOX = /^Blocked script execution in 'about:srcdoc'/;

/** The messages that each browser has shown and that nobody has asked for yet. */
const toasts = new WeakMap<BrowserContext, string[]>();

/** Playwright's `test`, failing also where a page threw, or wrote an error (a broken policy, say) to the console. */
export const test = base.extend<{ silence: undefined; toasts: undefined; isCutOff: boolean }>({
  /** Whether the journey cuts the line to the server. */
  isCutOff: [false, { option: true }],
  toasts: [
    async ({ context }, use) => {
      const shown: string[] = [];
      toasts.set(context, shown);
      await context.exposeFunction('noteToast', (words: string) => shown.push(words));
      await context.addInitScript(watchToasts);
      await use(undefined);
    },
    { auto: true },
  ],
  silence: [
    async ({ context, isCutOff }, use) => {
      const said: string[] = [];
      context.on('weberror', (error) => said.push(String(error.error())));
      context.on('console', (message) => {
        const text = message.text();
        const isExpected = REFUSAL.test(text) || SANDBOX.test(text) || (isCutOff && CUT_OFF.test(text));
        if (message.type() === 'error' && !isExpected) said.push(text);
      });
      await use(undefined);
      expect(said, `errors in the browser: ${said.join('; ')}`).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** A unique e-mail address, `name` before its number. */
export function newAddress(name: string): string {
  return `${name}.${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}@school.example`;
}

/**
 * Expects a message in a corner, one that no expectation before has been about. It may be gone again: a message stays
 * for some seconds, and a busy machine may take longer to look for it.
 */
export async function expectToast(page: Page, words: string): Promise<void> {
  const shown = toasts.get(page.context()) ?? [];
  const find = () => shown.findIndex((each) => each.includes(words));
  await expect.poll(() => (find() >= 0 ? words : shown), { message: `the message '${words}'` }).toBe(words);
  shown.splice(0, find() + 1);
}

/** Holds what is shown now, light and dark, against the accessibility rules: WCAG 2.2 AA and the common good practice.
 * Nothing may be wider than the screen, so that nobody scrolls sideways to read. */
export async function expectAccessible(page: Page): Promise<void> {
  // Every screen has one; before, it is still on its way.
  await expect(page.locator('h1').first()).toBeAttached();
  // What is half below the head of the page, as anything may be while one scrolls, would count as too small to touch.
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const root = page.locator('html');
    // The app follows the system by an attribute; other pages by their style alone.
    if ((await root.getAttribute('data-mantine-color-scheme')) !== null) {
      await expect(root).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    }
    const found = await violations(page, colorScheme === 'light' ? RULES : COLOUR_RULES);
    expect(found, `accessibility of ${page.url()}, ${colorScheme}`).toEqual([]);
  }
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `pixels of ${page.url()} beyond the screen`).toBe(0);
}

// Not through @axe-core/playwright, which loads the rules anew each time and opens a page of its own for the results:
// a journey looks forty times, and it would take ten times as long.
async function violations(page: Page, rules: readonly string[]) {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source);
  return await page.evaluate(
    async (runOnly) => {
      const results = await window.axe?.run(document, {
        runOnly,
        resultTypes: ['violations'],
        iframes: false,
      });
      return results?.violations.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.map(({ html }) => html),
      }));
    },
    [...rules],
  );
}

/** Waits for a mail to an address, the newest with this subject, and resolves to the links in it. */
export async function linksInMail(page: Page, address: string, subject: string | RegExp): Promise<string[]> {
  // What paths without an address are of: this journey's program.
  const { origin } = new URL((await page.request.get('/health')).url());
  const outbox = await page.context().newPage();
  const mail = outbox
    .getByRole('listitem')
    .filter({ hasText: `To ${address},` })
    .getByRole('link', { name: subject })
    .first();
  await expect(async () => {
    await outbox.goto(outboxOf(origin));
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  await mail.click();
  const links = await outbox.getByRole('list').getByRole('link').all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  await outbox.close();
  return addresses.filter((found) => found !== null);
}
