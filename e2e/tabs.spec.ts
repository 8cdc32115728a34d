import { expect, test } from './journey.ts';
import { logOut, signInWithSchool } from './shared-steps.ts';

/** Two tabs of one browser. */

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
