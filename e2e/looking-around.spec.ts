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

const APP = [
  ['/app/dashboard', 'Dashboard'],
  ['/app/settings', 'Settings'],
  ['/app/settings/my-details', 'My details'],
  ['/app/settings/change-password', 'Password settings'],
  ['/app/settings/school-settings', 'School settings'],
  ['/app/settings/newsletter-branding', 'Newsletter branding'],
  ['/app/settings/activity', 'Activity'],
] as const;

test('Somebody looks around before signing up', async ({ page }) => {
  test.slow();
  for (const [address, title] of PUBLIC) {
    await page.goto(address);
    await expect(page).toHaveTitle(new RegExp(`^${title}`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(page).toHaveURL('/home');
});

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
