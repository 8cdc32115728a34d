import { createNewsletterOf, signInAsEditor, signInAsOwner } from './api-setup.ts';
import { saveBlock, words } from './editor.ts';
import { expect, expectAccessible, expectToast, newAddress, test } from './journey.ts';
import { chooseTool, elsewhere, isPhone, LOGO, PASSWORD } from './shared-steps.ts';

/** Two people look at what was written, by whom, and what families saw. */

test('Priya finds what Ivy has changed since it was published, and brings a block back', async ({ page }) => {
  await signInAsOwner(page, { email: newAddress('priya'), password: PASSWORD, logo: LOGO }, 'Before');
  const ivy = await elsewhere(page);
  const person = { name: ['Ivy', 'Walker'], email: newAddress('ivy'), password: PASSWORD } as const;
  await signInAsEditor(page, ivy, person);
  const id = await createNewsletterOf(page, 'Autumn news', [
    { name: 'a', type: 'heading', value: { text: 'Harvest' } },
    { name: 'b', type: 'text', value: { html: '<p>Thank you for every tin</p>' } },
  ]);
  await page.goto(`/app/newsletters/editor/${id}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL(`/app/newsletter/public-url/${id}`);

  await test.step('Ivy changes the heading', async () => {
    await ivy.goto(`/app/newsletters/editor/${id}`);
    await ivy.getByRole('button', { name: /^Heading.*Harvest$/ }).dblclick();
    await words(ivy, 'Heading').fill('Harvest supper');
    await saveBlock(ivy, 'Heading');
  });
  await page.goto(`/app/newsletters/editor/${id}`);
  await expect(page.getByRole('button', { name: /^Heading.*Harvest supper$/ })).toBeVisible();

  const history = page.getByRole('complementary', { name: 'History' });
  await test.step('the timeline has both states, and the comparison says what Ivy did', async () => {
    await chooseTool(page, isPhone(page) ? 'History' : /^Saved/);
    await expect(history.getByRole('button', { name: /work As it is now, Ivy Walker/ })).toBeVisible();
    await history.getByRole('button', { name: /^Published/ }).click();
    await expect(
      page.getByRole('region', { name: 'Newsletter' }).getByText('1 change', { exact: true }),
    ).toBeVisible();
    if (isPhone(page)) await page.getByRole('button', { name: 'Next change' }).click();
    else await page.keyboard.press('ArrowDown');
    await expect(
      page.getByRole('region', { name: 'Newsletter' }).getByText('1 change', { exact: true }),
    ).toBeVisible();
    await expect(
      page.getByRole('button', { name: /^Changed: words Ivy Walker, \d\d:\d\d \(Heading/ }),
    ).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a block comes back, for both, and Undo takes that back', async () => {
    await page.getByRole('button', { name: 'Restore block' }).click();
    await expectToast(page, 'Heading restored');
    await expect(ivy.getByRole('button', { name: /^Heading.*Harvest$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Back to editing' }).click();
    await expect(page.getByRole('button', { name: /^Heading.*Harvest$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    for (const each of [page, ivy])
      await expect(each.getByRole('button', { name: /^Heading.*Harvest supper$/ })).toBeVisible();
  });

  await test.step('families still see what was published', async () => {
    await chooseTool(page, isPhone(page) ? 'History' : /^Saved/);
    await history.getByRole('button', { name: /^Published/ }).click();
    await page.getByRole('link', { name: 'As families saw it' }).click();
    const shown = page.frameLocator('iframe[title="The page, as families saw it"]');
    await expect(shown.getByText('Harvest', { exact: true }).first()).toBeVisible();
    await expectAccessible(page);
  });
  await ivy.context().close();
});
