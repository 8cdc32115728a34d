import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { arriveAsOwner } from './arrive.ts';
import { expect, expectAccessible, linksInMail, newAddress } from './journey.ts';

/** What people do in more than one journey. */

export const PASSWORD = 'Turnip lantern 7';
/** Another one, for who chooses anew. */
export const NEW_PASSWORD = 'Gusty kettle 4';
/** Pictures that a person would have on the machine. */
export const LOGO = fileURLToPath(new URL('./pictures/logo.png', import.meta.url));
export const PHOTO = fileURLToPath(new URL('./pictures/forest.jpg', import.meta.url));

/** Whether this is the phone's size, where menus are folded away. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768;
}

/** Answers the question about cookies, which reloads the page. */
export async function declineCookies(page: Page): Promise<void> {
  const question = page.getByRole('region', { name: 'Cookies' });
  await question.getByRole('button', { name: 'DECLINE' }).click();
  await expect(question).toBeHidden();
}

/** From a landing page: opens the panel that a link of the menu leads to. */
export async function openFromMenu(page: Page, link: 'Login' | 'Try it FREE'): Promise<void> {
  const header = page.getByRole('banner');
  if (isPhone(page)) {
    await header.getByRole('button', { name: 'Open the menu' }).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: link })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('link', { name: link }).click();
  } else await header.getByRole('link', { name: link }).click();
}

/** In the open panel: logs in. */
export async function logIn(page: Page, address: string, password = PASSWORD): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'Log in' });
  await panel.getByLabel('Email').fill(address);
  await panel.getByLabel('Password', { exact: true }).fill(password);
  await panel.getByRole('button', { name: 'Log in' }).click();
  await expect(panel).toBeHidden();
}

/** Logs out: beside the name, on phones behind the avatar. */
export async function logOut(page: Page): Promise<void> {
  const header = page.getByRole('banner');
  if (isPhone(page)) {
    await header.getByRole('button', { name: /account of/i }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  } else await header.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/home');
}

/** The address of a page of this program that a mail leads to. */
export async function linkInMail(page: Page, address: string, subject: string): Promise<string> {
  const link = (await linksInMail(page, address, subject)).find((each) => each.includes('token='));
  expect(link, `a link in the mail '${subject}'`).toBeDefined();
  return link ?? '';
}

/** On the page that a mail led to: chooses a password. */
export async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
}

/** Somebody with a school and an empty first newsletter, signed in and at the list: for the journeys that begin there. */
export async function arriveWithSchool(page: Page, title = 'Welcome back'): Promise<string> {
  const address = newAddress('office');
  await arriveAsOwner(page, { email: address, password: PASSWORD, logo: LOGO }, title);
  await page.goto('/app/newsletters');
  await expect(page.getByRole('article')).toContainText(title);
  return address;
}
