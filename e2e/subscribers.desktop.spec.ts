import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from './journey.ts';
import { signInWithSchool } from './shared-steps.ts';

/** Imports parents from an Excel spreadsheet. */

const PEOPLE = 5000;

/** 5,000 parents in the format of a German Excel: semicolons, Windows-1252, a blank line, one without an address. */
function parents(): Buffer {
  const rows = Array.from(
    { length: PEOPLE },
    (_, index) => `Zoë;Müller-${index};zoe.${index}@families.example;4B`,
  );
  rows.splice(100, 0, '', 'Nobody;Reached;none;4B', 'Zoe;Again;ZOE.0@families.example;4B');
  return Buffer.from(`Forename;Surname;E-mail;Phone\r\n${rows.join('\r\n')}\r\n`, 'latin1');
}

test('A secretary imports 5,000 parents from a spreadsheet', async ({ page }) => {
  test.slow();
  await signInWithSchool(page);

  await test.step('she opens the import', async () => {
    await page.goto('/app/settings/manage-users');
    const filter = page.getByRole('navigation', { name: 'Filter' });
    await filter.getByRole('link', { name: 'Subscribers' }).click();
    await expect(page.getByRole('heading', { name: /^Nobody gets your newsletters/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Import from a file' }).click();
    await expectAccessible(page);
  });

  await test.step('a wrong file is refused with a message', async () => {
    await page.locator('input[type=file]').setInputFiles({
      name: 'parents.xls',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    });
    await expect(page.getByText(/^This is an Excel workbook/)).toBeVisible();
  });

  await test.step('she previews the import line by line', async () => {
    const file = { name: 'parents.csv', mimeType: 'text/csv', buffer: parents() };
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByRole('button', { name: 'Import 5,000 families' })).toBeVisible();
    await expect(page.getByText('Left out: Phone.')).toBeVisible();
    await expect(page.locator('[data-announcer]')).toHaveText(
      /^parents\.csv is checked: 5000 to add, 0 to change/,
    );
    await expect(page.getByRole('row').last()).toHaveAccessibleName(
      /^103 Nobody Reached none .*Email: A valid email/,
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: /Same family$/ }).click();
    await expect(page.getByRole('row').last()).toContainText('The same address as in line 2');
  });

  await test.step('she imports them, and sees the progress', async () => {
    await page.getByRole('radio', { name: /^They are our families or staff/ }).check();
    await page.getByRole('button', { name: 'Import 5,000 families' }).click();
    // A reload does not interrupt the import, which may be complete before its progress is first requested.
    await expect(page.getByText(/^Importing… \d+%$|5,000 families added\./).first()).toBeVisible();
    await page.reload();
    await expect(page.getByText(/5,000 families added\./)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('she finds a parent and corrects the name', async () => {
    await page.goto('/app/settings/manage-users?show=subscribers');
    await expect(page.getByText('1–25 of 5,000')).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('26–50 of 5,000')).toBeVisible();
    await page.getByRole('textbox', { name: 'Search subscribers' }).fill('zoe.4321@');
    await expect(page.getByRole('listitem').filter({ hasText: 'Zoë Müller-4321' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Options for Zoë Müller-4321' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Last name').fill('Miller');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Subscriber successfully updated')).toBeVisible();
    // Back at the search results.
    await expect(page.getByRole('listitem').filter({ hasText: 'Zoë Miller' })).toBeVisible();
    await expect(page.getByText('1–1 of 1')).toBeVisible();
  });

  await test.step('the export has everybody, and can be imported again', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('subscribers.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text.trimEnd().split('\r\n')).toHaveLength(PEOPLE + 1);
    expect(text).toContain('Zoë,Miller,zoe.4321@families.example,subscribed');
    await page.getByRole('link', { name: 'Import' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'subscribers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await expect(page.getByText('There is nothing in this file to add or to change.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^5,000 Left out$/ })).toBeVisible();
  });
});
