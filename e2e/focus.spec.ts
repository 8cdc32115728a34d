import type { Page } from '@playwright/test';
import { addBlock } from './editor.ts';
import { expect, test } from './journey.ts';
import { LOGO, logOut, openFromMenu, PASSWORD, PHOTO, signInWithSchool } from './shared-steps.ts';

/** No action leaves the keyboard at the top of the page: the focus is never on its body. */

async function expectFocus(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY'), {
      message: 'the focused element',
    })
    .not.toBe('BODY');
}

/** Presses a button by keyboard, like somebody without a pointer. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().press('Enter');
}

test('The focus is never lost', async ({ page }) => {
  test.slow();
  const address = await signInWithSchool(page, 'Harvest news');

  await test.step('after signing in', async () => {
    await logOut(page);
    await expectFocus(page);
    await openFromMenu(page, 'Login');
    const panel = page.getByRole('dialog', { name: 'Log in' });
    await panel.getByLabel('Email').fill(address);
    await panel.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article')).toContainText('Harvest news');
    await expectFocus(page);
  });

  await test.step('answering the cookie question', async () => {
    await page.evaluate(() => localStorage.removeItem('cookieAgreement'));
    await page.reload();
    await press(page, 'ACCEPT');
    await expect(page.getByRole('region', { name: 'Cookies' })).toHaveCount(0);
    await expect(page.getByRole('article')).toContainText('Harvest news');
    await expectFocus(page);
  });

  await test.step('opening the editor', async () => {
    await page.getByRole('link', { name: 'Harvest news' }).first().press('Enter');
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
    await expectFocus(page);
  });

  await test.step('deleting a block, and Undo in the message', async () => {
    await addBlock(page, 'Divider');
    await press(page, 'Delete component');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /Delete|Yes|Remove/ }).press('Enter');
    await expect(dialog).toBeHidden();
    await expectFocus(page);
    await page.getByRole('button', { name: 'Undo' }).last().press('Enter');
    await expectFocus(page);
  });

  await test.step('choosing a file', async () => {
    await addBlock(page, 'Download');
    await page.getByRole('button', { name: 'Select file' }).focus();
    await page.locator('input[type=file][aria-label=File]').setInputFiles(PHOTO);
    await expect(page.getByRole('link', { name: /Open the file/ })).toBeVisible();
    await expectFocus(page);
  });

  await test.step('importing', async () => {
    await page.goto('/app/settings/import-subscribers');
    await page.getByRole('button', { name: 'Select file' }).focus();
    const buffer = Buffer.from(
      'First name,Last name,Email\r\nAmelia,Okafor,amelia@example.org\r\nBen,Bell,ben@example.org\r\n',
    );
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'parents.csv', mimeType: 'text/csv', buffer });
    await expect(page.getByRole('button', { name: 'Import 2 families' })).toBeVisible();
    await expectFocus(page);
    await page.getByRole('radio').first().press('Space');
    await press(page, 'Import 2 families');
    await expect(page.getByText('2 families added.')).toBeVisible();
    await expectFocus(page);
  });

  await test.step('deleting', async () => {
    await page.getByRole('link', { name: 'Show all subscribers' }).press('Enter');
    await press(page, 'Options for Amelia Okafor');
    // The menu takes the focus a moment after it has opened.
    await expect
      .poll(() => page.evaluate(() => (document.activeElement?.closest('[role="menu"]') ?? null) !== null))
      .toBe(true);
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .press('Enter');
    await expect(page.getByText('amelia@example.org')).toBeHidden();
    await expectFocus(page);
  });

  await test.step('choosing a logo', async () => {
    await page.goto('/app/settings/newsletter-branding');
    await page.getByRole('button', { name: 'Replace' }).focus();
    await page.locator('input[type=file]').first().setInputFiles(LOGO);
    await expect(page.getByRole('slider', { name: 'Zoom' })).toBeVisible();
    await expectFocus(page);
  });
});
