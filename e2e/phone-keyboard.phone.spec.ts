import type { Locator, Page } from '@playwright/test';
import { addBlock, arriveInEditor, fields } from './editor.ts';
import { expect, expectAccessible, test } from './journey.ts';

/** What a phone's keyboard leaves of the screen: enough to see what is typed, and what saves it. */

const KEYBOARD = 300;

test('The field that is typed in stays above the keyboard of a phone', async ({ page }) => {
  await arriveInEditor(page);
  const lastFields = {
    Heading: 'Heading',
    Text: 'Text',
    Button: 'Link',
    'Social media': 'YouTube',
    Footer: 'Footer text',
  };
  for (const [block, label] of Object.entries(lastFields)) {
    await test.step(block, async () => {
      await addBlock(page, block);
      const field = fields(page, block).getByRole('textbox', { name: label, exact: true });
      await field.tap();
      await raiseKeyboard(page, KEYBOARD);
      await expect(field).toBeFocused();
      const save = fields(page, block).getByRole('button', { name: 'Save changes' });
      await expect.poll(() => isSeen(page, field)).toBe(true);
      await expect.poll(() => isSeen(page, save)).toBe(true);
      await expectAccessible(page);
      await raiseKeyboard(page, 0);
      await fields(page, block).getByRole('button', { name: 'Cancel' }).tap();
      await expect(fields(page, block)).toBeHidden();
    });
  }
});

/** Whether it is whole in what the keyboard leaves, and nothing lies over it. */
function isSeen(page: Page, part: Locator): Promise<boolean> {
  const end = (page.viewportSize()?.height ?? 0) - KEYBOARD;
  return part.evaluate((element, lowest) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const shown = (y: number) => element.contains(document.elementFromPoint((left + right) / 2, y));
    return bottom <= lowest && shown(top + 4) && shown(bottom - 4);
  }, end);
}

/** No browser of a test has a keyboard on the screen: it is told, as by one, how much is covered. */
async function raiseKeyboard(page: Page, height: number): Promise<void> {
  await page.evaluate((covered) => {
    const seen = window.visualViewport;
    if (!seen) throw new Error('There is no visual viewport');
    Object.defineProperty(seen, 'height', { configurable: true, value: window.innerHeight - covered });
    seen.dispatchEvent(new Event('resize'));
  }, height);
}
