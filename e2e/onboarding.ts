import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './journey.ts';
import { declineCookies, isPhone, LOGO } from './shared-steps.ts';

/** The steps of onboarding, with an accessibility check of every screen. */

/** The welcome and the four steps about the school. */
export async function answerSchool(page: Page): Promise<void> {
  const confirm = page.getByRole('button', { name: 'Confirm' });
  const preview = page.getByRole('region', { name: 'How it will look' });
  await expect(page.getByRole('heading', { name: 'Welcome to Inkwell' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Get started' }).click();

  await expect(confirm).toBeDisabled();
  await expectAccessible(page);
  await page.getByLabel('School name').fill('Oakfield Primary School');
  await expect(preview).toContainText('Oakfield Primary School');
  await confirm.click();

  await expect(page.getByRole('heading', { name: 'Your logo and colours' })).toBeVisible();
  await expect(confirm).toBeDisabled();
  await expectAccessible(page);
  await page.getByLabel('Logo', { exact: true }).setInputFiles(LOGO);
  await cropLogo(page);
  await page.getByLabel('Primary colour', { exact: true }).fill('#1F5D45');
  await page.getByLabel('Secondary colour', { exact: true }).fill('#F2B632');
  await expect(page.getByText('Easy to read on white')).toBeVisible();
  await expect(page.getByText(/For links, we darken it to/)).toBeVisible();
  if (!isPhone(page)) {
    // The form is longer than the screen: the preview next to it stays at the top.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByRole('heading', { name: 'How it will look' })).toBeInViewport({ ratio: 1 });
  }
  await expectAccessible(page);
  await page.evaluate(() => localStorage.removeItem('cookieAgreement'));
  await page.reload();
  await expect(page.getByLabel('Primary colour', { exact: true })).toHaveValue('#1f5d45');
  // The cookie banner covers neither button.
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click({ trial: true });
  await confirm.click({ trial: true });
  await declineCookies(page);
  await expect(page.getByText('logo.png · drag to move')).toBeVisible();
  await confirm.click();

  await expect(confirm).toBeDisabled();
  await page.getByLabel('School email').fill('office@');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A valid email address is required')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('School email').fill('office@oakfield.example');
  await page.keyboard.press('Enter');

  await expect(confirm).toBeDisabled();
  await page.getByLabel('School phone').fill('(020) 7946 0018');
  await expect(page.getByLabel('School phone')).toHaveValue('02079460018');
  await expectAccessible(page);
  await confirm.click();
}

/** Zooms in and moves the picture, with the slider, the arrow keys and by dragging. */
async function cropLogo(page: Page): Promise<void> {
  const zoom = page.getByRole('slider', { name: 'Zoom' });
  await expect(zoom).toHaveAttribute('aria-valuetext', '100%');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await zoom.focus();
  await page.keyboard.press('ArrowRight');
  await expect(zoom).toHaveAttribute('aria-valuetext', '126%');
  const field = page.getByRole('group', { name: 'Logo', exact: true });
  const picture = field.locator('img');
  const leftEdge = async () => (await picture.boundingBox())?.x ?? 0;
  const middle = await leftEdge();
  await field.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(leftEdge).toBeGreaterThan(middle);
  const box = await field.getByRole('application').boundingBox();
  if (box === null) throw new Error('The crop area is not visible');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 30, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(leftEdge).toBeLessThan(middle);
}

/** The two steps about the first newsletter. */
export async function answerFirstNewsletter(page: Page): Promise<void> {
  const confirm = page.getByRole('button', { name: 'Confirm' });
  await expect(confirm).toBeDisabled();
  await expectAccessible(page);
  await page.getByPlaceholder('Newsletter Title').fill('Welcome back');
  await page.keyboard.press('Enter');
  await expect(confirm).toBeDisabled();
  await page.getByRole('radio', { name: '2 column (left)' }).check();
  await expectAccessible(page);
  await confirm.click();
}
