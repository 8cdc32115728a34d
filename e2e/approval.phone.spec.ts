import type { Locator } from '@playwright/test';
import { createNewsletterOf, signInAsEditor, signInAsOwner, switchApprovalOn } from './api-setup.ts';
import { expect, expectAccessible, linksInMail, newAddress, test } from './journey.ts';
import { LOGO, PASSWORD } from './shared-steps.ts';

/** The head approves on a phone, from the mail, and the editor publishes. */

test('An editor asks, the head approves in a few taps from the mail, and the editor publishes', async ({
  page,
  browser,
}) => {
  const head = newAddress('head');
  await signInAsOwner(page, { email: head, password: PASSWORD, logo: LOGO }, 'Before');
  await switchApprovalOn(page, ['Fola', 'Hart']);
  const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
  const context = await browser.newContext(phone);
  const editor = await context.newPage();
  await signInAsEditor(page, editor, {
    email: newAddress('priya'),
    password: PASSWORD,
    name: ['Priya', 'Nair'],
  });
  const id = await createNewsletterOf(editor, 'Autumn news', [
    { name: 'a', type: 'heading', value: { text: 'A harvest to be proud of' } },
    { name: 'b', type: 'text', value: { html: '<p>Thank you for every tin, packet and marrow.</p>' } },
  ]);

  await editor.goto(`/app/newsletters/editor/${id}`);
  await expect(editor.getByRole('button', { name: 'Publish', exact: true })).toBeHidden();
  await editor.getByRole('button', { name: 'Ask for approval' }).tap();
  await editor.getByLabel('Message (optional)').fill('Please look at your piece.');
  await editor.getByLabel('Needed by (optional)').fill('2099-10-09');
  await editor.getByLabel('Time (optional)').fill('11:00');
  await expectAccessible(editor);
  await editor.getByRole('button', { name: 'Send to Fola Hart' }).tap();
  await expect(editor.getByText('Waiting for Fola Hart until Fri 9 Oct, 11:00')).toBeVisible();
  await expect(editor.getByRole('button', { name: 'Take back' })).toBeVisible();

  // On a phone that is signed in nowhere. The pages' policy allows no scripts.
  const links = await linksInMail(page, head, 'Please approve ‘Autumn news’');
  const stranger = await browser.newContext(phone);
  const mailed = await stranger.newPage();
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  await mailed.setContent(
    `<a href="${links.find((link) => link.includes('/approve/'))}">Read and decide</a>`,
  );
  await tap(mailed.getByRole('link', { name: 'Read and decide' }));
  const newsletter = mailed.frameLocator('iframe').getByText('A harvest to be proud of');
  await expect(newsletter.first()).toBeVisible();
  await expect(mailed.getByText('Please look at your piece.')).toBeVisible();
  await expect(mailed.getByText('Needed by Friday 9 October, 11:00.')).toBeVisible();
  await expectAccessible(mailed);
  // She looks at the other answers as well.
  await tap(mailed.getByRole('link', { name: 'Ask for changes' }));
  await expect(mailed.getByLabel('About')).toContainText('Heading “A harvest to be proud of”');
  await expectAccessible(mailed);
  await tap(mailed.getByRole('link', { name: 'Back' }));
  await tap(mailed.getByRole('button', { name: 'Approve' }));
  await expect(mailed.getByRole('heading', { name: 'Approved' })).toBeVisible();
  expect(taps, 'taps from the mail, with the two of looking around').toBeLessThanOrEqual(4);
  await expectAccessible(mailed);
  await stranger.close();

  await editor.reload();
  await expect(editor.getByText(/^Approved by Fola Hart \d\d:\d\d$/)).toBeVisible();
  await editor.getByRole('button', { name: 'Publish', exact: true }).tap();
  await expect(editor).toHaveURL(`/app/newsletter/public-url/${id}`);
  await context.close();
});
