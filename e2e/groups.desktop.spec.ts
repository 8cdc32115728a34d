import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectToast, newAddress, test } from './journey.ts';
import { signInWithSchool } from './shared-steps.ts';

/** Groups of families: making them, choosing who is in them, and sending to them. */

async function makeGroup(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog', { name: 'New group' });
  await dialog.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

async function addFamily(page: Page, name: string, groups: readonly string[]): Promise<void> {
  await page.goto('/app/settings/invite-subscriber');
  await page.getByLabel('First name').fill(name);
  await page.getByLabel('Last name').fill('Khan');
  await page.getByLabel('Email').fill(newAddress(name.toLowerCase()));
  for (const group of groups) await page.getByRole('checkbox', { name: group }).check();
  await page.getByRole('button', { name: 'Add subscriber' }).click();
  await expect(page).toHaveURL(/manage-users/);
}

test('The office makes groups, puts families into them, and sends to them', async ({ page }) => {
  test.slow();
  await signInWithSchool(page, 'Harvest');

  await test.step('she makes groups', async () => {
    await page.goto('/app/settings/groups');
    await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
    await expectAccessible(page);
    for (const name of ['Choir', 'Year 10', 'Year 4', '4B']) await makeGroup(page, name);
    const rows = page.getByRole('list', { name: 'Groups' }).getByRole('listitem');
    await expect(rows).toHaveText([/^4B/, /^Year 4/, /^Year 10/, /^Choir/]);
    await expectAccessible(page);
  });

  await test.step('she puts families into them, and finds those of one', async () => {
    await addFamily(page, 'Amira', ['Choir', '4B']);
    await addFamily(page, 'Ben', ['4B', 'Year 4']);
    await page.goto('/app/settings/manage-users?show=subscribers');
    await page.getByRole('button', { name: 'Choir 1' }).click();
    const people = page.getByRole('list', { name: 'Subscribers' }).getByRole('listitem');
    await expect(people).toHaveCount(1);
    await expect(people).toContainText('4B · Choir');
    await expectAccessible(page);
  });

  await test.step('she merges two, and retires one', async () => {
    await page.goto('/app/settings/groups');
    await page.getByRole('button', { name: 'Options for 4B' }).click();
    await page.getByRole('menuitem', { name: 'Merge into…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge ‘4B’' });
    await expect(dialog.getByLabel('Into the group')).toHaveValue(/./);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expectToast(page, '‘4B’ is part of ‘Year 4’ now');
    const rows = page.getByRole('list', { name: 'Groups' }).getByRole('listitem');
    await expect(rows).toHaveText([/^Year 42 families/, /^Year 100 families/, /^Choir1 family/]);
    await page.getByRole('button', { name: 'Options for Year 10' }).click();
    await page.getByRole('menuitem', { name: 'Retire' }).click();
    await expect(rows).toHaveCount(2);
    await page.getByText('Retired (1)').click();
    await expectAccessible(page);
  });

  await test.step('she moves the years up, and back', async () => {
    await makeGroup(page, 'Year 5');
    await page.getByRole('button', { name: 'Move years up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move years up' });
    await expect(dialog.getByText('2 families move up. Nobody leaves.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Move years up' }).click();
    const rows = page.getByRole('list', { name: 'Groups', exact: true }).getByRole('listitem');
    await expect(rows).toHaveText([/^Year 40 families/, /^Year 52 families/, /^Choir1 family/]);
    await page
      .getByText(/^Moved up on/)
      .getByRole('button', { name: 'Undo' })
      .click();
    await expectToast(page, 'Every family is back in its year');
    await expect(rows).toHaveText([/^Year 42 families/, /^Year 50 families/, /^Choir1 family/]);
    await expectAccessible(page);
  });

  await test.step('she sends a newsletter to one of them, then to the others', async () => {
    await page.goto('/app/newsletters');
    await page.getByRole('link', { name: 'Harvest' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Publish anyway' }).click();
    await page.getByRole('link', { name: 'Send to subscribers' }).click();
    await page.getByRole('radio', { name: 'Some groups' }).check();
    await page.getByRole('group', { name: /^Only/ }).getByRole('checkbox', { name: 'Year 4' }).check();
    await page.getByRole('group', { name: /^Not/ }).getByRole('checkbox', { name: 'Choir' }).check();
    await expect(page.getByText('1 family gets it.')).toBeVisible();
    await expectAccessible(page);
    await sendTo(page, '1 person', 1);
    await expect(page.getByText('for Year 4, but not Choir')).toBeVisible();
    await page.getByRole('radio', { name: 'Some groups' }).check();
    await page.getByRole('group', { name: /^Only/ }).getByRole('checkbox', { name: 'Year 4' }).check();
    await expect(
      page.getByText('1 family gets it. It went to 1 family before, and does not go to it again.'),
    ).toBeVisible();
    await sendTo(page, '1 person', 2);
    await page.getByRole('link', { name: 'Sent to 1 person' }).first().click();
    await expect(page.getByText(/^For Year 4 · /)).toBeVisible();
    await expectAccessible(page);
  });
});

async function sendTo(page: Page, people: string, times: number): Promise<void> {
  await page.getByRole('button', { name: `Send to ${people}` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Send to ${people}` })
    .click();
  // Does not wait for the message: there is none if the sending is done before the page looks.
  const sent = page
    .getByRole('region', { name: 'Sent so far' })
    .getByRole('link', { name: `Sent to ${people}` });
  await expect(sent).toHaveCount(times);
}
