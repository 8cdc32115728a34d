import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './journey.ts';
import { arriveWithSchool } from './people.ts';

/** The screens beside the way, as somebody finds them who clicks through everything. */

const PUBLIC = [
  ['/how-it-works', 'How it works'],
  ['/pricing', 'Pricing'],
  ['/terms', 'Terms of Service'],
  ['/privacy-policy', 'Privacy Notice'],
  ['/cookies-policy', 'Cookie Policy'],
  ['/nowhere', 'Not Found'],
  ['/published/nothing-here', 'Not Found'],
] as const;

/** Addresses that open the panel over the landing page. */
const PANELS = [
  ['/?login=true', 'Log in'],
  ['/?register=true', 'Try for 3 months'],
  ['/home/an-invitation', 'Try for 3 months'],
  ['/forgot-password', 'Forgot Password'],
] as const;

const APP = [
  ['/app/dashboard', 'Dashboard'],
  ['/app/settings', 'Settings'],
  ['/app/settings/my-details', 'My details'],
  ['/app/settings/change-password', 'Password settings'],
  ['/app/settings/school-settings', 'School settings'],
  ['/app/settings/newsletter-branding', 'Newsletter branding'],
  ['/app/settings/activity', 'Activity'],
] as const;

/** Beside the project's own size: the smallest phone that is looked after, and a tablet. */
const OTHER_WIDTHS = [320, 768];

test('Somebody looks around before signing up', async ({ page }) => {
  test.slow();
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  for (const [address, title] of PUBLIC) {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(title === 'Not Found' ? 404 : 200);
    await expect(page).toHaveTitle(new RegExp(`^${title}`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await expectToFitOtherSizes(page);
  }
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(page).toHaveURL('/home');
  await expectAccessible(page);
  await expectToFitOtherSizes(page);
  for (const [address, panel] of PANELS) {
    await page.goto(address);
    await expect(page.getByRole('dialog', { name: panel })).toBeVisible();
    await expectAccessible(page);
  }
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});

test('Somebody without scripts reads every public page', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  for (const [address] of [['/'], ['/home'], ...PUBLIC]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toBeVisible();
  }
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
  await expect(page.getByText('£295').first()).toBeVisible();
  await context.close();
});

async function expectToFitOtherSizes(page: Page): Promise<void> {
  const own = page.viewportSize();
  for (const width of OTHER_WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways, `pixels of ${page.url()} beyond ${width}`).toBe(0);
  }
  if (own !== null) await page.setViewportSize(own);
}

test('A member of staff looks around in the app', async ({ page }) => {
  test.slow();
  await arriveWithSchool(page);
  for (const [address, title] of APP) {
    await page.goto(address);
    await expect(page).toHaveTitle(new RegExp(`^${title}`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto('/app/newsletters/editor/00000000-0000-4000-8000-000000000000');
  await expect(page).toHaveURL('/app/newsletters');
  await page.goto('/app/somewhere');
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(page).toHaveURL('/app/newsletters');
});
