import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, linksInMail, newAddress, test } from './journey.ts';
import {
  choosePassword,
  declineCookies,
  isPhone,
  linkInMail,
  NEW_PASSWORD,
  PASSWORD,
  signIn,
  signInWithSchool,
} from './shared-steps.ts';

/** Invited colleagues have exactly the rights of their role, until they are removed. */

const MINE = ['My details', 'Password settings'];
// For all but the owner, files are among their own settings.
const EDITORS = [...MINE, 'Files'];
const ADMINS = [...EDITORS, 'Billing', 'Subscription', 'Groups', 'Rhythm', 'Features', 'Activity'];
// No billing during the trial.
const SCHOOL = [
  'School details',
  'Manage users',
  'Groups',
  'Newsletter branding',
  'Rhythm',
  'Features',
  'Files',
  'Subscription',
  'Activity',
  'API and webhooks',
  'Your data',
];

/** Expects exactly these tiles in a group of the settings. */
async function expectTiles(page: Page, group: string, labels: readonly string[]): Promise<void> {
  const tiles = page.getByRole('main').getByRole('list', { name: group }).getByRole('link');
  await expect(tiles).toHaveText(labels.map((label) => new RegExp(`^${label}`)));
}

async function invite(
  page: Page,
  [first, last]: [string, string],
  role: 'Editor' | 'Admin',
): Promise<string> {
  const address = newAddress(first.toLowerCase());
  await page.getByRole('link', { name: 'Invite users' }).click();
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill(last);
  await page.getByLabel('Email').fill(address);
  if (role !== 'Editor') await page.getByRole('radio', { name: role }).check();
  await page.getByRole('button', { name: 'Send invite' }).click();
  await expect(page).toHaveURL('/app/settings/manage-users');
  return address;
}

/** Expects that a single click from a field to the button shows all errors. */
async function expectAllErrorsAtOnce(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Invite users' }).click();
  await page.getByLabel('First name').fill('Eddie');
  await page.getByLabel('Email').fill('eddie@school');
  const send = page.getByRole('button', { name: 'Send invite' });
  await (isPhone(page) ? send.tap() : send.click());
  await expect(page.getByLabel('Last name')).toBeFocused();
  await expect(page.getByText('Field is required')).toBeVisible();
  await expect(page.getByText('A valid email address is required')).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Leave' }).click();
}

/** Accepts an invitation in a new browser, from the mail to the list of newsletters. */
async function acceptInvitation(
  browser: Browser,
  page: Page,
  address: string,
): Promise<[BrowserContext, Page]> {
  const links = await linksInMail(page, address, /^Oakfield Primary School invites you/);
  const link = links.find((each) => each.includes('/home/')) ?? '';
  const context = await browser.newContext();
  const own = await context.newPage();
  await own.goto('/');
  await declineCookies(own);
  await own.goto(link);
  const panel = own.getByRole('dialog', { name: 'Join Oakfield Primary School' });
  await expect(panel.getByText('Enter your email address to get access')).toBeVisible();
  await expect(panel.getByText('Oakfield Primary School invites you to its staff.')).toBeVisible();
  await expect(panel.getByLabel('Email')).toHaveValue(address);
  await expect(panel.getByLabel('Email')).not.toBeEditable();
  await panel.getByRole('button', { name: 'Get access' }).click();
  await expect(own.getByRole('dialog', { name: 'Check your email inbox.' })).toBeVisible();
  await own.goto(await linkInMail(own, address, 'Welcome to Inkwell'));
  await choosePassword(own, PASSWORD);
  await expect(own.getByRole('heading', { level: 1, name: 'Newsletters' })).toBeVisible();
  return [context, own];
}

test('An owner invites an editor and an admin, who have exactly the rights of their role until they are removed', async ({
  page,
  browser,
}) => {
  test.slow();
  await signInWithSchool(page);

  const [editor, admin] = await test.step('she invites two colleagues', async () => {
    await page.goto('/app/settings');
    await expectTiles(page, 'My settings', MINE);
    await expectTiles(page, 'School settings', SCHOOL);
    await page.getByRole('main').getByRole('link', { name: 'Manage users' }).click();
    await expectAllErrorsAtOnce(page);
    const addresses = [
      await invite(page, ['Eddie', 'Moss'], 'Editor'),
      await invite(page, ['Ada', 'Bell'], 'Admin'),
    ] as const;
    const list = page.getByRole('list', { name: 'Administrators' });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'Owner' })).toContainText('office.');
    await expect(list.getByRole('button', { name: 'Withdraw the invitation of Ada Bell' })).toBeVisible();
    await expectAccessible(page);
    return addresses;
  });

  const [editorContext, editorPage] =
    await test.step('the editor gets access and has only an editor’s rights', async () => {
      const [context, own] = await acceptInvitation(browser, page, editor);
      await own.goto('/app/settings');
      await expectTiles(own, 'My settings', EDITORS);
      await expect(own.getByRole('heading', { name: 'School settings' })).toBeHidden();
      await own.goto('/app/settings/manage-users');
      await expect(own).toHaveURL('/app/settings');
      await own.goto('/app/settings/subscription');
      await expect(own).toHaveURL('/app/settings');
      await own.goto('/app/newsletters/create');
      await own.getByPlaceholder('Newsletter Title').fill('By the editor');
      await own.getByRole('button', { name: 'Create newsletter' }).click();
      await expect(own.getByRole('link', { name: 'Exit' })).toBeVisible();
      return [context, own] as const;
    });

  const [adminContext, adminPage] = await test.step('the admin gets access', async () => {
    const [context, own] = await acceptInvitation(browser, page, admin);
    await own.goto('/app/settings/manage-users');
    await expect(own).toHaveURL('/app/settings');
    await expectTiles(own, 'My settings', ADMINS);
    await own
      .getByRole('main')
      .getByRole('link', { name: /^Subscription/ })
      .click();
    await expect(own.getByRole('heading', { name: 'My subscription' })).toBeVisible();
    await own.goto('/app/settings/invoice');
    await expect(own.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
    return [context, own] as const;
  });

  await test.step('she makes the admin an editor, and removes the editor, who loses access at once', async () => {
    await page.reload();
    await page.getByRole('link', { name: 'Edit Ada Bell' }).click();
    await page.getByRole('radio', { name: 'Editor' }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Ada Bell' })).toContainText('Editor');
    await page.getByRole('button', { name: 'Options for Eddie Moss' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete user' }).click();
    await expect(page.getByText('Eddie Moss deleted')).toBeVisible();
    await editorPage.goto('/app/newsletters');
    await expect(editorPage).toHaveURL(/\/(home)?$/);
  });

  await test.step('she sets a temporary password, which has to be changed', async () => {
    await page.getByRole('button', { name: 'Options for Ada Bell' }).click();
    await page.getByRole('menuitem', { name: 'Set a temporary password' }).click();
    await page.getByRole('button', { name: 'Set password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Temporary password for Ada Bell' });
    const password = await dialog.getByRole('code').innerText();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await adminPage.goto('/?login=true');
    await adminPage.evaluate(() => {
      localStorage.removeItem('session');
      sessionStorage.removeItem('session');
    });
    await adminPage.goto('/?login=true');
    await signIn(adminPage, admin, password);
    await expect(adminPage).toHaveURL('/app/settings/change-password');
    await adminPage.goto('/app/newsletters');
    await expect(adminPage).toHaveURL('/app/settings/change-password');
    await adminPage.getByLabel('Existing password').fill(password);
    await adminPage.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await adminPage.getByLabel('Confirm new password').fill(NEW_PASSWORD);
    await adminPage.getByRole('button', { name: 'Change password' }).click();
    await expect(adminPage.getByRole('heading', { level: 1, name: 'Newsletters' })).toBeVisible();
  });
  await editorContext.close();
  await adminContext.close();
});
