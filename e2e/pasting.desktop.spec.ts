import type { Page } from '@playwright/test';
import { paste } from './clipboard.ts';
import { GOOGLE_DOCS, WEB_PAGE, WORD } from './clipboard-html.ts';
import { addBlock, fields, openEditor, publishAndRead, words } from './editor.ts';
import { expect, expectAccessible, test } from './journey.ts';

/** Pasted text keeps its words and structure, and nothing else. */

test('A letter from Word, Google Docs and a web page comes out clean', async ({ page }) => {
  await openEditor(page);
  await addBlock(page, 'Heading');
  const form = fields(page, 'Text');
  const text = words(page, 'Text');
  await words(page, 'Heading').fill('Three letters');
  await page.keyboard.press('Escape');

  const kinds = {
    Word: () => paste(text, { html: WORD, text: 'Trip to the farm' }),
    'Google Docs': () => paste(text, { html: GOOGLE_DOCS, text: 'Trip to the farm' }),
    'a web page': async () => {
      await copyPage(page, WEB_PAGE);
      await page.keyboard.press('ControlOrMeta+v');
    },
  };
  for (const [kind, pasteIt] of Object.entries(kinds)) {
    await test.step(kind, async () => {
      await addBlock(page, 'Text');
      await expect(text).toBeFocused();
      await pasteIt();
      await expect(text).toContainText('Send it back');
      await expectAccessible(page);
      await form.getByRole('button', { name: 'Save changes' }).click();
      await expect(form).toBeHidden();
    });
  }

  await publishAndRead(page, { press: (target) => target.click() }, async (readers) => {
    await expect(readers.getByRole('heading', { level: 2, name: 'Trip to the farm' })).toHaveCount(3);
    for (const [tag, words] of [
      ['strong', 'bring'],
      ['em', 'Friday'],
      ['u', 'whatever'],
      ['ul > li > ul > li', 'a warm one'],
      ['ul > li', 'boots'],
      ['ol > li', 'Send it back'],
    ] as const)
      await expect(readers.locator(tag).filter({ hasText: words }), `${tag} of ${words}`).toHaveCount(3);
    const links = readers.getByRole('link', { name: 'the farm’s page' });
    await expect(links).toHaveCount(3);
    for (const link of await links.all())
      await expect(link).toHaveAttribute('href', 'https://farm.example/visit');
    const letters = await readers
      .locator('.ink-text')
      .evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));
    expect(letters).toHaveLength(3);
    expect(TRACES.filter((trace) => letters.join().includes(trace))).toEqual([]);
    await expectAccessible(readers);
  });
});

/** The programs' markup, of which nothing may remain. */
const TRACES = [
  ...['Mso', 'mso-', 'Comic Sans', 'Symbol', '0563C1', 'v:', 'o:p', 'file:', 'StartFragment'],
  ...['docs-internal', 'pre-wrap', '1155cc', 'dir=', 'onclick', 'target=', 'img', 'class="menu"', 'Georgia;'],
];

/** Opens a page in another tab, selects all and copies it by keyboard. */
async function copyPage(page: Page, html: string): Promise<void> {
  const address = 'http://farm.example/trip';
  await page.context().route(address, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  const other = await page.context().newPage();
  await other.goto(address);
  await other.keyboard.press('ControlOrMeta+a');
  await other.keyboard.press('ControlOrMeta+c');
  await other.close();
  await page.bringToFront();
}
