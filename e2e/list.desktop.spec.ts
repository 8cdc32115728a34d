import { createNewsletters } from './api-setup.ts';
import { expect, expectAccessible, expectToast, test } from './journey.ts';
import { signInWithSchool } from './shared-steps.ts';

/** The list of newsletters with more than one page. */

const TITLES = ['Harvest festival', 'Sports day', 'Summer concert', 'Winter fair'];
const WEEKS = Array.from({ length: 7 }, (_, index) => `Week ${index + 1}`);

test('A secretary finds, sorts, publishes, unpublishes and deletes newsletters', async ({ page }) => {
  test.slow();
  await signInWithSchool(page, 'Welcome back');
  await createNewsletters(page, [...TITLES, ...WEEKS]);
  const cards = page.getByRole('article');
  const titles = () => cards.getByRole('heading').allTextContents();
  const choose = async (menu: RegExp, item: string) => {
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menuitemradio', { name: item }).click();
  };
  const search = page.getByRole('textbox', { name: 'Search newsletters' });

  await test.step('she loads the second page', async () => {
    await page.goto('/app/newsletters');
    await expect(cards).toHaveCount(10);
    expect((await titles())[0]).toBe('Week 7');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Load More' }).click();
    await expect(cards).toHaveCount(12);
    expect((await titles()).at(-1)).toBe('Welcome back');
    await expect(page.getByRole('button', { name: 'Load More' })).toBeHidden();
  });

  await test.step('she sorts them by title', async () => {
    await choose(/^Sort by/, 'Title');
    await expect.poll(async () => (await titles())[0]).toBe('Harvest festival');
    await choose(/^Sort by/, 'Z to A');
    await expect.poll(async () => (await titles())[0]).toBe('Winter fair');
  });

  await test.step('she searches, opens a result, and returns to the results', async () => {
    await search.fill('week');
    await expect(cards).toHaveCount(7);
    expect((await titles())[0]).toBe('Week 1');
    await page.getByRole('link', { name: 'Week 3' }).click();
    await expect(page.getByRole('link', { name: 'Exit' })).toBeVisible();
    await page.goBack();
    await expect(search).toHaveValue('week');
    await expect(cards).toHaveCount(7);
    await search.fill('no such thing');
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await expect(page.locator('[data-announcer]')).toContainText('Nothing found');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(cards).toHaveCount(10);
  });

  await test.step('she publishes one, and the filter finds it', async () => {
    await page.getByRole('link', { name: 'Week 7' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Publish anyway' }).click();
    await page.getByRole('link', { name: 'Return to dashboard' }).click();
    await choose(/^Filter/, 'Show published');
    await expect(cards).toHaveCount(1);
    await choose(/^Filter/, 'Show draft');
    await expect(cards).toHaveCount(10);
    expect(await titles()).not.toContain('Week 7');
    await choose(/^Filter/, 'Show published');
    await expect(cards).toHaveCount(1);
  });

  await test.step('she copies its link, opens the public page, and duplicates it', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const options = page.getByRole('button', { name: 'Options for Week 7' });
    await options.click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expectToast(page, 'Copied to clipboard');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/published\/week-7-/);
    await options.click();
    const opening = page.waitForEvent('popup');
    await page.getByRole('menuitem', { name: 'View' }).click();
    const reader = await opening;
    await expect(reader.getByRole('heading', { level: 1, name: 'Week 7' })).toBeVisible();
    expect(reader.url()).toBe(link);
    await reader.close();
    await options.click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expectToast(page, '‘Copy of Week 7’ is a new draft');
    await choose(/^Filter/, 'Show draft');
    await expect.poll(async () => (await titles())[0]).toBe('Copy of Week 7');
    await choose(/^Filter/, 'Show published');
    await expect(cards).toHaveCount(1);
  });

  await test.step('she unpublishes it, and then deletes it', async () => {
    const address = await page.evaluate(() => window.location.href);
    expect(address).toContain('filter=published');
    const options = page.getByRole('button', { name: 'Options for Week 7' });
    await options.click();
    await expect(page.getByRole('menuitem', { name: 'View' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Unpublish', exact: true }).click();
    await expectToast(page, '‘Week 7’ is a draft again');
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all newsletters' }).click();
    await options.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete ‘Week 7’?' });
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete newsletter' }).click();
    await expectToast(page, '‘Week 7’ deleted');
    await expect.poll(titles).not.toContain('Week 7');
  });
});
