import { createNewsletters, signInAsOwner } from './api-setup.ts';
import { expect, expectAccessible, newAddress, test } from './journey.ts';
import { LOGO, PASSWORD } from './shared-steps.ts';

/** The largest breakpoint, 2560 px. Source: docs/requirements/screens.md 9.9. */

test('A very wide screen shows five newsletters a row and gives its width to the canvas', async ({
  page,
}) => {
  const owner = { email: newAddress('office'), password: PASSWORD, logo: LOGO };
  const id = await signInAsOwner(page, owner, 'Harvest news');
  await createNewsletters(page, ['Week 5', 'Week 6', 'Week 7', 'Week 8', 'Week 9']);
  await page.setViewportSize({ width: 2560, height: 1440 });
  await page.goto('/app/newsletters');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(6);
  const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top));
  expect(tops.filter((top) => top === tops[0])).toHaveLength(5);
  await expectAccessible(page);

  await page.goto(`/app/newsletters/editor/${id}`);
  await expect(page.getByText('Your newsletter starts here')).toBeVisible();
  const canvas = await page.getByRole('main').boundingBox();
  expect(canvas?.width).toBeGreaterThan(1900);
  await expectAccessible(page);
});
