import type { Locator, Page } from '@playwright/test';
import { addBlock, fields, openEditor, showForm } from './editor.ts';
import { expect, expectAccessible, test } from './journey.ts';

/** Above a phone's keyboard the field and the Save button stay visible. */

const KEYBOARD = 300;
const touch = { press: (target: Locator) => target.tap() };

test('The focused field stays above a phone’s keyboard', async ({ page }) => {
  await openEditor(page);
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
      if (label === 'Link') await showForm(page, touch);
      const field = page.getByRole('textbox', { name: label, exact: true });
      await field.tap();
      await simulateKeyboard(page, KEYBOARD);
      await expect(field).toBeFocused();
      const form = fields(page, block);
      const save = form
        .getByRole('button', { name: 'Save changes' })
        .or(page.getByRole('button', { name: 'Done', exact: true }));
      await expect.poll(() => isFullyVisible(page, field)).toBe(true);
      await expect.poll(() => isFullyVisible(page, save)).toBe(true);
      await expectAccessible(page);
      await simulateKeyboard(page, 0);
      await showForm(page, touch);
      await form.getByRole('button', { name: 'Cancel' }).tap();
      await expect(form).toBeHidden();
    });
  }
});

/** Whether the element is fully visible above the keyboard and not covered. */
function isFullyVisible(page: Page, part: Locator): Promise<boolean> {
  const end = (page.viewportSize()?.height ?? 0) - KEYBOARD;
  return part.evaluate((element, lowest) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const shown = (y: number) => element.contains(document.elementFromPoint((left + right) / 2, y));
    return bottom <= lowest && shown(top + 4) && shown(bottom - 4);
  }, end);
}

/** Simulates an on-screen keyboard, which test browsers do not have, by the height of the visual viewport. */
async function simulateKeyboard(page: Page, height: number): Promise<void> {
  await page.evaluate((covered) => {
    const seen = window.visualViewport;
    if (!seen) throw new Error('There is no visual viewport');
    Object.defineProperty(seen, 'height', { configurable: true, value: window.innerHeight - covered });
    seen.dispatchEvent(new Event('resize'));
  }, height);
}
