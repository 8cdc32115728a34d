import { expect, expectAccessible, test } from './journey.ts';
import { signInWithSchool } from './shared-steps.ts';

/** From a template to a parent's calendar. */

test('A secretary starts from the ready-made term dates, and a parent puts them into the calendar', async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  await signInWithSchool(page);
  await page.getByRole('link', { name: 'Create new' }).click();

  await test.step('she previews a template in her school’s colours', async () => {
    await expect(page.getByRole('radio', { name: 'Latest template' })).toBeChecked();
    await page.getByRole('radio', { name: 'Term dates' }).check();
    await expect(page.getByLabel('Newsletter title')).toHaveValue('Dates for the new term');
    const choice = page.locator('label').filter({ hasText: 'Term dates' });
    const picture = choice.frameLocator('iframe[title="Newsletter"]');
    await expect(picture.getByRole('heading', { name: 'Dates for the term' })).toBeAttached();
    // A button half covered by the sticky header would count as too small.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible(page);
  });

  await test.step('she can edit it', async () => {
    await page.getByRole('button', { name: 'Create newsletter' }).click();
    const canvas = page.getByRole('main');
    await expect(canvas.getByRole('button', { name: /^Event Example: .*First day of term/ })).toBeVisible();
    await expect(canvas.getByRole('button', { name: /^Image Example: A table with a basket/ })).toBeVisible();
  });

  const address = await test.step('she publishes it', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Keep all and publish' }).click();
    return await page.getByLabel('Public address').inputValue();
  });

  await test.step('a parent, with scripts switched off, adds one date, and all of them', async () => {
    const parent = await browser.newContext({ javaScriptEnabled: false, viewport: page.viewportSize() });
    const theirs = await parent.newPage();
    await theirs.goto(address);
    await expect(theirs.getByRole('img', { name: /^A table with a basket/ })).toBeVisible();
    const links = theirs.getByRole('link', { name: /^Apple, Outlook, Add to calendar/ });
    await expect(links).toHaveCount(7);
    const download = theirs.waitForEvent('download');
    await theirs.getByRole('link', { name: 'Apple, Outlook, Add to calendar, First day of term' }).click();
    expect((await download).suggestedFilename()).toBe('First day of term.ics');
    const all = theirs.getByRole('link', { name: 'Add all dates to your calendar' });
    const file = await request.get(new URL((await all.getAttribute('href')) ?? '', address).href);
    expect(file.headers()['content-type']).toBe('text/calendar; charset=utf-8');
    const text = await file.text();
    expect(text.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(7);
    expect(text).toContain('SUMMARY:Last day of term\r\n');
    await parent.close();
    await page.goto(address);
    await expectAccessible(page);
  });
});
