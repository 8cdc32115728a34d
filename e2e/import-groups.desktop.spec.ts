import { expect, expectAccessible, test } from './journey.ts';
import { signInWithSchool } from './shared-steps.ts';

/** A class list of a school's system, with pupils' names and groups in two columns. */
const CSV = [
  'Parent forename,Parent surname,Parent email,Pupil forename,Year,Clubs',
  'Amira,Khan,amira.class@families.example,Sami,Y3,Choir',
  'Amira,Khan,amira.class@families.example,Lina,5,"Chess; singing"',
  'Ben,Jones,ben.class@families.example,Max,3,N/A',
].join('\r\n');

test('The office imports a class list with groups, and takes it back', async ({ page }) => {
  test.slow();
  await signInWithSchool(page, 'Harvest');

  await test.step('she chooses the file, and sees its groups', async () => {
    await page.goto('/app/settings/import-subscribers');
    const file = { name: 'classes.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
    await page.getByLabel('CSV file').setInputFiles(file);
    await expect(page.getByText('Left out: Pupil forename.')).toBeVisible();
    await expect(page.getByLabel('‘Y3’ becomes')).toHaveValue('Year 3');
    await expect(page.getByLabel('‘N/A’ becomes')).toHaveValue('');
    await expectAccessible(page);
  });

  await test.step('she leaves one out, and imports', async () => {
    await page.getByLabel('‘singing’ becomes').selectOption('No group');
    await expect(page.getByRole('cell', { name: 'Into Year 3, Choir, Year 5 and Chess' })).toBeVisible();
    await page.getByRole('radio', { name: /^They are our families/ }).check();
    await page.getByRole('button', { name: 'Import 2 families' }).click();
    await expect(page.getByText('2 families added.')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the families are in their groups', async () => {
    await page.goto('/app/settings/manage-users?show=subscribers');
    await page.getByRole('button', { name: 'Year 3 2' }).click();
    const people = page.getByRole('list', { name: 'Subscribers' }).getByRole('listitem');
    await expect(people).toHaveCount(2);
    await expect(people.filter({ hasText: 'Amira' })).toContainText('Year 3 · Year 5 · Chess · Choir');
  });

  await test.step('she undoes all of it', async () => {
    await page.goto('/app/settings/import-subscribers');
    await page.getByRole('button', { name: 'Undo import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo the import of classes.csv?' });
    await expect(dialog).toContainText('2 families that it added leave your list.');
    await expect(dialog).toContainText(
      'The new groups ‘Chess’, ‘Choir’, ‘Year 3’ and ‘Year 5’ will be deleted.',
    );
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await expect(page.getByText(/The import was undone/)).toBeVisible();
    await page.goto('/app/settings/groups');
    await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
  });
});
