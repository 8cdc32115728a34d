import { expect, test } from './journey.ts';
import { arriveWithSchool, logOut } from './people.ts';

/** Two tabs of one browser. */

test('Who logs out in one tab is logged out in the other', async ({ page }) => {
  await arriveWithSchool(page);
  const other = await page.context().newPage();
  await other.goto('/app/newsletters');
  await expect(other.getByRole('article')).toBeVisible();
  await logOut(page);
  await expect(other).toHaveURL('/home');
  await expect(other.getByRole('article')).toBeHidden();
  await other.goto('/app/newsletters');
  await expect(other).toHaveURL('/');
});
