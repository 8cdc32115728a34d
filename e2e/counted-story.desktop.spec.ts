import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { paste } from './clipboard.ts';
import { WORD } from './clipboard-html.ts';
import { addBlock, fields, words } from './editor.ts';
import { expect, newAddress, test } from './journey.ts';
import { sheetsOf } from './printed-pages.ts';
import {
  CLASSES,
  DATES,
  expectRealContent,
  LUNCH_MENU,
  MESSAGE,
  PHOTOS,
  photoDescriptions,
} from './real-content.ts';
import {
  choosePassword,
  declineCookies,
  LOGO,
  linkInMail,
  openFromMenu,
  PASSWORD,
  PHOTO,
} from './shared-steps.ts';

/**
 * A newsletter of real content, from the landing page to the public link, counted in actions: a click, a field typed into
 * with the Enter that ends it, a paste, one choice or drop of files. The limits are the present counts: they only go down.
 */
const MOST_ACTIONS = 37;
const MOST_IN_EDITOR = 20;

test('A newsletter of real content takes no more actions than before', async ({ page }) => {
  test.slow();
  let actions = 0;
  const act = async (action: () => Promise<unknown>) => {
    actions += 1;
    await action();
  };
  const click = (target: Locator) => act(() => target.click());
  const type = (target: Locator, text: string, key?: 'Enter') =>
    act(async () => {
      await target.fill(text);
      if (key !== undefined) await target.press(key);
    });

  await test.step('from the landing page to an empty newsletter', async () => {
    const address = newAddress('secretary');
    await page.goto('/');
    await act(() => declineCookies(page));
    await act(() => openFromMenu(page, 'Try it FREE'));
    const panel = page.getByRole('dialog', { name: 'Try for 3 months' });
    await type(panel.getByLabel('Email'), address, 'Enter');
    await expect(page.getByRole('dialog', { name: 'Check your email inbox.' })).toBeVisible();
    const link = await linkInMail(page, address, 'Welcome to Inkwell');
    await act(() => page.goto(link));
    // Two fields and their button.
    actions += 2;
    await act(() => choosePassword(page, PASSWORD));
    await click(page.getByRole('button', { name: 'Get started' }));
    await type(page.getByLabel('School name'), 'Oakfield Primary School', 'Enter');
    await act(() => page.getByLabel('Logo', { exact: true }).setInputFiles(LOGO));
    await click(page.getByRole('button', { name: 'Confirm' }));
    await type(page.getByLabel('School email'), 'office@oakfield.example', 'Enter');
    await type(page.getByLabel('School phone'), '02079460018', 'Enter');
    await type(page.getByPlaceholder('Newsletter Title'), 'Farm week', 'Enter');
    await act(() => page.getByRole('radio', { name: '2 column (left)' }).check());
    await click(page.getByRole('button', { name: 'Confirm' }));
    await click(page.getByRole('link', { name: 'Farm week', exact: true }));
    await expect(page.getByText('Your newsletter starts here')).toBeVisible();
  });
  const before = actions;
  const add = (label: string) => act(() => addBlock(page, label));

  await test.step('the text from Word', async () => {
    await act(() => paste(page.locator('body'), { html: WORD, text: 'Trip to the farm' }));
    await expect(words(page, 'Text')).toContainText('Dear parents');
  });
  await test.step('six photos with their descriptions', async () => {
    const photo = await readFile(PHOTO);
    const names = PHOTOS.map((number) => `photo-${number}.jpg`);
    await act(() => drop(page, '#main [data-kind="tail"]', { content: photo, names, type: 'image/jpeg' }));
    const descriptions = photoDescriptions(page);
    await expect(descriptions).toHaveCount(PHOTOS.length);
    for (const number of PHOTOS) await type(descriptions.nth(number - 1), `Photo ${number}`, 'Enter');
  });
  await test.step('four dates', async () => {
    await add('Event');
    const form = fields(page, 'Event');
    await expect(form.getByLabel('Title')).toBeFocused();
    await act(() => paste(form.getByLabel('Title'), { text: DATES }));
    await expect(form.getByRole('list', { name: 'Events' }).getByRole('listitem')).toHaveCount(4);
  });
  await test.step('attendance', async () => {
    await add('Attendance');
    const form = fields(page, 'Attendance');
    await expect(form.getByLabel('Class 1', { exact: true })).toBeFocused();
    await act(() => paste(form.getByLabel('Class 1', { exact: true }), { text: CLASSES }));
    await expect(form.getByLabel('Class 3', { exact: true })).toHaveValue('Robins');
  });
  await test.step('a message, a PDF, a link and the footer', async () => {
    await add('Boxed text');
    await act(() => page.keyboard.type(MESSAGE));
    const menu = await readFile(LUNCH_MENU);
    const pdf = { content: menu, names: ['Lunch menu.pdf'], type: 'application/pdf' };
    await act(() => drop(page, '#main [data-kind="tail"]', pdf));
    await expect(fields(page, 'Download').getByLabel('Button text')).toHaveValue('Lunch menu');
    await add('Social media');
    await type(
      fields(page, 'Social media').getByRole('textbox', { name: 'Facebook' }),
      'facebook.com/oakfield',
    );
    await add('Footer');
    await act(() => page.keyboard.type('See you on Monday'));
  });
  await click(page.getByRole('button', { name: 'Publish', exact: true }));
  await expect(page.getByRole('heading', { name: /^Congratulations!/ })).toBeVisible();
  const inEditor = actions - before;
  await test.step('a poster of one page', async () => {
    await page.evaluate(() => Object.assign(window, { print: () => undefined }));
    await page.getByRole('button', { name: 'Print a poster, A4' }).click();
    const sheets = await sheetsOf(await page.pdf({ preferCSSPageSize: true }));
    expect(sheets.map(({ words: on }) => on.map(({ text }) => text.trim()).join(' '))).toEqual([
      expect.stringMatching(/^Oakfield Primary School Farm week Read it online: .*\/published\/farm-week/),
    ]);
  });
  await page.goto(await page.getByLabel('Public address').inputValue());
  await expectRealContent(page);
  expect(actions, 'actions in all').toBeLessThanOrEqual(MOST_ACTIONS);
  expect(inEditor, 'actions in the editor').toBeLessThanOrEqual(MOST_IN_EDITOR);
  test.info().annotations.push({ type: 'actions', description: `${actions}, ${inEditor} in the editor` });
});

/** Drops files, all with the same content. */
async function drop(
  page: Page,
  selector: string,
  { content, names, type }: { content: Buffer; names: readonly string[]; type: string },
): Promise<void> {
  const target = page.locator(selector).first();
  await target.scrollIntoViewIfNeeded();
  await target.evaluate(
    (element, given) => {
      const dataTransfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(given.encoded), (letter) => letter.charCodeAt(0));
      for (const name of given.names) dataTransfer.items.add(new File([bytes], name, { type: given.type }));
      const { left, top, width, height } = element.getBoundingClientRect();
      const where = { clientX: left + width / 2, clientY: top + height / 2 };
      for (const kind of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(
          new DragEvent(kind, { bubbles: true, cancelable: true, composed: true, dataTransfer, ...where }),
        );
    },
    { encoded: content.toString('base64'), names, type },
  );
}
