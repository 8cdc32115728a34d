import { createNewsletterOf, signInAsEditor, signInAsOwner } from './api-setup.ts';
import { expect, expectAccessible, linksInMail, newAddress, test } from './journey.ts';
import { elsewhere, isPhone, LOGO, PASSWORD } from './shared-steps.ts';

/** Two people write notes at a block, one of them named, from the mail to resolving it. */

test('Priya names Ivy in a note, who answers from the mail and resolves it', async ({ page }) => {
  await signInAsOwner(page, { email: newAddress('priya'), password: PASSWORD, logo: LOGO }, 'Before');
  const ivy = await elsewhere(page);
  const person = { name: ['Ivy', 'Walker'], email: newAddress('ivy'), password: PASSWORD } as const;
  await signInAsEditor(page, ivy, person);
  const id = await createNewsletterOf(page, 'Autumn news', [
    { name: 'a', type: 'heading', value: { text: 'Harvest' } },
    { name: 'b', type: 'text', value: { html: '<p>Thank you</p>' } },
  ]);

  await page.goto(`/app/newsletters/editor/${id}`);
  await page.getByRole('button', { name: /^Heading.*Harvest$/ }).click();
  // On a phone the words come first.
  if (isPhone(page)) await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Write a note' }).click();
  const notes = page.getByRole('complementary', { name: 'Notes' });
  const field = notes.getByRole('textbox', { name: /on Heading/ });
  await field.click();
  await page.keyboard.type('@ivy');
  await page.getByRole('option', { name: 'Ivy Walker' }).click();
  await page.keyboard.type('can we thank the kitchen?');
  await expectAccessible(page);
  await notes.getByRole('button', { name: 'Send' }).click();
  await expect(notes.getByText('@Ivy Walker can we thank the kitchen?')).toBeVisible();

  const links = await linksInMail(page, person.email, /names you in a note on ‘Autumn news’/);
  await ivy.goto(links.find((link) => link.includes('notes=')) ?? '');
  const hers = ivy.getByRole('complementary', { name: 'Notes' });
  await expect(hers.getByText('@Ivy Walker can we thank the kitchen?')).toBeVisible();
  await hers.getByRole('textbox', { name: 'Reply on Heading' }).fill('Yes, one sentence at the end.');
  await hers.getByRole('button', { name: 'Send' }).click();
  await expect(notes.getByText('Yes, one sentence at the end.')).toBeVisible();
  await expectAccessible(ivy);
  await hers.getByRole('button', { name: /^Resolve/ }).click();
  await expect(notes.getByRole('button', { name: 'Resolved 1' })).toBeVisible();
  await notes.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: /^2 notes on Heading/ })).toBeHidden();
  await ivy.context().close();
});
