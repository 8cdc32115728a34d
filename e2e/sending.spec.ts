import { expect, expectAccessible, linksInMail, newAddress, test } from './journey.ts';
import { signInWithSchool } from './shared-steps.ts';

test('The office sends a newsletter to parents, and one of them unsubscribes', async ({ page }) => {
  test.slow();
  const office = await signInWithSchool(page, 'Harvest');
  const parents = [newAddress('amira'), newAddress('ben')] as const;
  for (const [at, email] of parents.entries()) {
    await page.goto('/app/settings/invite-subscriber');
    await page.getByLabel('First name').fill(at === 0 ? 'Amira' : 'Ben');
    await page.getByLabel('Last name').fill('Khan');
    await page.getByLabel('Email').fill(email);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/manage-users/);
  }

  await page.goto('/app/newsletters');
  await page.getByRole('link', { name: 'Harvest' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish anyway' }).click();
  await page.getByRole('link', { name: 'Send to subscribers' }).click();
  await expect(page.getByRole('heading', { name: 'Send ‘Harvest’' })).toBeVisible();
  await page.getByLabel('Subject').fill('Come to our harvest');
  await expect(page.getByLabel('In an inbox')).toContainText('Come to our harvest');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Send me a test' }).click();
  await expect(page.getByText(`A test is on its way to ${office}`)).toBeVisible();
  expect(await linksInMail(page, office, '[Test] Come to our harvest')).toContainEqual(
    expect.stringContaining('/unsubscribe/test'),
  );

  await page.getByRole('button', { name: 'Send to 2 people' }).click();
  const question = page.getByRole('dialog', { name: 'Send ‘Harvest’ to 2 people now?' });
  await question.getByRole('button', { name: 'Send to 2 people' }).click();
  await expect(page.getByText('Sent to 2 people', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await linksInMail(page, office, 'Sent: Come to our harvest');

  await page.getByRole('link', { name: 'Sent to 2 people' }).click();
  await expect(page.getByText('Sent to 2', { exact: true })).toBeVisible();
  const seen = page.frameLocator('iframe[title="The page, as families saw it"]');
  await expect(seen.getByRole('heading', { name: 'Harvest' })).toBeVisible();
  await expectAccessible(page);

  const links = await linksInMail(page, parents[0], 'Come to our harvest');
  expect(links).toContainEqual(expect.stringContaining('/published/harvest'));
  const leave = links.find((link) => link.includes('/unsubscribe/')) ?? '';
  await page.goto(leave);
  await expect(
    page.getByRole('heading', { name: 'Leave the list of Oakfield Primary School?' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You have left the list' })).toBeVisible();
  await page.getByRole('button', { name: 'Put me back on the list' }).click();
  await expect(page.getByRole('heading', { name: 'You are on the list again' })).toBeVisible();
  await page.goto(leave);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You have left the list' })).toBeVisible();

  await page.goto('/app/settings/manage-users?show=subscribers');
  await expect(page.getByText(parents[0])).toBeVisible();
  await expect(page.getByText(/^Unsubscribed/)).toBeVisible();

  await page.getByRole('button', { name: 'Options for Ben Khan' }).click();
  await page.getByRole('menuitem', { name: 'What they were sent' }).click();
  await expect(page.getByRole('heading', { name: 'What they were sent' })).toBeFocused();
  const sent = page.getByRole('region', { name: 'What they were sent' });
  await expect(sent.getByRole('listitem')).toHaveText(
    /^Come to our harvestSent · \d\d\/\d\d\/\d{4}, \d\d:\d\d$/,
  );
  await expectAccessible(page);
});
