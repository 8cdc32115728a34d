import type { Page } from '@playwright/test';
import { addBlock, fields, saveBlock, words } from './editor.ts';
import { expect, expectAccessible, test } from './journey.ts';
import { isPhone, PHOTO, signInWithSchool } from './shared-steps.ts';

/** The check before publishing, changes of layout, and undo after a reload. */

const check = (page: Page) => page.getByRole('complementary', { name: 'Check' });
const checkButton = (page: Page) => page.getByRole('button', { name: /^Check:/ });
const question = (page: Page) => page.getByRole('dialog', { name: 'Some people could not read this' });
const published = (page: Page) => page.getByRole('heading', { name: /^Congratulations!/ });

test('A secretary sees what some people could not read, and fixes it', async ({ page }) => {
  test.slow();
  await signInWithSchool(page, 'Welcome back');
  await openNewsletter(page);

  await test.step('a picture without a description is an error, capitals are a hint', async () => {
    await expect(checkButton(page)).toHaveAccessibleName('Check: nothing found');
    await addBlock(page, 'Heading');
    await words(page, 'Heading').fill('FOREST SCHOOL ON FRIDAY');
    await saveBlock(page, 'Heading');
    await expect(checkButton(page)).toHaveAccessibleName('Check: 1 hint');
    await addBlock(page, 'Image');
    await fields(page, 'Image').locator('input[type="file"]').setInputFiles(PHOTO);
    await expect(fields(page, 'Image').getByLabel('What does it show?')).toBeVisible();
    await saveBlock(page, 'Image');
    await expect(checkButton(page)).toHaveAccessibleName('Check: 1 error and 1 hint');
  });

  await test.step('she fixes the capitals with one click, and undoes it with another', async () => {
    await checkButton(page).click();
    await expect(check(page).getByRole('heading', { name: 'Check' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(check(page)).toBeHidden();
    await expect(checkButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await check(page).getByRole('button', { name: 'Write “Forest school on Friday”' }).click();
    const heading = page.getByRole('main').getByRole('button', { name: /^Heading/ });
    await expect(heading).toHaveAccessibleName('Heading: Forest school on Friday');
    await expectFound(page, 'Check: 1 error', { right: 1, about: 0 });
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect(heading).toHaveAccessibleName('Heading: FOREST SCHOOL ON FRIDAY');
  });

  await test.step('publishing stops and takes her to the field', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(question(page)).toContainText('This picture has no description yet.');
    await expectAccessible(page);
    await question(page)
      .getByRole('button', { name: /^Image/ })
      .click();
    const alt = fields(page, 'Image').getByLabel('What does it show?');
    await expect(alt).toBeFocused();
    await alt.fill('Two children in a wood');
    await saveBlock(page, 'Image');
    await expect(check(page).getByRole('heading', { name: 'To put right' })).toBeHidden();
    await expectFound(page, 'Check: 1 hint', { right: 0, about: 1 });
  });

  await test.step('a hint does not stop her', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(published(page)).toBeVisible();
  });
});

test('Publishing in spite of errors asks twice', async ({ page }) => {
  await signInWithSchool(page, 'Welcome back');
  await openNewsletter(page);
  await addBlock(page, 'Image');
  await fields(page, 'Image').locator('input[type="file"]').setInputFiles(PHOTO);
  await expect(fields(page, 'Image').getByLabel('What does it show?')).toBeVisible();
  await saveBlock(page, 'Image');
  const publish = page.getByRole('button', { name: 'Publish', exact: true });

  await publish.click();
  // Dialogs are loaded lazily: right after opening the editor, this one may still be loading.
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(publish).toBeFocused();

  await publish.click();
  await question(page).getByRole('button', { name: 'Publish anyway' }).click();
  const sure = page.getByRole('dialog', { name: 'Publish “Welcome back” as it is?' });
  await expectAccessible(page);
  await sure.getByRole('button', { name: 'Go back' }).click();
  await expect(sure).toBeHidden();
  await expect(published(page)).toBeHidden();

  await publish.click();
  await question(page).getByRole('button', { name: 'Publish anyway' }).click();
  await sure.getByRole('button', { name: 'Publish as it is' }).click();
  await expect(published(page)).toBeVisible();
});

test('A change of layout keeps every block, and Undo survives a reload', async ({ page }) => {
  test.slow();
  await signInWithSchool(page, 'Welcome back');
  await openNewsletter(page);
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday']) {
    await addBlock(page, 'Heading');
    await words(page, 'Heading').fill(day);
    await saveBlock(page, 'Heading');
  }

  await test.step('two columns, the second half to the right', async () => {
    if (isPhone(page)) {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Layout' }).click();
    } else await page.getByRole('button', { name: 'Layout' }).click();
    const layouts = page.getByRole('dialog', { name: 'Layout' });
    await expect(layouts.getByRole('button', { name: '1 column' })).toHaveAttribute('aria-pressed', 'true');
    await expectAccessible(page);
    await layouts.getByRole('button', { name: '2 column (left)' }).click();
    await expect.poll(() => wordsIn(page, 'Left column')).toEqual(['Monday', 'Tuesday']);
    await expect.poll(() => wordsIn(page, 'Right column')).toEqual(['Wednesday', 'Thursday']);
  });

  await test.step('the mail view shows the size of the mail', async () => {
    if (isPhone(page)) {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Show as mail' }).click();
    } else await page.getByRole('radio', { name: 'Mail' }).check({ force: true });
    await expect(page.getByRole('main')).toContainText(/\d+ KB of the 102 KB that Gmail shows of a mail/);
    await expectAccessible(page);
  });

  await test.step('another title, a save and a reload', async () => {
    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    await page.getByRole('textbox', { name: 'Newsletter Title' }).fill('A good week');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText('Successfully saved')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('A good week');
    await expect.poll(() => wordsIn(page, 'Right column')).toEqual(['Wednesday', 'Thursday']);
  });

  await test.step('Undo reverts the title, the layout and a block, and Redo repeats them', async () => {
    await page.getByRole('main').focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => wordsIn(page, 'Blocks')).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday']);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => wordsIn(page, 'Blocks')).toEqual(['Monday', 'Tuesday', 'Wednesday']);
    for (let times = 0; times < 2; times += 1) {
      if (isPhone(page)) await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole(isPhone(page) ? 'menuitem' : 'button', { name: 'Redo' }).click();
    }
    await expect.poll(() => wordsIn(page, 'Left column')).toEqual(['Monday', 'Tuesday']);
  });
});

/** Expects the findings while the check is open: on a phone its sheet, with the numbers, covers the button. */
async function expectFound(page: Page, name: string, found: { right: number; about: number }): Promise<void> {
  if (!isPhone(page)) return expect(checkButton(page)).toHaveAccessibleName(name);
  const headings = check(page).getByRole('heading', { level: 3, name: /^To / });
  const words = [['To put right', found.right] as const, ['To think about', found.about] as const]
    .filter(([, number]) => number > 0)
    .map((each) => each.join(' '));
  await expect(headings).toHaveText(words);
}

/** The texts of the headings in a column of the canvas, from the top. */
async function wordsIn(page: Page, column: string): Promise<string[]> {
  const names = await page
    .getByRole('main')
    .getByRole('list', { name: column })
    .getByRole('button', { name: /^Heading( \d+)?:/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  return names.map((name) => name.replace(/^Heading( \d+)?: /, ''));
}

async function openNewsletter(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Welcome back', exact: true }).click();
  await expect(page.getByText('Your newsletter starts here')).toBeVisible();
}
