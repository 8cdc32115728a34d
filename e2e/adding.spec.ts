import type { Page } from '@playwright/test';
import { addBlock, fields, openEditor, words } from './editor.ts';
import { expect, expectAccessible, test } from './journey.ts';
import { isPhone } from './shared-steps.ts';

/** Blocks are added where they are wanted: at the plus next to a gap, and after a slash. */

test('A block is added where it is wanted', async ({ page }) => {
  await openEditor(page);
  const dragging = page.getByText('drag it onto the page');
  await expect(dragging).toBeVisible({ visible: !isPhone(page) });
  const press = (name: string) => {
    const button = page.getByRole('main').getByRole('button', { name, exact: true });
    return isPhone(page) ? button.tap() : button.click();
  };
  const search = page.getByRole('combobox', { name: 'Search blocks' });

  await addBlock(page, 'Heading');
  await page.keyboard.type('Harvest week');
  await page.keyboard.press('Enter');
  await expect(words(page, 'Text')).toBeFocused();
  await page.keyboard.type('Thank you for every tin.');

  await test.step('at the plus above the selected block', async () => {
    await press('Add above Text');
    await expect(search).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type('divider');
    await page.keyboard.press('Enter');
    await expect.poll(() => blocks(page)).toEqual(['Heading', 'Divider', 'Text']);
  });

  await test.step('after a slash in an empty text', async () => {
    // One press: the sheet of the divider closes, and the page moves below a second one.
    await press('Heading: Harvest week');
    await expect(words(page, 'Heading')).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(words(page, 'Text')).toBeFocused();
    await page.keyboard.type('/');
    await expect(search).toBeFocused();
    const option = page.getByRole('option', { name: 'Event' });
    await (isPhone(page) ? option.tap() : option.click());
    await expect(fields(page, 'Event').getByRole('textbox', { name: 'Title' })).toBeFocused();
    await expect.poll(() => blocks(page)).toEqual(['Heading', 'Event', 'Divider', 'Text']);
    await expectAccessible(page);
  });
});

/** The types of the blocks, from the top. */
function blocks(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .locator('[data-block] > button[data-drag]')
    .evaluateAll((all) =>
      all.map((each) => /^[^: ]*/.exec(each.getAttribute('aria-label') ?? '')?.[0] ?? ''),
    );
}
