import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { addBlock, fields, saveBlock } from './editor.ts';
import { expect, expectAccessible, routeOnce, test } from './journey.ts';
import { isPhone, PHOTO, signInWithSchool } from './shared-steps.ts';

/** Uploading, cropping and dropping pictures. */

const HEIC = fileURLToPath(new URL('../test/photo.heic', import.meta.url));

test('A teacher uploads photos, crops one, undoes that, and publishes', async ({ page, browser }) => {
  test.slow();
  await signInWithSchool(page, 'Photos of the week');
  await page.getByRole('link', { name: 'Photos of the week' }).click();
  const canvas = page.getByRole('main');
  const image = fields(page, 'Image');
  const alt = image.getByLabel('What does it show?');

  await test.step('a photo of twelve megapixels is resized, and its description is asked for', async () => {
    await addBlock(page, 'Image');
    const sent = page.waitForRequest((request) => request.url().endsWith('/attachments'));
    await image.locator('input[type="file"]').setInputFiles({
      name: 'IMG_2041.jpg',
      mimeType: 'image/jpeg',
      buffer: await picture(page, 'jpeg', 3000, 4000),
    });
    await sent;
    await expect(image.getByRole('button', { name: 'Crop the image' })).toBeVisible();
    await expect(alt).toBeFocused();
    await expect.poll(() => sizeOf(page, image.locator('img'))).toEqual([1600, 2133]);
    // The picture must not push the field out of view.
    await expect(alt).toBeInViewport();
    await page.keyboard.type('Year 4 at the river');
    await expectAccessible(page);
  });

  await test.step('she crops it by keyboard, and undoes that', async () => {
    const whole = await image.locator('img').getAttribute('src');
    await image.getByRole('button', { name: 'Crop the image' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crop image' });
    await expect(dialog.getByRole('radio', { name: '16:7' })).toBeChecked();
    await expectAccessible(page);
    await dialog.getByRole('radio', { name: 'Square' }).check();
    await dialog.getByRole('slider', { name: 'Zoom' }).focus();
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowRight');
    await dialog.getByRole('application').focus();
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowDown');
    await dialog.getByRole('button', { name: 'Crop image' }).click();
    await expect(image.getByRole('button', { name: 'Undo crop of the image' })).toBeVisible();
    await expect.poll(() => sizeOf(page, image.locator('img'))).toEqual([800, 800]);
    // The dialog opens with the last crop.
    await image.getByRole('button', { name: 'Crop the image' }).click();
    await expect(dialog.getByRole('radio', { name: 'Square' })).toBeChecked();
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuetext', '200%');
    // Escape closes the dialog, but not the form.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await image.getByRole('button', { name: 'Undo crop of the image' }).click();
    await expect(image.locator('img')).toHaveAttribute('src', whole ?? '');
    await expect(alt).toHaveValue('Year 4 at the river');
    await saveBlock(page, 'Image');
  });

  await test.step('a picture pasted from the clipboard replaces it', async () => {
    await canvas.getByRole('button', { name: 'Image: Year 4 at the river' }).click();
    await copyPicture(page, await picture(page, 'png', 320, 140));
    await page.keyboard.press('ControlOrMeta+v');
    await expect.poll(() => sizeOf(page, image.locator('img'))).toEqual([320, 140]);
    await expect(image.getByText('This is another picture: do these words still fit it?')).toBeVisible();
    await image.getByLabel('Decorative: nothing to describe').check();
    await saveBlock(page, 'Image');
  });

  if (!isPhone(page)) {
    await test.step('six photos dropped on the canvas become two groups, described in one strip', async () => {
      const group = fields(page, 'Image group');
      const photos = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((each) => picture(page, 'jpeg', 100 + each, 80)),
      );
      await dropOn(page, '#main [data-kind="tail"]', photos);
      await expect(canvas.getByRole('button', { name: /^Image group/ })).toHaveCount(2);
      const words = group.getByRole('textbox', { name: /^What does photo \d show\?$/ });
      await expect(words).toHaveCount(6);
      await expect(words.first()).toBeFocused();
      for (const number of [1, 2, 3, 4, 5, 6]) {
        await expect(words.nth(number - 1)).toBeFocused();
        await page.keyboard.type(`Photo ${number}`);
        if (number < 6) await page.keyboard.press('Enter');
      }
      await expect(group.getByText('6 of 6')).toBeVisible();
      await expect(canvas.getByRole('list', { name: 'Photos on their way' })).toHaveCount(0);
      await expect(group.getByText('Max 4 files')).toBeVisible();
      await expectAccessible(page);
      await dropOn(page, '[aria-label="Photos"] li:nth-child(2) fieldset', [
        await picture(page, 'jpeg', 222, 80),
      ]);
      await expect.poll(() => sizeOf(page, group.locator('li:nth-child(2) img'))).toEqual([222, 80]);
      await saveBlock(page, 'Image group');
    });
    await test.step('a file dropped on a picture replaces it', async () => {
      await dropOn(page, '#main [data-block^="image-"]', [await picture(page, 'jpeg', 640, 280)]);
      await expect.poll(() => sizeOf(page, image.locator('img'))).toEqual([640, 280]);
      await alt.fill('A wide river');
      await saveBlock(page, 'Image');
    });
  }

  await test.step('other files are refused with a clear message, and a failed upload can be retried', async () => {
    await addBlock(page, 'Image');
    const input = image.locator('input[type="file"]');
    await input.setInputFiles({
      name: 'letter.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF'),
    });
    await expect(image.getByRole('alert')).toHaveText(/^Please choose a picture/);
    await input.setInputFiles({
      name: 'IMG_1.HEIC',
      mimeType: 'image/heic',
      buffer: Buffer.from('ftypheic'),
    });
    const unreadable = /^This HEIC photo could not be opened.*choose it on the iPhone itself/;
    await expect(image.getByRole('alert')).toHaveText(unreadable);
    await input.setInputFiles(HEIC);
    await expect.poll(() => sizeOf(page, image.locator('img'))).toEqual([96, 64]);
    // A damaged HEIC file that was renamed.
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypheic\0\0\0\0mif1heic'),
      Buffer.alloc(100),
    ]);
    await input.setInputFiles({ name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer: heic });
    await expect(image.getByRole('alert')).toHaveText(unreadable);
    const away = { error_message: 'The service is not available just now' };
    const held = Promise.withResolvers<void>();
    await routeOnce(page, '**/attachments', async (route) => {
      await held.promise;
      await route.fulfill({ status: 503, json: away });
    });
    await input.setInputFiles(PHOTO);
    await page.getByRole('link', { name: 'Exit' }).click();
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(leave).toContainText('A file for Image 2 is still on its way. Leaving breaks it off');
    await leave.getByRole('button', { name: 'Stay' }).click();
    await expect(leave).toBeHidden();
    held.resolve();
    await expect(image.getByRole('alert')).toHaveText(away.error_message);
    await expectAccessible(page);
    await image.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => sizeOf(page, image.locator('img'))).toEqual([900, 600]);
    await alt.fill('A wood in autumn');
    await saveBlock(page, 'Image');
  });

  await test.step('parents see the pictures', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const address = await page.getByLabel('Public address').inputValue();
    const parent = await browser.newContext({ javaScriptEnabled: false, viewport: page.viewportSize() });
    const theirs = await parent.newPage();
    await theirs.goto(address);
    const names = isPhone(page)
      ? ['A wood in autumn']
      : ['A wide river', 'Photo 1', 'Photo 2', 'Photo 6', 'A wood in autumn'];
    for (const name of names) await expect(theirs.getByRole('img', { name })).toBeVisible();
    await parent.close();
  });
});

async function sizeOf(page: Page, image: ReturnType<Page['locator']>): Promise<number[]> {
  await expect(image).toBeVisible();
  return await page.evaluate(
    (element) => (element instanceof HTMLImageElement ? [element.naturalWidth, element.naturalHeight] : []),
    await image.elementHandle(),
  );
}

/** Generates a picture of the given size. */
async function picture(page: Page, format: 'jpeg' | 'png', width: number, height: number): Promise<Buffer> {
  const address = await page.evaluate(
    ([type, across, down]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: across, height: down });
      const pen = canvas.getContext('2d');
      if (pen !== null) {
        pen.fillStyle = '#a9d6ee';
        pen.fillRect(0, 0, across, down);
        pen.fillStyle = '#4d7c4a';
        pen.fillRect(0, down * 0.6, across, down);
      }
      return canvas.toDataURL(`image/${type}`);
    },
    [format, width, height] as const,
  );
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

/** Puts a PNG on the clipboard, like a screenshot. */
async function copyPicture(page: Page, png: Buffer): Promise<void> {
  await page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const item = new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) });
    await navigator.clipboard.write([item]);
  }, png.toString('base64'));
}

/** Drags files from outside onto the first element of a selector. */
async function dropOn(page: Page, selector: string, files: readonly Buffer[]): Promise<void> {
  const target = page.locator(selector).first();
  await target.scrollIntoViewIfNeeded();
  await target.evaluate(
    (element, encoded) => {
      const dataTransfer = new DataTransfer();
      for (const [index, file] of encoded.entries()) {
        const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], `photo-${index}.jpg`, { type: 'image/jpeg' }));
      }
      const { left, top, width, height } = element.getBoundingClientRect();
      const where = { clientX: left + width / 2, clientY: top + height / 2 };
      for (const type of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(
          new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer, ...where }),
        );
    },
    files.map((file) => file.toString('base64')),
  );
}
