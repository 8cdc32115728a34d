import type { Locator, Page } from '@playwright/test';
import { arriveAsOwner } from './arrive.ts';
import type { Hand } from './hand.ts';
import { expect, newAddress } from './journey.ts';
import { isPhone, LOGO, PASSWORD } from './people.ts';

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

/** The layouts, by the words of their pictures; the one that a newsletter begins with last. */
export const LAYOUTS = ['2 column (center)', '2 column (left)', '2 column (right)', '1 column'] as const;

/** Somebody with a school, in the editor of an empty newsletter of one column; resolves to the e-mail address. */
export async function arriveInEditor(page: Page): Promise<string> {
  const owner = { email: newAddress('office'), password: PASSWORD, logo: LOGO };
  await page.goto(`/app/newsletters/editor/${await arriveAsOwner(page, owner, 'Harvest news')}`);
  await expect(page.getByText('Your newsletter starts here')).toBeVisible();
  return owner.email;
}

/** Gives the newsletter another layout. */
export async function changeLayout(
  page: Page,
  layout: (typeof LAYOUTS)[number],
  { press }: Pick<Hand, 'press'>,
): Promise<void> {
  if (isPhone(page)) {
    await press(page.getByRole('button', { name: 'More' }));
    await press(page.getByRole('menuitem', { name: 'Layout' }));
  } else await press(page.getByRole('button', { name: /^Layout/ }));
  const dialog = page.getByRole('dialog', { name: 'Layout' });
  await press(dialog.getByRole('button', { name: layout }));
  await expect(dialog).toBeHidden();
}

/** Publishes, opens the page as a reader does, and comes back to the editor. */
export async function publishAndRead(
  page: Page,
  { press }: Pick<Hand, 'press'>,
  read: (readers: Page) => Promise<void>,
): Promise<void> {
  await press(page.getByRole('button', { name: 'Publish' }));
  await expect(page.getByRole('heading', { name: /^Congratulations!/ })).toBeVisible();
  const readers = await page.context().newPage();
  await readers.goto(await page.getByLabel('Public address').inputValue());
  await read(readers);
  await readers.close();
  await press(page.getByRole('link', { name: 'Go back & edit' }));
  await expect(
    page
      .getByRole('main')
      .getByRole('button', { name: /^Heading/ })
      .first(),
  ).toBeVisible();
}
