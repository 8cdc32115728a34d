import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContext, test as base, expect, type Page, type Route } from '@playwright/test';
import axe from 'axe-core';
import { outboxOf } from './outbox.ts';
import { watchToasts } from './watch-toasts.ts';

declare global {
  interface Window {
    /** Injected by `violations`. */
    readonly axe?: typeof axe;
  }
}

/** The fixtures and expectations of every journey. */

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that can differ between light and dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** The console message about a status of 400 or higher, which journeys check themselves. */
const REFUSED_REQUEST = /^Failed to load resource: the server responded with a status of/;
/** The console message about a failed request; allowed in journeys that go offline. */
const FAILED_REQUEST = /^Failed to load resource: net::ERR_(CONNECTION|INTERNET|EMPTY|NETWORK|SOCKET)/;
/** The console message when a sandboxed frame blocks Playwright's own scripts. */
const SANDBOX = /^Blocked script execution in '(?:about:srcdoc|http:[^']+\/approve\/[^']+)'/;

const SLOW_CALLS_MS = Number(process.env.SLOW_CALLS ?? 0);

/** The toasts that each browser has shown and no expectation has consumed. */
const toasts = new WeakMap<BrowserContext, string[]>();

/** Playwright's `test`; also fails on uncaught errors and errors in the console. */
export const test = base.extend<{
  consoleErrors: undefined;
  fileDialogs: undefined;
  /** Answers each call after a random time of up to `SLOW_CALLS` milliseconds, to find code that depends on their order. */
  slowCalls: undefined;
  toasts: undefined;
  isOffline: boolean;
}>({
  /** Whether the journey goes offline. */
  isOffline: [false, { option: true }],
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
  slowCalls: [
    async ({ context }, use) => {
      if (SLOW_CALLS_MS > 0) {
        await context.route('**/api/**', async (route) => {
          await delay(Math.random() * SLOW_CALLS_MS);
          // The page may be closed already.
          await route.continue().catch(() => undefined);
        });
      }
      await use(undefined);
    },
    { auto: true },
  ],
  fileDialogs: [
    async ({ context }, use) => {
      // Playwright begins to listen in the background: a key pressed right after that opened the browser's own dialog, which a
      // headless browser cancels. A listener from the start is always in time.
      context.on('page', (page) => page.on('filechooser', () => undefined));
      await use(undefined);
    },
    { auto: true },
  ],
  consoleErrors: [
    async ({ context, isOffline }, use) => {
      const errors: string[] = [];
      context.on('weberror', (error) => errors.push(String(error.error())));
      context.on('console', (message) => {
        const text = message.text();
        const isExpected =
          REFUSED_REQUEST.test(text) || SANDBOX.test(text) || (isOffline && FAILED_REQUEST.test(text));
        if (message.type() === 'error' && !isExpected) errors.push(text);
      });
      await use(undefined);
      expect(errors, `errors in the browser: ${errors.join('; ')}`).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** A unique e-mail address that begins with `name`. */
export function newAddress(name: string): string {
  return `${name}.${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}@school.example`;
}

/**
 * Expects a toast that no earlier expectation has consumed. It may have disappeared again: a toast lasts some seconds,
 * and a busy machine may look for it later.
 */
export async function expectToast(page: Page, words: string): Promise<void> {
  const shown = toasts.get(page.context()) ?? [];
  const find = () => shown.findIndex((each) => each.includes(words));
  await expect.poll(() => (find() >= 0 ? words : shown), { message: `the message '${words}'` }).toBe(words);
  shown.splice(0, find() + 1);
}

/**
 * Answers the next call to `path`, and no other. With `times: 1` Playwright would stop intercepting with that answer, and a request
 * that the page sends at that moment would wait for ever.
 */
export async function routeOnce(
  page: Page,
  path: string,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  let isAnswered = false;
  await page.route(path, async (route) => {
    if (isAnswered) return await route.fallback();
    isAnswered = true;
    await answer(route);
  });
}

/**
 * Checks the current screen, light and dark, against WCAG 2.2 AA and axe's best practices, and that it does not scroll
 * sideways.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Every screen has an `h1`: without one it is still loading.
  await expect(page.locator('h1').first()).toBeAttached();
  // A target half covered by the sticky header would count as too small.
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const root = page.locator('html');
    // The app sets an attribute; other pages use CSS alone.
    if ((await root.getAttribute('data-mantine-color-scheme')) !== null) {
      await expect(root).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    }
    const found = await violations(page, colorScheme === 'light' ? RULES : COLOUR_RULES);
    expect(found, `accessibility of ${page.url()}, ${colorScheme}`).toEqual([]);
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `pixels of ${page.url()} beyond the screen`).toBe(0);
}

// Without @axe-core/playwright, which reloads the rules and opens a page for the results at each check: a journey
// checks forty times, and would take ten times as long.
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

/** Waits for a mail; resolves to the links in the newest one with this address and subject. */
export async function linksInMail(page: Page, address: string, subject: string | RegExp): Promise<string[]> {
  // The origin of this journey's server.
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
  // Goes there without a click, which would not wait until the mail's page has arrived with its links.
  await outbox.goto(new URL((await mail.getAttribute('href')) ?? '', outbox.url()).href);
  const links = await outbox.getByRole('list').getByRole('link').all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  await outbox.close();
  return addresses.filter((found) => found !== null);
}
