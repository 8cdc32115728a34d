import type { Locator, Page } from '@playwright/test';
import { addBlock, dragTileAbove, fields, saveBlock, showForm, words } from './editor.ts';
import { expect, expectAccessible, expectToast, newAddress, test } from './journey.ts';
import { answerFirstNewsletter, answerSchool } from './onboarding.ts';
import {
  choosePassword,
  declineCookies,
  isPhone,
  linkInMail,
  logOut,
  NEW_PASSWORD,
  openFromMenu,
  PASSWORD,
  PHOTO,
  signIn,
} from './shared-steps.ts';

/** A new school: from the landing page to a published newsletter, and through a forgotten password. */

test('A secretary registers, sets up the school, and publishes its first newsletter', async ({
  page,
  browser,
}) => {
  test.slow();
  const address = newAddress('secretary');

  await test.step('she registers on the landing page', async () => {
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
    await expectAccessible(page);
    await declineCookies(page);
    await openFromMenu(page, 'Try it FREE');
    const panel = page.getByRole('dialog', { name: 'Try for 3 months' });
    await panel.getByLabel('Email').fill('secretary');
    await panel.getByRole('button', { name: 'Try it free' }).click();
    await expect(panel.getByText('A valid email address is required')).toBeVisible();
    await expectAccessible(page);
    await panel.getByLabel('Email').fill(address);
    await panel.getByRole('button', { name: 'Try it free' }).click();
    await expect(page.getByRole('dialog', { name: 'Check your email inbox.' })).toBeVisible();
    await expectToast(page, 'Account successfully created. Check your email!');
    await expectAccessible(page);
  });

  await test.step('she follows the link in the mail, chooses a password and is in', async () => {
    await page.goto(await linkInMail(page, address, 'Welcome to Inkwell'));
    await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
    await expect(page).toHaveURL('/change-password');
    await page.reload();
    await choosePassword(page, 'short');
    await expect(page.getByText('Password is too short')).toBeVisible();
    await expectAccessible(page);
    await choosePassword(page, 'Password1');
    await expect(page.getByText('This password is easy to guess')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Password1');
    await expectAccessible(page);
    await choosePassword(page, PASSWORD);
    await expectToast(page, 'Your password is set');
  });

  await test.step('she goes through onboarding: the school', () => answerSchool(page));
  await test.step('the first newsletter', () => answerFirstNewsletter(page));

  await test.step('she finds the newsletter in the list', async () => {
    await expect(page).toHaveURL('/app/newsletters');
    const card = page.getByRole('article').filter({ hasText: 'Welcome back' });
    await expect(card).toContainText('Draft');
    await expect(card).toContainText(/Last updated \d\d\/\d\d\/\d{4}/);
    await card.getByRole('button', { name: 'Options for Welcome back' }).click();
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Unpublish' })).toBeHidden();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  await test.step('she creates another one', async () => {
    await page.getByRole('link', { name: 'Create new' }).click();
    await expect(page.getByRole('radio', { name: 'Latest template' })).toBeChecked();
    await expect(page.getByRole('heading', { name: 'Your newest newsletters' })).toBeVisible();
    await page.getByRole('button', { name: 'Create newsletter' }).click();
    await expect(page.getByText('Field is required')).toBeVisible();
    await expectAccessible(page);
    await page.getByPlaceholder('Newsletter Title').fill('Forest School starts again');
    await page.getByRole('radio', { name: '1 column' }).check();
    await page.getByRole('button', { name: 'Create newsletter' }).click();
    await expect(page.getByText('Your newsletter starts here')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('she writes it', () => writeNewsletter(page));

  const link = await test.step('she saves and publishes it', async () => {
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expectToast(page, 'Successfully saved');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(
      page.getByRole('heading', { name: 'Congratulations! Your newsletter has been published' }),
    ).toBeVisible();
    await expectToast(page, 'Newsletter is published');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expectToast(page, 'Copied to clipboard');
    await expectAccessible(page);
    const shown = await page.getByLabel('Public address').inputValue();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
    return shown;
  });

  await test.step('a parent reads it, with scripts switched off', async () => {
    const viewport = page.viewportSize();
    const parent = await browser.newContext({ javaScriptEnabled: false, viewport });
    const theirs = await parent.newPage();
    await theirs.goto(link);
    await expectNewsletter(theirs);
    await parent.close();
    const other = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const checked = await other.newPage();
    await checked.goto(link);
    await expectAccessible(checked);
    await other.close();
  });

  await test.step('the list shows it as published', async () => {
    await page.getByRole('link', { name: 'Return to dashboard' }).click();
    const card = page.getByRole('article').filter({ hasText: 'Forest School starts again' });
    await expect(card).toContainText('Published');
    await expect(card).not.toContainText('Later changes');
    await expectAccessible(page);
  });

  await test.step('she logs out and resets a forgotten password', async () => {
    await logOut(page);
    await openFromMenu(page, 'Login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    const panel = page.getByRole('dialog', { name: 'Forgot Password' });
    await panel.getByLabel('Email').fill(address);
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Submit' }).click();
    await expectToast(page, 'Check your email!');
    await page.goto(await linkInMail(page, address, 'Choose a new Inkwell password'));
    await choosePassword(page, NEW_PASSWORD);
    await expectToast(page, 'Password successfully changed');
    await openFromMenu(page, 'Login');
    const login = page.getByRole('dialog', { name: 'Log in' });
    await login.getByLabel('Email').fill(address);
    await login.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await login.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Invalid email or password',
    );
    await expectAccessible(page);
    await signIn(page, address, NEW_PASSWORD);
    await expect(page.getByRole('article')).toHaveCount(2);
  });
});

async function writeNewsletter(page: Page): Promise<void> {
  const canvas = page.getByRole('main');
  await addBlock(page, 'Heading');
  await words(page, 'Heading').fill('Forest School is back');
  await expect(canvas.getByRole('button', { name: 'Heading: Forest School is back' })).toBeVisible();
  await expectAccessible(page);
  await saveBlock(page, 'Heading');

  await addBlock(page, 'Text');
  await words(page, 'Text').fill('Robins and Wrens go every Thursday.');
  await expect(canvas.getByRole('button', { name: /^Text: Robins and Wrens/ })).toBeVisible();
  await expectAccessible(page);
  await saveBlock(page, 'Text');

  await addBlock(page, 'Image');
  await fields(page, 'Image').locator('input[type="file"]').setInputFiles(PHOTO);
  await expect(fields(page, 'Image').getByRole('group', { name: 'Another image' })).toBeVisible();
  await fields(page, 'Image').getByLabel('What does it show?').fill('Two children in a wood');
  await expectAccessible(page);
  await saveBlock(page, 'Image');

  if (isPhone(page)) await addBlock(page, 'Button');
  else await dragTileAbove(page, 'Button', canvas.getByRole('button', { name: /^Image/ }));
  await words(page, 'Button text').fill('What to bring');
  await showForm(page, { press: (target) => target.click() });
  await fields(page, 'Button').getByRole('textbox', { name: 'Link' }).fill('https://oakfield.example/forest');
  await saveBlock(page, 'Button');
  await expect(canvas.getByRole('button', { name: 'Button: What to bring' })).toBeVisible();
  await expectAccessible(page);
}

async function expectNewsletter(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/Forest School starts again/);
  await expect(page.getByRole('heading', { level: 1, name: 'Forest School starts again' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Forest School is back' })).toBeVisible();
  await expect(page.getByText('Robins and Wrens go every Thursday.')).toBeVisible();
  const button = page.getByRole('link', { name: 'What to bring' });
  await expect(button).toHaveAttribute('href', 'https://oakfield.example/forest');
  const sizeOf = (image: Locator) =>
    image.evaluate((element) =>
      element instanceof HTMLImageElement ? [element.naturalWidth, element.naturalHeight] : [],
    );
  const photo = page.getByRole('img', { name: 'Two children in a wood' });
  await expect(photo).toBeVisible();
  // The browser shows a copy that fits the screen, of a photo of 900 by 600, and reports that copy's pixels.
  await expect.poll(async () => proportionOf(await sizeOf(photo))).toBeCloseTo(900 / 600, 1);
  const logo = page.getByRole('img', { name: 'Oakfield Primary School' });
  // The crop is 32:9; its copies have whole pixels.
  await expect.poll(async () => proportionOf(await sizeOf(logo))).toBeCloseTo(32 / 9, 1);
}

function proportionOf([width = 0, height = 1]: readonly number[]): number {
  return width / height;
}
