import type { Locator, Page } from '@playwright/test';
import { addBlock, fields, openEditor, publishAndRead, saveBlock, showForm, words } from './editor.ts';
import { expect, expectAccessible, test } from './journey.ts';
import { isPhone, PHOTO } from './shared-steps.ts';

/**
 * Accessibility of the editor's states that no other journey checks. Others check: the empty editor and each form
 * (`every-block-by-mouse`), the check, its question before publishing, the layouts, the mail (`checker`), cropping and
 * failed uploads (`pictures`), deleting and the shortcuts (`keyboard`), offline and conflicts (`nothing-lost`), a
 * phone's keyboard (`phone-keyboard`).
 */

const click = { press: (target: Locator) => target.click() };
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('The editor is accessible in its less common states', async ({ page }) => {
  test.slow();
  await openEditor(page);
  const main = page.getByRole('main');

  await test.step('errors of empty fields', async () => {
    for (const [block, label] of Object.entries({ Text: 'Text', Button: 'Link', Heading: 'Heading' })) {
      await addBlock(page, block);
      const field = page.getByRole('textbox', { name: label, exact: true });
      if (block === 'Button') await showForm(page, click);
      await field.focus();
      await page.keyboard.press('Tab');
      await expect(page.getByText(/^(Required|Not valid)/).first()).toBeVisible();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expectAccessible(page);
      await showForm(page, click);
      await fields(page, block).getByRole('button', { name: 'Cancel' }).click();
      await expect(fields(page, block)).toBeHidden();
    }
  });

  await test.step('a toast about a block, and a removed block', async () => {
    await addBlock(page, 'Text');
    const text = fields(page, 'Text');
    await page.keyboard.press('Escape');
    await expect(text).toBeHidden();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const message = page.getByText('Text is not finished yet.');
    // A toast stays while it is hovered.
    await message.hover();
    await expect(words(page, 'Text')).toBeFocused();
    await showForm(page, click);
    for (const name of ['Save changes', 'Cancel', 'Delete component'])
      await expect.poll(() => isUncovered(text.getByRole('button', { name }))).toBe(true);
    await expect(message).toBeVisible();
    await words(page, 'Text').fill('Typed for minutes');
    await showForm(page, click);
    await text.getByRole('button', { name: 'Cancel' }).click();
    await expect(text).toBeHidden();
    await expect(main.getByRole('button', { name: /^Text/ })).toHaveCount(0);
    const removed = page.getByRole('status').filter({ hasText: 'Text removed' });
    await removed.getByRole('button', { name: 'Undo' }).click();
    await main.getByRole('button', { name: 'Text: Typed for minutes' }).dblclick();
    await showForm(page, click);
    await text.getByRole('button', { name: 'Cancel' }).click();
    await expect(text).toBeHidden();
  });

  await test.step('a link in a text, the colours of a box', async () => {
    await addBlock(page, 'Boxed text');
    const box = fields(page, 'Boxed text');
    await words(page, 'Boxed text').fill('No nuts');
    await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Link' }).click();
    await expect(dialog(page, 'Link').getByLabel('Address')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Link')).toBeHidden();
    await showForm(page, click);
    await expect(box).toBeVisible();
    await box.getByRole('checkbox', { name: 'Colours of the design' }).click();
    for (const name of ['Background', 'Text colour']) {
      const cut = await box
        .getByRole('textbox', { name })
        .evaluate((field) => field.scrollWidth - field.clientWidth);
      expect(cut, `pixels of ${name} that are cut off`).toBe(0);
    }
    await box.getByRole('textbox', { name: 'Background' }).click();
    await expect(page.getByRole('slider').first()).toBeVisible();
    await expectAccessible(page);
    await words(page, 'Boxed text').click();
    await saveBlock(page, 'Boxed text');
  });

  await test.step('a drag by keyboard, and a file over the canvas', async () => {
    const block = main.getByRole('button', { name: /^Boxed text/ });
    await block.focus();
    await page.keyboard.press('Space');
    await expect(page.locator('html[data-dragging]')).toBeAttached();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.locator('html[data-dragging]')).toHaveCount(0);
    await hoverFile(block);
    await expect(page.locator('[data-drop-line]')).toBeVisible();
    await expectAccessible(page);
    await page.evaluate(() => window.dispatchEvent(new DragEvent('dragleave')));
  });

  await test.step('confirmations before something is lost', async () => {
    await main.getByRole('button', { name: /^Boxed text/ }).dblclick();
    await words(page, 'Boxed text').fill('No eggs');
    await showForm(page, click);
    await expect(fields(page, 'Boxed text').getByRole('button', { name: 'Discard changes' })).toBeVisible();
    await expectAccessible(page);
    await fields(page, 'Boxed text').getByRole('button', { name: 'Cancel' }).click();
    const cancel = dialog(page, 'Are you sure you want to discard changes?');
    await expect(cancel).toBeVisible();
    await expectAccessible(page);
    await cancel.getByRole('button', { name: 'Keep editing' }).click();
    await expect(cancel).toBeHidden();
    // Without words it cannot be saved.
    await words(page, 'Boxed text').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await expect(main.getByRole('button', { name: 'Boxed text: Write something…' })).toBeAttached();
    await page.getByRole('link', { name: 'Exit' }).click();
    const leave = dialog(page, 'Leave without saving?');
    await expect(leave).toContainText('Boxed text has changes that are not saved yet.');
    await expectAccessible(page);
    await leave.getByRole('button', { name: 'Stay' }).click();
    await expect(leave).toBeHidden();
    await words(page, 'Boxed text').fill('No eggs');
    await saveBlock(page, 'Boxed text');
    await expect(main.getByRole('button', { name: 'Boxed text: No eggs' })).toBeVisible();
  });

  await test.step('editing the title, the phone view or the menu, a check without findings', async () => {
    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    await expect(page.getByRole('textbox', { name: 'Newsletter Title' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1 }).getByRole('button')).toBeFocused();
    if (isPhone(page)) await page.getByRole('button', { name: 'More' }).click();
    else await page.getByRole('radio', { name: 'Phone' }).check({ force: true });
    await expectAccessible(page);
    if (isPhone(page)) await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Check: nothing found' }).click();
    await expect(page.getByText('Ready for everyone to read')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  await test.step('loading, and a newsletter that cannot be opened', async () => {
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeAttached();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/news_letters/*', async (route) => {
      await held.promise;
      await route.fulfill({ status: 500, json: { error_message: 'Server error' } });
    });
    await page.reload();
    await expect(page.getByText('Opening the newsletter')).toBeAttached();
    await expectAccessible(page);
    held.resolve();
    await expect(page.getByText('We could not open this newsletter')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/v1/news_letters/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(main.getByRole('button', { name: /^Boxed text/ })).toBeVisible();
  });

  await test.step('a dialog closed with Escape while it is loading', async () => {
    const held = Promise.withResolvers<void>();
    const part = '**/editor-later-*.js';
    await page.route(part, async (route) => {
      await held.promise;
      await route.continue();
    });
    // Requested by the key, or earlier by the editor itself.
    const asked = page.waitForRequest(part);
    await page.reload();
    await expect(main.getByRole('button', { name: /^Boxed text/ })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+/');
    const address = (await asked).url();
    await page.keyboard.press('Escape');
    held.resolve();
    await page.evaluate(async (script) => {
      await import(script);
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    }, address);
    await expect(dialog(page, 'Keyboard shortcuts')).toHaveCount(0);
    await page.unroute(part);
    await page.keyboard.press('ControlOrMeta+/');
    await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Keyboard shortcuts')).toBeHidden();
  });

  await test.step('a module that cannot be loaded, and the reload that fixes it', async () => {
    const part = '**/editor-soon-*.js';
    await page.route(part, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await main.getByRole('button', { name: /^Boxed text/ }).dblclick();
    await expect(main.getByText('The text field could not be loaded.')).toBeVisible();
    await expectAccessible(page);
    await page.unroute(part);
    await main.getByRole('button', { name: 'Reload the page' }).click();
    await main.getByRole('button', { name: 'Boxed text: No eggs' }).dblclick();
    await expect(words(page, 'Boxed text')).toHaveText('No eggs');
  });
});

test('A head teacher starts from a template, and publishes it', async ({ page }) => {
  await openEditor(page);
  await page.goto('/app/newsletters/create');
  await page.getByRole('radio', { name: 'Weekly bulletin' }).check();
  await expect(page.getByLabel('Newsletter title')).not.toHaveValue('');
  // From the top, where nothing is half covered.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create newsletter' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: /^Heading/ }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Check:/ }).click();
  await expect(page.getByRole('heading', { name: 'Check', exact: true })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'To put right' })).toBeHidden();
  await page.keyboard.press('Escape');
  await addBlock(page, 'Image');
  await fields(page, 'Image').locator('input[type="file"]').setInputFiles(PHOTO);
  await fields(page, 'Image').getByLabel('What does it show?').fill('Two children in a wood');
  await saveBlock(page, 'Image');
  const read = async (readers: Page) => {
    await expect(readers.getByRole('img', { name: 'Two children in a wood' })).toBeVisible();
    await expect(readers.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectAccessible(readers);
  };
  await publishAndRead(page, { press: (target) => target.click() }, read, 'Keep all and publish');
  await test.step('and takes back a change since then', async () => {
    // By key: blocks move while they are drawn one after another, and a click may hit the one below.
    await main
      .getByRole('button', { name: /^Heading/ })
      .first()
      .press('Enter');
    await page.keyboard.type('Oops ');
    await expect(main.getByRole('textbox').first()).toContainText('Oops');
    if (isPhone(page)) await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByRole('button', { name: /^(Saved|Saving)/ }).click();
    await page.getByRole('button', { name: /^Published/ }).click();
    await main.getByRole('button', { name: /^Changed: words/ }).click();
    await main.getByRole('button', { name: 'Restore block' }).click();
    await expect(main.getByText('No changes since.')).toBeVisible();
    await page.goBack();
    await expect(main.getByRole('button', { name: /^Heading/ }).first()).toBeVisible();
    await expect(main.getByRole('button', { name: /Oops/ })).toBeHidden();
  });
});

/** Whether nothing covers the middle of the element's form. */
function isUncovered(target: Locator): Promise<boolean | undefined> {
  return target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.closest('form')?.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}

/** Drags a picture file over an element. */
async function hoverFile(target: Locator): Promise<void> {
  await target.evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'photo.jpg', { type: 'image/jpeg' }));
    const { left, top, width } = element.getBoundingClientRect();
    const where = { clientX: left + width / 2, clientY: top + 4 };
    for (const type of ['dragenter', 'dragover'])
      element.dispatchEvent(
        new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer, ...where }),
      );
  });
}
