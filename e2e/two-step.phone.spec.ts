import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expect, expectAccessible, expectToast, routeOnce, test } from './journey.ts';
import { logOut, openFromMenu, PASSWORD, signIn, signInWithSchool } from './shared-steps.ts';

test('A secretary turns two-step sign-in on, and logs in with a code', async ({ page }) => {
  const address = await signInWithSchool(page);
  await page.goto('/app/settings/change-password');
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Two-step sign-in' }) });
  await expect(section).toContainText('Off');
  // The person must prove who they are; then the same call succeeds.
  await askAgain(page, '**/users/two_step/authenticator', ['password']);
  await section.getByRole('button', { name: 'Set up the authenticator app' }).press('Enter');
  const confirmDialog = page.getByRole('dialog', { name: 'Is it you?' });
  await expect(confirmDialog.getByLabel('Your password')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('Not th1s one');
  await page.keyboard.press('Enter');
  await expect(confirmDialog).toContainText('This is not your current password');
  await confirmDialog.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  const field = section.getByLabel('Type the code that it shows');
  await expect(section.getByRole('button', { name: 'Copy the key' })).toBeFocused();
  await expectAccessible(page);
  const secret = (await section.locator('code').innerText()).replaceAll(' ', '');
  await field.fill('000 000');
  await page.keyboard.press('Enter');
  await expect(section).toContainText('That code is not right. Try the next one');
  await field.fill(new TOTP({ secret }).generate());
  await page.keyboard.press('Enter');
  await expectToast(page, 'Two-step sign-in is on');
  await expect(section.getByRole('heading', { name: 'Keep these recovery codes' })).toBeFocused();
  await expectAccessible(page);
  const codes = await section.getByRole('listitem').locator('code').allInnerTexts();
  expect(codes).toHaveLength(10);
  const download = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await section.getByRole('button', { name: 'I have kept them' }).click();
  await expect(section).toContainText('10 of 10 left');

  // People with a second factor may require one of others.
  await page.goto('/app/settings/manage-users');
  const rule = page.getByRole('region', { name: /^Two-step sign-in for/ });
  await rule.getByRole('switch').press('Space');
  await rule.getByRole('radio', { name: 'Owner and admins' }).press('Space');
  await rule.getByLabel('Days to set it up').selectOption('7 days');
  await expectAccessible(page);
  // The phone is at home: a recovery code is proof, too.
  await askAgain(page, '**/second_factor', ['code', 'recovery_code']);
  await rule.getByRole('button', { name: 'Switch on' }).press('Enter');
  await confirmDialog.getByRole('button', { name: 'Use a recovery code' }).press('Enter');
  await expect(confirmDialog.getByLabel('Recovery code')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(codes[1] ?? '');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Saved');
  await expect(rule).toContainText('Owner and admins, from');
  await logOut(page);

  const enter = async () => {
    await openFromMenu(page, 'Login');
    const panel = page.getByRole('dialog', { name: 'Log in' });
    await panel.getByLabel('Email').fill(address);
    await panel.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await panel.getByRole('button', { name: 'Log in' }).click();
  };
  await enter();
  const second = page.getByRole('dialog', { name: 'Your code' });
  await expect(second.getByLabel('Code', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await second.getByRole('button', { name: 'Use a recovery code' }).click();
  const recovery = page.getByRole('dialog', { name: 'Your recovery code' });
  await expectAccessible(page);
  await recovery.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '');
  await recovery.getByRole('checkbox', { name: /^Trust this \w+ for 30 days$/ }).check();
  await recovery.getByRole('button', { name: 'Go on' }).click();
  await expect(page).toHaveURL('/app/newsletters');

  // On a trusted computer, the password is enough.
  await logOut(page);
  await openFromMenu(page, 'Login');
  await signIn(page, address);
  await expect(page).toHaveURL('/app/newsletters');

  // The trust lasts until the computer is forgotten.
  await page.goto('/app/settings/change-password#two-step');
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeInViewport();
  await expect(page.getByText('By password, on a trusted computer')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Forget / }).click();
  await expectToast(page, 'is no longer trusted');
  await logOut(page);
  await enter();
  await expect(page.getByRole('dialog', { name: 'Your code' })).toBeVisible();
});

/** Has the server answer the next call to `path` with the question who the person is, as if the log-in were older. */
async function askAgain(page: Page, path: string, ways: readonly string[]): Promise<void> {
  const body = { error_message: 'Please confirm', error_code: 'confirm_needed', ways };
  await routeOnce(page, path, async (route) => await route.fulfill({ status: 403, json: body }));
}
