import { endSession } from './api-setup.ts';
import { expect, test } from './journey.ts';
import { elsewhere, logOut, signIn, signInWithSchool } from './shared-steps.ts';

/** Two tabs of one browser, and two people. */

test('Logging out in one tab logs out the other', async ({ page }) => {
  await signInWithSchool(page);
  const other = await page.context().newPage();
  await other.goto('/app/newsletters');
  await expect(other.getByRole('article')).toBeVisible();
  await logOut(page);
  await expect(other).toHaveURL('/home');
  await expect(other.getByRole('article')).toBeHidden();
  await other.goto('/app/newsletters');
  await expect(other).toHaveURL('/');
});

test('After a session has ended, somebody else who logs in there sees the list, not the last search', async ({
  page,
}) => {
  const own = await elsewhere(page);
  const other = await signInWithSchool(own, 'Elm news');
  await own.context().close();
  await signInWithSchool(page, 'Oak news');
  await page.goto('/app/newsletters?search=zz&order=title');
  await expect(page.getByText(/with ‘zz’/).first()).toBeVisible();
  await endSession(page);
  await page.reload();
  const panel = page.getByRole('dialog', { name: 'Log in' });
  await expect(panel).toBeVisible();
  await signIn(page, other);
  await expect(page.getByRole('article')).toContainText('Elm news');
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/app/newsletters');
});
