import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { WORD } from './clipboard-html.ts';
import { addBlock, fields, words } from './editor.ts';
import { expect, newAddress, test } from './journey.ts';
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
 * with the Enter that ends it, a paste, one choice or drop of files. The limits are what is reached now: they only go down.
 */
const MOST_ACTIONS = 65;
const MOST_IN_EDITOR = 48;

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
    await add('Text');
    await expect(words(page, 'Text')).toBeFocused();
    await act(() => paste(words(page, 'Text'), WORD));
    await expect(words(page, 'Text')).toContainText('Dear parents');
  });
  await test.step('six photos with their descriptions', async () => {
    const photo = await readFile(PHOTO);
    await act(() => dropPhotos(page, '#main [data-kind="tail"]', photo, 6));
    const descriptions = fields(page, 'Image group').getByRole('textbox', {
      name: /^What does photo \d show\?$/,
    });
    await expect(descriptions).toHaveCount(6);
    for (const number of [1, 2, 3, 4, 5, 6])
      await type(descriptions.nth(number - 1), `Photo ${number}`, 'Enter');
  });
  await test.step('four dates', async () => {
    await add('Event');
    const form = fields(page, 'Event');
    for (const number of [1, 2, 3, 4]) {
      if (number > 1) await click(form.getByRole('button', { name: 'Add event' }));
      await type(form.getByLabel('Title'), `Date ${number}`);
      await type(form.getByLabel('Date', { exact: true }), `2027-03-0${number}`);
      await type(form.getByLabel('Description'), 'In the hall.');
      await click(form.getByRole('button', { name: 'Save event' }));
    }
  });
  await test.step('attendance', async () => {
    await add('Attendance');
    const form = fields(page, 'Attendance');
    for (const [index, name] of ['Kestrels', 'Herons', 'Robins'].entries()) {
      if (index > 0) await click(form.getByRole('button', { name: 'Add a class' }));
      await type(form.getByLabel(`Class ${index + 1}`, { exact: true }), name);
      await type(form.getByLabel('Percent', { exact: true }).nth(index), `9${index + 4}`);
    }
  });
  await test.step('a message, a PDF, a link and the footer', async () => {
    await add('Boxed text');
    await act(() => page.keyboard.type('Please welcome Mr Shah, our new caretaker.'));
    await add('Download');
    await act(() =>
      fields(page, 'Download').locator('input[type="file"]').setInputFiles('test/pdfs/libreoffice.pdf'),
    );
    await expect(fields(page, 'Download').getByLabel('Button text')).not.toHaveValue('');
    await type(fields(page, 'Download').getByLabel('Button text'), 'Lunch menu');
    await add('Social media');
    await type(
      fields(page, 'Social media').getByRole('textbox', { name: 'Facebook' }),
      'facebook.com/oakfield',
    );
    await add('Footer');
    await act(() => page.keyboard.type('See you on Monday'));
  });
  await click(page.getByRole('button', { name: 'Publish' }));
  await expect(page.getByRole('heading', { name: /^Congratulations!/ })).toBeVisible();
  const inEditor = actions - before;
  await page.goto(await page.getByLabel('Public address').inputValue());
  for (const each of ['Dear parents', 'Date 4', 'Robins', 'Mr Shah', 'See you on Monday'])
    await expect(page.getByText(each).first()).toBeVisible();
  for (const number of [1, 6]) await expect(page.getByRole('img', { name: `Photo ${number}` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Lunch menu' })).toHaveAttribute('href', /\.pdf$/);
  expect(actions, 'actions in all').toBeLessThanOrEqual(MOST_ACTIONS);
  expect(inEditor, 'actions in the editor').toBeLessThanOrEqual(MOST_IN_EDITOR);
  test.info().annotations.push({ type: 'actions', description: `${actions}, ${inEditor} in the editor` });
});

/** Pastes HTML by an event: browsers clean HTML that a page writes to the clipboard. */
async function paste(field: Locator, html: string): Promise<void> {
  await field.evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', given);
    clipboardData.setData('text/plain', 'Trip to the farm');
    element.dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, composed: true, clipboardData }),
    );
  }, html);
}

async function dropPhotos(page: Page, selector: string, photo: Buffer, count: number): Promise<void> {
  const target = page.locator(selector).first();
  await target.scrollIntoViewIfNeeded();
  await target.evaluate(
    (element, { encoded, times }) => {
      const dataTransfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      for (let number = 1; number <= times; number += 1)
        dataTransfer.items.add(new File([bytes], `photo-${number}.jpg`, { type: 'image/jpeg' }));
      const { left, top, width, height } = element.getBoundingClientRect();
      const where = { clientX: left + width / 2, clientY: top + height / 2 };
      for (const type of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(
          new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer, ...where }),
        );
    },
    { encoded: photo.toString('base64'), times: count },
  );
}
