import { createNewsletterOf, signInAsEditor, signInAsOwner } from './api-setup.ts';
import { addBlock, words } from './editor.ts';
import { expect, expectAccessible, linksInMail, newAddress, test } from './journey.ts';
import { chooseTool, elsewhere, isPhone, LOGO, PASSWORD } from './shared-steps.ts';

/** A part of a newsletter: assigned in the editor, found on a contributor's dashboard, written and done. */

test('The head gives Year 4 news to Mr Hughes, who finds it, and says that it is done', async ({ page }) => {
  await signInAsOwner(page, { email: newAddress('head'), password: PASSWORD, logo: LOGO }, 'Before');
  const hugh = await elsewhere(page);
  const person = { name: ['Hugh', 'Hughes'], email: newAddress('hugh'), password: PASSWORD } as const;
  await signInAsEditor(page, hugh, person, 'contributor');
  const id = await createNewsletterOf(page, 'Autumn news', [
    { name: 'a', type: 'text', value: { html: '<p>Dear families</p>' } },
    { name: 'b', type: 'heading', value: { text: 'Year 4 news' } },
    { name: 'c', type: 'text', value: { html: '<p>What did you do?</p>' } },
    { name: 'd', type: 'heading', value: { text: 'Sports' } },
  ]);

  await page.goto(`/app/newsletters/editor/${id}`);
  await page.getByRole('button', { name: /^Heading.*Year 4 news$/ }).click();
  if (isPhone(page)) await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Give out this part' }).click();
  const dialog = page.getByRole('dialog', { name: 'Part: Year 4 news' });
  await expect(dialog.getByText('From ‘Year 4 news’ to ‘Sports’, without that: 2 blocks.')).toBeVisible();
  await dialog.getByLabel('Who writes it').selectOption('Hugh Hughes');
  await dialog.getByLabel('By when').fill('2099-11-25');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Give' }).click();
  await expect(page.getByText('Hugh Hughes writes it by Wednesday 25 November')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Hugh Hughes Wed 25 Nov: part Heading 1' })).toBeVisible();
  await expectAccessible(page);

  const mailed = await linksInMail(page, person.email, /gives you a part of ‘Autumn news’: Year 4 news/);
  expect(mailed.some((link) => link.includes(`/editor/${id}?part=b`))).toBe(true);

  await hugh.goto('/app/newsletters');
  await expect(hugh).toHaveURL('/app/dashboard');
  await expectAccessible(hugh);
  await hugh.getByRole('link', { name: /^Year 4 news.*By Wednesday 25 November/ }).click();
  await expect(hugh.getByRole('toolbar', { name: 'Actions for Heading 1' })).toBeVisible();

  await test.step('he writes there and nowhere else', async () => {
    await words(hugh, 'Heading').fill('Year 4 built a fort');
    await expect(page.getByRole('button', { name: /^Heading.*Year 4 built a fort$/ })).toBeVisible();
    await hugh.keyboard.press('Escape');
    await addBlock(hugh, 'Text');
    await words(hugh, 'Text').fill('And a den.');
    await expect(page.getByRole('button', { name: /^Text.*And a den\.$/ })).toBeVisible();
    await hugh.keyboard.press('Escape');
    await hugh.getByRole('button', { name: /^Text 1 \(for reading\): Dear families$/ }).click();
    await expect(hugh.getByText('You can change your own parts only. This is for reading')).toBeVisible();
    for (const name of ['Publish', 'Discard', 'Layout', 'Check'])
      await expect(hugh.getByRole('button', { name, exact: true })).toBeHidden();
    await expectAccessible(hugh);
  });

  await test.step('she names him in a note there, and he answers', async () => {
    await page.goto(`/app/newsletters/editor/${id}?notes=c`);
    const notes = page.getByRole('complementary', { name: 'Notes' });
    await expect(notes.getByText('Hugh Hughes can read this: it is their part.')).toBeVisible();
    await notes.getByRole('textbox', { name: /on Text/ }).click();
    await page.keyboard.type('@hug');
    await page.getByRole('option', { name: 'Hugh Hughes' }).click();
    await page.keyboard.type('how high is it?');
    await notes.getByRole('button', { name: 'Send' }).click();
    const links = await linksInMail(page, person.email, /names you in a note on ‘Autumn news’/);
    await hugh.goto(links.find((link) => link.includes('notes=c')) ?? '');
    const his = hugh.getByRole('complementary', { name: 'Notes' });
    await expect(his.getByText('@Hugh Hughes how high is it?')).toBeVisible();
    await expect(his.getByRole('button', { name: 'Note on the whole page' })).toBeHidden();
    await his.getByRole('textbox', { name: /^Reply on Text/ }).fill('As high as a den.');
    await his.getByRole('button', { name: 'Send' }).click();
    await expect(notes.getByText('As high as a den.')).toBeVisible();
    await expectAccessible(hugh);
    for (const panel of [notes, his]) await panel.getByRole('button', { name: 'Close' }).click();
  });

  await hugh.getByRole('button', { name: /^You Wed 25 Nov/ }).click();
  await hugh.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click();
  await expect(page.getByRole('button', { name: 'Hugh Hughes Handed in: part Heading 1' })).toBeVisible();

  await expect(page.getByText('Hugh Hughes has handed in ‘Year 4 built a fort’')).toBeVisible();

  await test.step('she finds it among all parts and takes it back while he writes', async () => {
    await hugh.keyboard.press('Escape');
    await hugh.getByRole('button', { name: /^Text.*And a den\.$/ }).click();
    await chooseTool(page, 'Parts: 1');
    const parts = page.getByRole('dialog', { name: 'Parts' });
    await expectAccessible(page);
    await parts.getByRole('button', { name: 'Year 4 built a fort Hugh Hughes Handed in' }).click();
    await words(hugh, 'Text').fill('And a den, and a slide.');
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect(hugh.getByText(/Year 4 built a fort’ was taken back/)).toBeVisible();
    await expect(hugh.getByRole('button', { name: /^Text.*\(for reading\): And a den/ })).toBeVisible();
    await expectAccessible(hugh);
  });
  await hugh.context().close();
});
