import { signInAsEditor } from './api-setup.ts';
import { addBlock, openEditor, saveBlock, words } from './editor.ts';
import { expect, expectAccessible, newAddress, test } from './journey.ts';
import { PASSWORD } from './shared-steps.ts';

/** Two people in one newsletter see each other and each other's edits. */

test.use({ isOffline: true });

test('Ada and Ivy write in one newsletter', async ({ page, browser, baseURL }) => {
  await openEditor(page);
  await addBlock(page, 'Heading');
  await words(page, 'Heading').fill('Harvest');
  await saveBlock(page, 'Heading');
  await addBlock(page, 'Text');
  await words(page, 'Text').fill('Dear families');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Others in this newsletter' })).toBeHidden();

  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' });
  const other = await elsewhere.newPage();
  const ivy = { name: ['Ivy', 'Walker'], email: newAddress('ivy'), password: PASSWORD } as const;
  await signInAsEditor(page, other, ivy);
  await other.goto(page.url());
  const others = page.getByRole('list', { name: 'Others in this newsletter' });

  await test.step('they see one another, and where they are', async () => {
    await expect(others.getByRole('button', { name: 'IW: Ivy Walker is reading' })).toBeVisible();
    await other.getByRole('button', { name: /^Heading.*Harvest$/ }).click();
    await expect(others.getByRole('button', { name: 'IW: Ivy Walker is editing Heading' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Heading (Ivy Walker): Harvest' })).toBeVisible();
    await expect(other.getByRole('button', { name: /^Text \(.+\): Dear families$/ })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('what Ivy writes arrives, and the caret stays', async () => {
    const text = words(page, 'Text');
    await text.click();
    await page.keyboard.press('ControlOrMeta+Home');
    await words(other, 'Heading').fill('Harvest festival');
    await expect(page.getByRole('button', { name: /^Heading.*Harvest festival$/ })).toBeVisible();
    await expect(page.getByText('Ivy Walker changed Heading “Harvest festival”')).toBeVisible();
    await page.keyboard.type('My ');
    await expect(text).toHaveText('My Dear families');
    await expect(other.getByRole('button', { name: /My Dear families$/ })).toBeVisible();
  });

  await test.step('both kept: hers as it is called, and one’s own below, where the caret goes', async () => {
    await page.keyboard.press('ControlOrMeta+Home');
    await page.context().setOffline(true);
    await page.keyboard.type('Now ');
    await words(other, 'Heading').press('Escape');
    await other.getByRole('button', { name: /^Text.*My Dear families$/ }).click();
    await words(other, 'Text').fill('Hello families');
    await expect(other.getByText(/^Saved \d/)).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Keep both blocks' }).click({ timeout: 45_000 });
    await expect(words(page, 'Text 2')).toBeFocused();
    await page.keyboard.type('then ');
    await expect(other.getByRole('button', { name: /^Text 2.*: Now then My Dear families$/ })).toBeVisible();
    await expect(words(other, 'Text 1')).toHaveText('Hello families');
  });

  await test.step('she is gone soon after she has closed the tab', async () => {
    await elsewhere.close();
    await expect(others).toBeHidden({ timeout: 15_000 });
  });
});
