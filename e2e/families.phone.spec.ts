import { groupIds, publishNewsletter } from './api-setup.ts';
import { expect, expectAccessible, expectToast, linksInMail, newAddress, test } from './journey.ts';
import { signInWithSchool } from './shared-steps.ts';

/** Families on their phones: blocks for their groups, their choices, signing up, and the newsletters' page. */

const DUE = /Harvest for families/;
const words = (text: string, audience?: readonly string[]) => ({
  name: text.toLowerCase().replace(/\W+/g, '-'),
  type: 'text',
  value: { html: `<p>${text}</p>` },
  ...(audience !== undefined && { audience }),
});

test('Two families get different mails, one changes what she gets, and another signs up', async ({
  page,
}) => {
  test.slow();
  await signInWithSchool(page, 'Harvest');
  const [amira, ben, anna] = [newAddress('amira'), newAddress('ben'), newAddress('anna')];
  const address = `oak-${Date.now().toString(36)}`;

  await test.step('the office switches the pages on, and chooses their address and its website', async () => {
    await page.goto('/app/settings/what-you-use');
    for (const name of ['Newsletters’ page', 'Sign-up']) {
      await page.getByRole('switch', { name }).press('Space');
      await expect(page.getByRole('switch', { name })).toBeChecked();
    }
    const card = page.getByRole('region', { name: 'Your pages' });
    await card.getByRole('button', { name: 'Change the address' }).click();
    await card.getByLabel('New address').fill('No address');
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByText(/Please use 3 to 60 letters/)).toBeVisible();
    await card.getByLabel('New address').fill(address);
    await page.keyboard.press('Enter');
    await expectToast(page, `Your pages are at /s/${address} now`);
    await card.getByLabel('Website that may show it').fill('www.oak.example/news');
    await page.keyboard.press('Enter');
    await expect(card.getByRole('button', { name: 'Remove www.oak.example' })).toBeVisible();
    await expect(card.getByText(`/s/${address}/embed`)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('she imports a class list, and lets families choose Year 5', async () => {
    const csv = `First name,Last name,Email,Year\nAmira,Khan,${amira},3\nBen,Jones,${ben},5\n`;
    await page.goto('/app/settings/import-subscribers');
    const file = { name: 'classes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByRole('radio', { name: /^They are our families/ }).check();
    await page.getByRole('button', { name: 'Import 2 families' }).click();
    await expect(page.getByText('2 families added.')).toBeVisible();
    await page.goto('/app/settings/groups');
    for (const name of ['Year 3', 'Year 5']) {
      await page.getByRole('button', { name: `Options for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Let families choose it' }).click();
    }
    await expect(page.getByText('Families can choose it')).toHaveCount(2);
  });

  const groups = await groupIds(page);
  const path = await publishNewsletter(page, 'Harvest for families', [
    words('For everybody'),
    words('Swimming starts', [groups['Year 3'] ?? '']),
  ]);

  await test.step('each family gets its own mail, and the page is everyone’s', async () => {
    await page.goto('/app/newsletters');
    await page.getByRole('button', { name: 'Options for Harvest for families' }).click();
    await page.getByRole('menuitem', { name: 'Take off the school’s page' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, '‘Harvest for families’ is on the school’s page');
    await page.getByRole('button', { name: 'Options for Harvest for families' }).click();
    await page.getByRole('menuitem', { name: 'Send by email' }).click();
    await page.getByRole('button', { name: 'Send to 2 people' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send to 2 people' }).click();
    await expect(page.getByText('Sent to 2 people', { exact: true })).toBeVisible();
    const linkOf = async (email: string) =>
      (await linksInMail(page, email, DUE)).find((link) => link.includes('/published/')) ?? '';
    const [hers, his] = [await linkOf(amira), await linkOf(ben)];
    expect(new URL(his).pathname).toBe(path);
    await page.goto(hers);
    await expect(page.getByText('Swimming starts')).toBeVisible();
    await page.goto(his);
    await expect(page.getByText('For everybody')).toBeVisible();
    await expect(page.getByText('Swimming starts')).toHaveCount(0);
  });

  await test.step('she changes her groups', async () => {
    const own = (await linksInMail(page, amira, DUE)).find((link) => link.includes('/r/')) ?? '';
    await page.goto(own);
    await page.getByLabel('Year 3').uncheck();
    await page.getByLabel('Year 5').check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status')).toHaveText('Saved. From the next newsletter on.');
    await expect(page.getByLabel('Year 5')).toBeChecked();
  });

  await test.step('another family finds the newsletter, and signs up', async () => {
    await page.goto(`/s/${address}/newsletters`);
    await expectAccessible(page);
    await page.getByRole('searchbox').fill('everybody');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.locator('mark')).toHaveText(['everybody']);
    await expectAccessible(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('Email').fill(anna);
    await page.getByLabel('Year 3').check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
    const confirm = (await linksInMail(page, anna, 'Please confirm your address')).find((link) =>
      link.includes('/sign-up/'),
    );
    await page.goto(confirm ?? '');
    await page.getByRole('button', { name: 'Yes, send me the newsletter' }).click();
    await expect(page.getByRole('heading', { name: 'You are on the list.' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Read the latest newsletter' }).click();
    await expect(page.getByText('For everybody')).toBeVisible();
  });

  await test.step('the office puts her into another group from the list', async () => {
    await page.goto('/app/settings/manage-users?show=subscribers');
    await page.getByRole('checkbox', { name: `Choose ${anna}` }).check();
    await page.getByRole('button', { name: 'Put into a group' }).click();
    await page.getByRole('menuitem', { name: 'Year 5' }).click();
    await expectToast(page, '1 family put into ‘Year 5’.');
    const people = page.getByRole('list', { name: 'Subscribers' }).getByRole('listitem');
    await expect(people.filter({ hasText: anna })).toContainText('Year 3 · Year 5');
    await expectAccessible(page);
  });
});
