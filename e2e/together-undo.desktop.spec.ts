import type { Page } from '@playwright/test';
import { createNewsletterOf, signInAsEditor, signInAsOwner } from './api-setup.ts';
import { saveBlock, words } from './editor.ts';
import { expect, expectAccessible, newAddress, test } from './journey.ts';
import { isPhone, LOGO, PASSWORD } from './shared-steps.ts';

/** One person writes at a desk, another on a phone: each undoes their own edits, and edits of the same words raise a question. */

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true } as const;
test.use({ isOffline: true });

// Longer than either screen.
const LINES = Array.from({ length: 12 }, (_, at) => `<p>Line ${at} of the news</p>`).join('');

test('Two people write at once, each undoes their own, and both are asked about the same words', async ({
  page,
  browser,
  baseURL,
  context,
}) => {
  test.slow();
  const owner = { email: newAddress('office'), password: PASSWORD, logo: LOGO };
  await signInAsOwner(page, owner, 'Before');
  const id = await createNewsletterOf(page, 'Autumn news', [
    { name: 'a', type: 'heading', value: { text: 'Harvest' } },
    { name: 'b', type: 'text', value: { html: LINES } },
    { name: 'c', type: 'heading', value: { text: 'Clubs' } },
  ]);
  const elsewhere = await browser.newContext({ ...PHONE, baseURL: baseURL ?? '', reducedMotion: 'reduce' });
  const other = await elsewhere.newPage();
  const ivy = { name: ['Ivy', 'Walker'], email: newAddress('ivy'), password: PASSWORD } as const;
  await signInAsEditor(page, other, ivy);
  for (const each of [page, other]) await each.goto(`/app/newsletters/editor/${id}`);

  await test.step('what Ivy writes arrives where one is not, and moves neither caret nor page', async () => {
    await rewrite(page, 'Clubs', 'Clubs this week');
    const last = heading(page, 'Clubs this week');
    await expect(heading(other, 'Clubs this week')).toBeVisible();
    await last.scrollIntoViewIfNeeded();
    const before = await last.boundingBox();
    await rewrite(other, 'Harvest', 'Harvest festival');
    await expect(heading(page, 'Harvest festival')).toBeAttached();
    expect((await last.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
  });

  await test.step('undo takes back one’s own alone', async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect(heading(page, 'Clubs')).toBeAttached();
    await expect(heading(other, 'Clubs')).toBeAttached();
    await expect(heading(page, 'Harvest festival')).toBeAttached();
    await expect(heading(other, 'Harvest festival')).toBeAttached();
  });

  await test.step('offline both go on: what differs is merged, and the same words are a question', async () => {
    await context.setOffline(true);
    await rewrite(page, 'Harvest festival', 'Harvest at home');
    await rewrite(page, 'Clubs', 'Clubs on Monday');
    await rewrite(other, 'Harvest festival', 'Harvest in the hall');
    await expect(other.getByText(/^Saved( \d\d:\d\d)?$/).first()).toBeAttached();
    await context.setOffline(false);
    const question = page.getByRole('dialog', { name: 'You and Ivy Walker changed the same block' });
    await expect(question).toBeVisible({ timeout: 45_000 });
    await expectAccessible(page);
    await question.getByRole('radio', { name: /^Ivy Walker’s/ }).check();
    await question.getByRole('button', { name: 'Keep Ivy Walker’s' }).click();
    await expect(question).toBeHidden();
    for (const each of [page, other]) {
      await expect(heading(each, 'Harvest in the hall')).toBeAttached();
      await expect(heading(each, 'Clubs on Monday')).toBeAttached();
    }
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    for (const each of [page, other]) await expect(heading(each, 'Harvest at home')).toBeAttached();
    await expect(heading(page, 'Clubs on Monday')).toBeAttached();
  });
  await elsewhere.close();
});

const heading = (page: Page, words: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^Heading \\d.*: ${words}$`) });

async function rewrite(page: Page, before: string, after: string): Promise<void> {
  const block = heading(page, before);
  await (isPhone(page) ? block.tap() : block.dblclick());
  await words(page, 'Heading').fill(after);
  await saveBlock(page, 'Heading');
}
