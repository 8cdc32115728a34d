import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { signInAsOwner } from './api-setup.ts';
import { expect, expectAccessible, linksInMail, newAddress } from './journey.ts';

/** Steps that several journeys share. */

export const PASSWORD = 'Turnip lantern 7';
export const NEW_PASSWORD = 'Gusty kettle 4';
export const LOGO = fileURLToPath(new URL('./pictures/logo.png', import.meta.url));
export const PHOTO = fileURLToPath(new URL('./pictures/forest.jpg', import.meta.url));

/** Whether the viewport is a phone's, where menus are collapsed. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768;
}

const DEVICES = {
  phone: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
  desk: { viewport: { width: 1440, height: 900 } },
} as const;

/** The page of somebody else's browser, of the same size unless another device is named; close its context at the end. */
export async function elsewhere(page: Page, device?: keyof typeof DEVICES): Promise<Page> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser');
  const { origin } = new URL((await page.request.get('/health')).url());
  const context = await browser.newContext({
    baseURL: origin,
    reducedMotion: 'reduce',
    ...(device === undefined
      ? { viewport: page.viewportSize(), hasTouch: isPhone(page), isMobile: isPhone(page) }
      : DEVICES[device]),
  });
  return await context.newPage();
}

/** Chooses a tool of the editor: a button in its header, on phones an item of the menu 'More'. */
export async function chooseTool(page: Page, name: string | RegExp): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole(isPhone(page) ? 'menuitem' : 'button', { name }).click();
}

/** Declines cookies in the banner. */
export async function declineCookies(page: Page): Promise<void> {
  const question = page.getByRole('region', { name: 'Cookies' });
  await question.getByRole('button', { name: 'DECLINE' }).click();
  // The page takes no input, and hides all roles, until it has reloaded; going on earlier would abort that. `waitForFunction`
  // does not work here: the page's content security policy forbids it.
  await expect(async () => {
    expect(await page.evaluate('document.body.inert')).toBe(false);
  }).toPass();
  await expect(question).toBeHidden();
}

/** Opens a panel from the menu of the landing page. */
export async function openFromMenu(page: Page, link: 'Login' | 'Try it FREE'): Promise<void> {
  const header = page.getByRole('banner');
  if (isPhone(page)) {
    await header.getByRole('button', { name: 'Open the menu' }).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: link })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('link', { name: link }).click();
  } else await header.getByRole('link', { name: link }).click();
}

/** Logs in, in the open panel. */
export async function signIn(page: Page, address: string, password = PASSWORD): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'Log in' });
  await panel.getByLabel('Email').fill(address);
  await panel.getByLabel('Password', { exact: true }).fill(password);
  await panel.getByRole('button', { name: 'Log in' }).click();
  await expect(panel).toBeHidden();
}

/** Logs out by the header's button, on phones by the menu of the account. */
export async function logOut(page: Page): Promise<void> {
  const header = page.getByRole('banner');
  if (isPhone(page)) {
    await header.getByRole('button', { name: /account of/i }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  } else await header.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/home');
}

/** The link with a token in the newest mail with this subject. */
export async function linkInMail(page: Page, address: string, subject: string): Promise<string> {
  const link = (await linksInMail(page, address, subject)).find((each) => each.includes('token='));
  expect(link, `a link in the mail '${subject}'`).toBeDefined();
  return link ?? '';
}

/** Chooses a password on the page that a mail links to. */
export async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
}

/** Opens the list of newsletters for a new owner with one empty newsletter; resolves to their e-mail address. */
export async function signInWithSchool(page: Page, title = 'Welcome back'): Promise<string> {
  const address = newAddress('office');
  await signInAsOwner(page, { email: address, password: PASSWORD, logo: LOGO }, title);
  await page.goto('/app/newsletters');
  await expect(page.getByRole('article')).toContainText(title);
  return address;
}
