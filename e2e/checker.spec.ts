import type { Page } from '@playwright/test';
import { addBlock, fields, saveBlock } from './editor.ts';
import { expect, expectAccessible, test } from './journey.ts';
import { arriveWithSchool, PHOTO } from './people.ts';

/** The check of a newsletter before it is published, its layout, and the way back after a reload. */

const check = (page: Page) => page.getByRole('complementary', { name: 'Check' });
const checkButton = (page: Page) => page.getByRole('button', { name: /^Check:/ });
const question = (page: Page) => page.getByRole('dialog', { name: 'Some people could not read this' });
const published = (page: Page) => page.getByRole('heading', { name: /^Congratulations!/ });

test('A secretary is told what some people could not read, and puts it right', async ({ page }) => {
  test.slow();
  await arriveWithSchool(page, 'Welcome back');
  await openNewsletter(page);

  await test.step('a picture without a description is an error, capitals are a hint', async () => {
    await expect(checkButton(page)).toHaveAccessibleName('Check: nothing found');
    await addBlock(page, 'Heading');
    await fields(page, 'Heading').getByRole('textbox', { name: 'Heading' }).fill('FOREST SCHOOL ON FRIDAY');
    await saveBlock(page, 'Heading');
    await expect(checkButton(page)).toHaveAccessibleName('Check: 1 hint');
    await addBlock(page, 'Image');
    await fields(page, 'Image').locator('input[type="file"]').setInputFiles(PHOTO);
    await expect(fields(page, 'Image').getByLabel('What does it show?')).toBeVisible();
    await saveBlock(page, 'Image');
    await expect(checkButton(page)).toHaveAccessibleName('Check: 1 error and 1 hint');
  });

  await test.step('she puts the capitals right with one click, and has them back with another', async () => {
    await checkButton(page).click();
    await expectAccessible(page);
    await check(page).getByRole('button', { name: 'Write “Forest school on Friday”' }).click();
    const heading = page.getByRole('main').getByRole('button', { name: /^Heading/ });
    await expect(heading).toHaveAccessibleName('Heading: Forest school on Friday');
    await expect(checkButton(page)).toHaveAccessibleName('Check: 1 error');
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect(heading).toHaveAccessibleName('Heading: FOREST SCHOOL ON FRIDAY');
  });

  await test.step('publishing stops, and leads her to the field', async () => {
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
    await expect(checkButton(page)).toHaveAccessibleName('Check: 1 hint');
  });

  await test.step('a hint does not stop her', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(published(page)).toBeVisible();
  });
});

test('Somebody publishes anyway, and is asked twice', async ({ page }) => {
  await arriveWithSchool(page, 'Welcome back');
  await openNewsletter(page);
  await addBlock(page, 'Image');
  await fields(page, 'Image').locator('input[type="file"]').setInputFiles(PHOTO);
  await expect(fields(page, 'Image').getByLabel('What does it show?')).toBeVisible();
  await saveBlock(page, 'Image');
  const publish = page.getByRole('button', { name: 'Publish', exact: true });

  await publish.click();
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
  await sure.getByRole('button', { name: 'Publish anyway' }).click();
  await expect(published(page)).toBeVisible();
});

async function openNewsletter(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Welcome back', exact: true }).click();
  await expect(page.getByText('Your newsletter starts here')).toBeVisible();
}
