import { readFile } from 'node:fs/promises';
import type { FileChooser, Locator, Page } from '@playwright/test';
import { paste } from './clipboard.ts';
import { WORD } from './clipboard-html.ts';
import { fields, words } from './editor.ts';
import type { InputMethod } from './input-method.ts';
import { expect, newAddress } from './journey.ts';
import { isPhone, LOGO, linkInMail, PASSWORD, PHOTO } from './shared-steps.ts';

/**
 * A newsletter of real content: a text from Word, six photos, four dates, attendance, a message, a PDF, links and a footer.
 */

/** Dates in the form of a school's diary, and attendance in that of its register. */
export const DATES = `Mon 1 March 2027: Date 1 – In the hall.
Tue 2 March 2027, 18:00 Date 2 – In the hall.
Wed 3 March 2027: Date 3 – In the hall.
Thu 4 March 2027, 9:15 to 11:30 Date 4 – In the hall.`;
export const CLASSES = 'Kestrels\t94%\nHerons\t95%\nRobins\t96%';
export const MESSAGE = 'Please welcome Mr Shah, our new caretaker.';
export const PHOTOS = [1, 2, 3, 4, 5, 6] as const;
export const LUNCH_MENU = 'test/pdfs/libreoffice.pdf';

/** Expects the newsletter on its public page. */
export async function expectRealContent(page: Page): Promise<void> {
  for (const each of ['Dear parents', 'Date 4', 'Robins', 'Mr Shah', 'See you on Monday'])
    await expect(page.getByText(each).first()).toBeVisible();
  for (const number of [1, 6]) await expect(page.getByRole('img', { name: `Photo ${number}` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Lunch menu' })).toHaveAttribute('href', /\.pdf$/);
}

/** The descriptions of the photos of the open form. */
export const photoDescriptions = (page: Page) =>
  fields(page, 'Image group').getByRole('textbox', { name: /^What does photo \d show\?$/ });

/** One way of input, used without any other. */
export interface OneInput extends InputMethod {
  /** Chooses a radio button, of which none is chosen yet. */
  choose(radio: Locator): Promise<void>;
  /** Goes to the tiles of the picker. */
  toTiles(): Promise<void>;
}

/** From the landing page to the public link, with one way of input alone. Ends on the public page. */
export async function publishRealContent(page: Page, input: OneInput): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const enter = async (field: Locator, text: string) => {
    await input.write(field, text);
    await page.keyboard.press('Enter');
  };
  const chooseFiles = async (opener: Locator, files: Parameters<FileChooser['setFiles']>[0]) => {
    const chooser = page.waitForEvent('filechooser');
    await input.press(opener);
    await (await chooser).setFiles(files);
  };
  const add = async (label: string) => {
    await input.toTiles();
    const tiles = page.getByRole('complementary', { name: 'Add a block' });
    await input.press(tiles.getByRole('button', { name: label, exact: true }));
  };
  const pasteAtFocus = (given: Parameters<typeof paste>[1]) => paste(page.locator(':focus'), given);

  const address = newAddress('secretary');
  await page.goto('/');
  await input.press(button('DECLINE'));
  await expect(button('DECLINE')).toBeHidden();
  if (isPhone(page)) await input.press(button('Open the menu'));
  const menu = isPhone(page) ? page.getByRole('dialog') : page.getByRole('banner');
  await input.press(menu.getByRole('link', { name: 'Try it FREE' }));
  const panel = page.getByRole('dialog', { name: 'Try for 3 months' });
  await enter(panel.getByLabel('Email'), address);
  await expect(page.getByRole('dialog', { name: 'Check your email inbox.' })).toBeVisible();
  await page.goto(await linkInMail(page, address, 'Welcome to Inkwell'));
  await input.write(page.getByLabel('Password', { exact: true }), PASSWORD);
  await enter(page.getByLabel('Confirm password'), PASSWORD);
  await input.press(button('Get started'));
  await enter(page.getByLabel('School name'), 'Oakfield Primary School');
  await chooseFiles(button('Select file'), LOGO);
  await expect(page.getByText('logo.png · drag to move')).toBeVisible();
  await input.press(button('Confirm'));
  await enter(page.getByLabel('School email'), 'office@oakfield.example');
  await enter(page.getByLabel('School phone'), '02079460018');
  await enter(page.getByPlaceholder('Newsletter Title'), 'Farm week');
  await input.choose(page.getByRole('radio', { name: '2 column (left)' }));
  await input.press(button('Confirm'));
  await input.press(page.getByRole('link', { name: 'Farm week', exact: true }));
  await expect(page.getByText('Your newsletter starts here')).toBeVisible();

  await add('Text');
  await expect(words(page, 'Text')).toBeFocused();
  await pasteAtFocus({ html: WORD, text: 'Trip to the farm' });
  await expect(page.getByRole('main')).toContainText('Dear parents');
  await add('Image group');
  const photo = await readFile(PHOTO);
  await chooseFiles(
    fields(page, 'Image group').getByRole('button', { name: 'Select file' }),
    PHOTOS.map((number) => ({ name: `photo-${number}.jpg`, mimeType: 'image/jpeg', buffer: photo })),
  );
  await expect(photoDescriptions(page)).toHaveCount(PHOTOS.length);
  for (const number of PHOTOS) {
    const description = photoDescriptions(page).nth(number - 1);
    if (number === 1) await input.write(description, 'Photo 1');
    else {
      await expect(description).toBeFocused();
      await page.keyboard.type(`Photo ${number}`);
    }
    await page.keyboard.press('Enter');
  }
  await add('Event');
  await expect(fields(page, 'Event').getByLabel('Title')).toBeFocused();
  await pasteAtFocus({ text: DATES });
  const events = fields(page, 'Event').getByRole('list', { name: 'Events' });
  await expect(events.getByRole('listitem')).toHaveCount(4);
  await add('Attendance');
  await expect(fields(page, 'Attendance').getByLabel('Class 1', { exact: true })).toBeFocused();
  await pasteAtFocus({ text: CLASSES });
  await expect(fields(page, 'Attendance').getByLabel('Class 3', { exact: true })).toHaveValue('Robins');
  await add('Boxed text');
  await expect(words(page, 'Boxed text')).toBeFocused();
  await page.keyboard.type(MESSAGE);
  await add('Download');
  const pdf = { name: 'Lunch menu.pdf', mimeType: 'application/pdf', buffer: await readFile(LUNCH_MENU) };
  await chooseFiles(fields(page, 'Download').getByRole('button', { name: 'Select file' }), pdf);
  await expect(fields(page, 'Download').getByLabel('Button text')).toHaveValue('Lunch menu');
  await add('Social media');
  await input.write(
    fields(page, 'Social media').getByRole('textbox', { name: 'Facebook' }),
    'facebook.com/oakfield',
  );
  await add('Footer');
  await expect(words(page, 'Footer text')).toBeFocused();
  await page.keyboard.type('See you on Monday');

  await input.press(button('Publish'));
  await expect(page.getByRole('heading', { name: /^Congratulations!/ })).toBeVisible();
  await page.goto(await page.getByLabel('Public address').inputValue());
  await expectRealContent(page);
}
