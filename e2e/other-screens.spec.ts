import type { Page } from '@playwright/test';
import { inviteSubscriber } from './api-setup.ts';
import { expect, expectAccessible, expectToast, newAddress, test } from './journey.ts';
import { signInWithSchool } from './shared-steps.ts';

/** The public pages and the app's screens that no other journey opens. */

const PUBLIC = [
  ['/how-it-works', 'How it works'],
  ['/pricing', 'Pricing'],
  ['/terms', 'Terms of Service'],
  ['/privacy-policy', 'Privacy Notice'],
  ['/cookies-policy', 'Cookie Policy'],
  ['/help', 'Help'],
  ['/help/api', 'API and webhooks'],
  ['/accessibility', 'Accessibility statement'],
  ['/nowhere', 'Not Found'],
  ['/published/nothing-here', 'Not Found'],
] as const;

/** Addresses that open a panel over the landing page. */
const PANELS = [
  ['/?login=true', 'Log in'],
  ['/?register=true', 'Try for 3 months'],
  ['/home/an-invitation', 'Try for 3 months'],
  ['/forgot-password', 'Forgot Password'],
] as const;

const APP = [
  ['/app/dashboard', 'Dashboard'],
  ['/app/calendar', 'Calendar'],
  ['/app/settings', 'Settings'],
  ['/app/settings/my-details', 'My details'],
  ['/app/settings/change-password', 'Password settings'],
  ['/app/settings/school-settings', 'School settings'],
  ['/app/settings/newsletter-branding', 'Newsletter branding'],
  ['/app/settings/what-you-use', 'Features'],
  ['/app/settings/groups', 'Groups'],
  ['/app/settings/rhythm', 'Rhythm'],
  ['/app/settings/activity', 'Activity'],
  ['/app/settings/api', 'API and webhooks'],
] as const;

const EVENINGS = [
  ['Date', '2097-03-07'],
  ['From', '18:00'],
  ['To', '20:00'],
  ['Last day', '2097-03-08'],
] as const;

/** Besides the project's own width: the smallest supported phone, and a tablet. */
const OTHER_WIDTHS = [320, 768];

test('A visitor opens every public page', async ({ page }) => {
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

test('A visitor without JavaScript reads every public page', async ({ browser, baseURL }) => {
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

test('A member of staff opens the other screens of the app', async ({ page }) => {
  test.slow();
  await signInWithSchool(page);
  for (const [address, title] of APP) {
    await page.goto(address);
    await expect(page).toHaveTitle(new RegExp(`^${title}`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto('/app/calendar');
  await page.getByRole('button', { name: 'New date' }).click();
  const form = page.getByRole('dialog', { name: 'New date' });
  await form.getByLabel('Title').fill('Parents’ evenings');
  await form.getByRole('button', { name: 'More than one day' }).click();
  for (const [label, text] of EVENINGS) await form.getByLabel(label, { exact: true }).fill(text);
  await form.getByRole('checkbox', { name: 'These times on each day' }).check();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save date' }).click();
  await expectToast(page, '‘Parents’ evenings’ is in the calendar on 2 days');
  await expect(page.getByRole('button', { name: 'Parents’ evenings', exact: true })).toHaveCount(2);
  await expectAccessible(page);
  await showUnreached(page);
  await page.goto('/app/newsletters/editor/00000000-0000-4000-8000-000000000000');
  await expect(page).toHaveURL('/app/newsletters');
  await page.goto('/app/somewhere');
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(page).toHaveURL('/app/newsletters');
});

// The journeys' mail server sends no reports, so the answer is changed on its way.
async function showUnreached(page: Page): Promise<void> {
  await inviteSubscriber(page, newAddress('rosa'), 'Rosa');
  await page.route('**/api/v1/subscribers?**', async (route) => {
    const response = await route.fetch({
      url: route.request().url().replace('filter=stopped', 'filter=all'),
    });
    const body = (await response.text())
      .replaceAll('"bounced_at":null', '"bounced_at":"2026-11-02T09:00:00.000Z"')
      .replaceAll('"bounce_reason":null', '"bounce_reason":"550 No such user"')
      .replaceAll('"bounce_kind":null', '"bounce_kind":"gone"');
    await route.fulfill({ response, body });
  });
  await page.goto('/app/settings/manage-users?show=subscribers');
  await page.getByRole('button', { name: 'Show: Everyone' }).press('Enter');
  await page.getByRole('menuitemradio', { name: 'Get no newsletters' }).press('Enter');
  const person = page.getByRole('list', { name: 'Subscribers' }).getByRole('listitem');
  await expect(person).toContainText('550 No such user');
  await expectAccessible(page);
  await expectToFitOtherSizes(page);
  await person.getByRole('button', { name: 'Options for Rosa Khan' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Works again' })).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
}
