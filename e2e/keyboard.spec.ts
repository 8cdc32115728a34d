import type { Page } from '@playwright/test';
import { fields, showForm, words } from './editor.ts';
import { expect, expectAccessible, expectToast, test } from './journey.ts';
import { keyboardOn, tabTo } from './keyboard-input.ts';
import { isPhone, signInWithSchool } from './shared-steps.ts';

/** From the list through the editor to the public page by keyboard alone. */

test('A head teacher writes and publishes a newsletter by keyboard alone', async ({ page }) => {
  test.slow();
  await signInWithSchool(page, 'Welcome back');
  const main = page.getByRole('main');
  const block = (name: RegExp) => main.getByRole('button', { name });

  await test.step('opens the newsletter', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Welcome back', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your newsletter starts here')).toBeVisible();
  });

  await test.step('adds a heading and a text, and writes them', async () => {
    await pressTile(page, 'Heading', 'Enter');
    await expect(words(page, 'Heading')).toBeFocused();
    await page.keyboard.type('Good morning');
    // At the end of a heading, Enter continues with a text below it.
    await page.keyboard.press('Enter');
    await expect(words(page, 'Text')).toBeFocused();
    await page.keyboard.type('The hall is warm again.');
    await page.keyboard.press('Escape');
    await expect(block(/^Text: The hall is warm again/)).toBeFocused();
  });

  await test.step('drags a button to the top, then below the heading', async () => {
    await pressTile(page, 'Button', 'Space');
    await expect(page.getByRole('status').filter({ hasText: 'Button picked up' })).toBeAttached();
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await expect(words(page, 'Button text')).toBeFocused();
    await page.keyboard.type('Term dates');
    await showForm(page, keyboardOn(page));
    await tabTo(page, fields(page, 'Button').getByRole('textbox', { name: 'Link' }));
    await page.keyboard.type('https://oakfield.example/dates');
    await page.keyboard.press('Enter');
    await expect(block(/^Button: Term dates/)).toBeFocused();
    expect(await blocks(page)).toEqual(['Button', 'Heading', 'Text']);
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => blocks(page)).toEqual(['Heading', 'Button', 'Text']);
    await expect(block(/^Button: Term dates/)).toBeFocused();
    await expectAccessible(page);
  });

  await test.step('duplicates it, deletes the copy, and undoes and redoes the delete', async () => {
    await page.keyboard.press('ControlOrMeta+d');
    await expect.poll(() => blocks(page)).toEqual(['Heading', 'Button', 'Button', 'Text']);
    await page.keyboard.press('Delete');
    const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this component?' });
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await tabTo(page, question.getByRole('button', { name: /^Delete/ }));
    await page.keyboard.press('Enter');
    await expect.poll(() => blocks(page)).toEqual(['Heading', 'Button', 'Text']);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => blocks(page)).toEqual(['Heading', 'Button', 'Button', 'Text']);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(() => blocks(page)).toEqual(['Heading', 'Button', 'Text']);
  });

  await test.step('looks up the shortcuts', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+/');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(list).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
  });

  await test.step('saves, publishes and copies the address', async () => {
    await page.keyboard.press('ControlOrMeta+s');
    await expectToast(page, 'Successfully saved');
    await tabTo(page, page.getByRole('button', { name: 'Publish', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /^Congratulations!/ })).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Copy', exact: true }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Copied to clipboard');
  });
});

async function pressTile(page: Page, name: string, key: 'Enter' | 'Space'): Promise<void> {
  if (isPhone(page)) {
    const add = page.getByRole('button', { name: 'Add a block' });
    await page.keyboard.press('Escape');
    await tabTo(page, add);
    await page.keyboard.press('Enter');
  }
  await tabTo(
    page,
    page.getByRole('complementary', { name: 'Add a block' }).getByRole('button', { name, exact: true }),
  );
  await page.keyboard.press(key);
}

/** The types of the blocks on the canvas, from the top. */
async function blocks(page: Page): Promise<string[]> {
  const names = await page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: /^\w+( \d+)?:/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  return names.map((name) => name.replace(/( \d+)?:.*/s, ''));
}
