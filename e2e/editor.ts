import type { Locator, Page } from '@playwright/test';
import { signInAsOwner } from './api-setup.ts';
import type { InputMethod } from './input-method.ts';
import { expect, newAddress } from './journey.ts';
import { isPhone, LOGO, PASSWORD } from './shared-steps.ts';

/** Locators and steps for the editor. */

/** The field editor of a block. */
export const fields = (page: Page, block: string) =>
  page.getByRole('complementary', { name: `Edit ${block}` });

/** The words of the selected block, which are typed in place. Their label has the block's number, if it has one. */
export const words = (page: Page, label: string) =>
  page.getByRole('main').getByRole('textbox', { name: new RegExp(`^${label}( \\d+)?$`) });

export async function saveBlock(page: Page, block: string): Promise<void> {
  const done = page.getByRole('button', { name: 'Done', exact: true });
  // On a phone the form makes room for the text being written.
  if (isPhone(page) && (await done.isVisible())) await done.click();
  else await fields(page, block).getByRole('button', { name: 'Save changes' }).click();
  // On a phone the form closes.
  if (isPhone(page)) await expect(fields(page, block)).toBeHidden();
}

/** Adds a block by its tile. */
export async function addBlock(page: Page, block: string): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Add a block' }).click();
  await page
    .getByRole('complementary', { name: 'Add a block' })
    .getByRole('button', { name: block, exact: true })
    .click();
  await expectOpen(page, block);
}

/** Expects the form of a block, or on a phone the tools for writing its words. */
export async function expectOpen(page: Page, block: string): Promise<void> {
  const form = fields(page, block);
  const done = page.getByRole('button', { name: 'Done', exact: true });
  await expect(isPhone(page) ? form.or(done) : form).toBeVisible();
}

/** On a phone, opens the form of the block whose words are being written. */
export async function showForm(page: Page, { press }: Pick<InputMethod, 'press'>): Promise<void> {
  if (!isPhone(page)) return;
  const settings = page.getByRole('button', { name: 'Settings', exact: true });
  const form = page.getByRole('complementary', { name: /^Edit / });
  await expect(settings.or(form).filter({ visible: true }).first()).toBeVisible();
  if (await settings.isVisible()) await press(settings);
}

/** Drags a tile with the mouse to the place above a block. */
export async function dragTileAbove(page: Page, block: string, target: Locator): Promise<void> {
  const tile = page
    .getByRole('complementary', { name: 'Add a block' })
    .getByRole('button', { name: block, exact: true });
  await target.scrollIntoViewIfNeeded();
  const from = await centreOf(tile);
  const to = await target.boundingBox();
  if (to === null) throw new Error('The block to drop above is not visible');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 20, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + 4, { steps: 12 });
  await expect(page.locator('[data-drop-line]')).toBeVisible();
  await page.mouse.up();
  await expect(fields(page, block)).toBeVisible();
}

async function centreOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not visible');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The layouts by their labels; the initial one is last. */
export const LAYOUTS = ['2 column (center)', '2 column (left)', '2 column (right)', '1 column'] as const;

/** Opens the editor with an empty newsletter in one column, for a new owner; resolves to their e-mail address. */
export async function openEditor(page: Page): Promise<string> {
  const owner = { email: newAddress('office'), password: PASSWORD, logo: LOGO };
  await page.goto(`/app/newsletters/editor/${await signInAsOwner(page, owner, 'Harvest news')}`);
  await expect(page.getByText('Your newsletter starts here')).toBeVisible();
  return owner.email;
}

/** Changes the newsletter's layout. */
export async function changeLayout(
  page: Page,
  layout: (typeof LAYOUTS)[number],
  { press }: Pick<InputMethod, 'press'>,
): Promise<void> {
  if (isPhone(page)) {
    await press(page.getByRole('button', { name: 'More' }));
    await press(page.getByRole('menuitem', { name: 'Layout' }));
  } else await press(page.getByRole('button', { name: /^Layout/ }));
  const dialog = page.getByRole('dialog', { name: 'Layout' });
  await press(dialog.getByRole('button', { name: layout }));
  await expect(dialog).toBeHidden();
}

/** Publishes, calls `read` with the public page, and returns to the editor. `answer` answers a question on the way. */
export async function publishAndRead(
  page: Page,
  { press }: Pick<InputMethod, 'press'>,
  read: (readers: Page) => Promise<void>,
  answer?: string,
): Promise<void> {
  await press(page.getByRole('button', { name: 'Publish', exact: true }));
  if (answer !== undefined) await press(page.getByRole('button', { name: answer }));
  await expect(
    page.getByRole('heading', {
      name: /^(Congratulations!|Your correction is live|Nothing has changed|The link works again)/,
    }),
  ).toBeVisible();
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
