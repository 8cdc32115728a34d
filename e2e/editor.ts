import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';
import { isPhone } from './people.ts';

/** The editor's parts, by what a person calls them. */

/** The field editor of a block. */
export const fields = (page: Page, block: string) =>
  page.getByRole('complementary', { name: `Edit ${block}` });

/** Presses Save changes. */
export async function saveBlock(page: Page, block: string): Promise<void> {
  await fields(page, block).getByRole('button', { name: 'Save changes' }).click();
  // On a phone the sheet makes way for the newsletter.
  if (isPhone(page)) await expect(fields(page, block)).toBeHidden();
}

/** Adds a block by its tile. */
export async function addBlock(page: Page, block: string): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Add a block' }).click();
  await page
    .getByRole('complementary', { name: 'Add a block' })
    .getByRole('button', { name: block, exact: true })
    .click();
  await expect(fields(page, block)).toBeVisible();
}

/** Drags a tile to the place above a block, with the mouse. */
export async function dragTileAbove(page: Page, block: string, target: Locator): Promise<void> {
  const tile = page
    .getByRole('complementary', { name: 'Add a block' })
    .getByRole('button', { name: block, exact: true });
  await target.scrollIntoViewIfNeeded();
  const from = await middleOf(tile);
  const to = await target.boundingBox();
  if (to === null) throw new Error('The block to drop above cannot be seen');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 20, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + 4, { steps: 12 });
  await expect(page.locator('[data-drop-line]')).toBeVisible();
  await page.mouse.up();
  await expect(fields(page, block)).toBeVisible();
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('It cannot be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
