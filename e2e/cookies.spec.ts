import type { Page } from '@playwright/test';
import { createNewsletters, signInAsOwner } from './api-setup.ts';
import { addBlock } from './editor.ts';
import { expect, expectAccessible, newAddress, test } from './journey.ts';
import { isPhone, LOGO, openFromMenu, PASSWORD } from './shared-steps.ts';

/** The cookie banner comes first, covers nothing, and returns the focus after the answer. */

/** A small laptop, and a desktop of 1280 × 1024 pixels zoomed to 400 %. Phones have their own project. */
const SMALL_SCREENS = [
  { width: 1366, height: 768 },
  { width: 320, height: 256 },
] as const;
const MAX_STOPS = 80;

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });

test('The cookie banner comes first and covers no focused element', async ({ page }) => {
  test.slow();
  const owner = { email: newAddress('office'), password: PASSWORD, logo: LOGO };
  const editor = `/app/newsletters/editor/${await signInAsOwner(page, owner, 'Harvest news')}`;
  await createNewsletters(page, ['Week 7', 'Week 8', 'Week 9']);
  await page.goto(editor);
  await addBlock(page, 'Heading');
  await page.evaluate(() => localStorage.removeItem('cookieAgreement'));
  const shown = page.viewportSize();
  for (const size of isPhone(page) && shown !== null ? [shown] : SMALL_SCREENS) {
    await page.setViewportSize(size);
    for (const path of ['/home', '/app/newsletters', editor]) {
      await test.step(`${path} at ${size.width} × ${size.height}`, async () => {
        await page.goto(path);
        await expect(banner(page)).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
        if (path === editor)
          await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press('Tab');
        await expect(banner(page).locator(':focus')).toHaveCount(1);
        expect(await coveredElements(page)).toEqual([]);
      });
    }
  }
});

/** Presses Tab to the end of the page; returns the focused elements that the banner covered. */
async function coveredElements(page: Page): Promise<readonly string[]> {
  const covered: string[] = [];
  let stops = 0;
  for (; stops < MAX_STOPS; stops += 1) {
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      const asked = document.querySelector('[aria-label="Cookies"]');
      if (element === null || element === document.body || asked === null) return null;
      if (asked.contains(element)) return { name: 'the banner', isCovered: false };
      const { left, top, width, height } = element.getBoundingClientRect();
      const parts = [0.1, 0.5, 0.9];
      const isCovered = parts.some((x) =>
        parts.some((y) => asked.contains(document.elementFromPoint(left + x * width, top + y * height))),
      );
      const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
      return { name: name.slice(0, 80), isCovered };
    });
    if (stop === null) break;
    if (stop.isCovered) covered.push(stop.name);
    await page.keyboard.press('Tab');
  }
  expect(stops, 'stops of the Tab key').toBeGreaterThan(8);
  return covered;
}

test('A page does not shift while it loads, with or without the cookie banner', async ({ page }) => {
  for (const answer of [null, 'false']) {
    await page.goto('/health');
    await page.evaluate(
      (stored) => (stored === null ? localStorage.clear() : localStorage.setItem('cookieAgreement', stored)),
      answer,
    );
    const arrived = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.goto('/pricing');
    const title = page.getByRole('heading', { level: 1 });
    const first = await title.boundingBox();
    await expect(banner(page)).toBeVisible({ visible: answer === null });
    arrived.resolve();
    await expect(page.locator('html[data-ready]')).toBeAttached();
    expect(await title.boundingBox()).toEqual(first);
    await expect(banner(page)).toBeVisible({ visible: answer === null });
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('What is pressed right after the answer is not lost to the reload', async ({ page }) => {
  const arrived = Promise.withResolvers<void>();
  await page.route('**/assets/focus-after-reload*', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto('/pricing');
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await banner(page).getByRole('button', { name: 'DECLINE' }).click();
  const reloaded = page.waitForEvent('load');
  const opened = openFromMenu(page, 'Try it FREE');
  await expect(page.locator('body[inert]')).toBeAttached();
  arrived.resolve();
  await reloaded;
  await opened;
  await expect(page.getByRole('dialog', { name: 'Try for 3 months' })).toBeVisible();
});

test('Answering the cookie banner returns the focus', async ({ page }) => {
  const owner = { email: newAddress('office'), password: PASSWORD, logo: LOGO };
  await signInAsOwner(page, owner, 'Harvest news');
  await page.goto('/app/newsletters');
  const again = page.getByRole('button', { name: 'Change cookie choice' });
  const search = page.getByLabel('Search newsletters');

  await test.step('the footer’s button moves the focus to the banner, and the answer moves it back', async () => {
    await again.focus();
    await page.keyboard.press('Enter');
    await expect(banner(page)).toBeFocused();
    await expect(banner(page)).toBeInViewport();
    await banner(page).getByRole('button', { name: 'ACCEPT' }).press('Enter');
    await expect(banner(page)).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('cookieAgreement'))).toBe('true');
    await expect(again).toBeFocused();
    await expect(again).toBeInViewport();
  });

  await test.step('a focused field keeps the focus', async () => {
    await page.evaluate(() => localStorage.removeItem('cookieAgreement'));
    await page.reload();
    await search.focus();
    await banner(page).getByRole('button', { name: 'DECLINE' }).click();
    await expect(banner(page)).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('cookieAgreement'))).toBe('false');
    await expect(search).toBeFocused();
  });
});
