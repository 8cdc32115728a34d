import type { Browser } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESIGN_IDS, type DesignId } from '#newsletter/designs/index.ts';
import { segmentColumns } from '#newsletter/document/segments.ts';
import { compileNewsletter } from '#newsletter/render/compile-newsletter.ts';
import { fragmentOf } from '#newsletter/render/fragment.ts';
import { buildPage } from '#newsletter/render/page.ts';
import { block, tinted, wide } from '#newsletter/templates/template.ts';
import { renderWithMrml } from '#test/newsletter-engines.ts';
import { type Camera, openCamera, startBrowser } from './camera.ts';
import { ORIGIN, sampleSchool, TODAY } from './sample.ts';

/** A tinted section across the end of a sheet: its heading is on the sheet of its text, with no empty tint below. */

let browser: Browser;
let camera: Camera;
beforeAll(async () => {
  browser = await startBrowser();
  camera = await openCamera(browser);
});
afterAll(() => browser.close());

/** A page with this many lines before a tinted section, which has a link whose address is printed. */
function pageOf(design: DesignId, lines: number, language = 'en'): string {
  const segments = [
    ...wide(block('text', 'before', { html: `<p>${Array(lines).fill('line').join('<br>')}</p>` })),
    ...tinted(
      block('heading', 'heading', { text: 'Heading' }),
      block('text', 'about', { html: '<p>Below <a href="https://a.example/b/">it</a></p>' }),
    ),
    ...wide(block('text', 'after', { html: '<p>After</p>' })),
  ];
  const settings = { layout: 'one_column' as const, design, colours: null, issueDate: TODAY };
  const document = { ...settings, columns: segmentColumns(segments, 1) };
  const source = { title: 'T', document, school: { ...sampleSchool(design, true), language }, today: TODAY };
  return buildPage({
    ...{ title: source.title, description: '', image: null, school: source.school, design, language },
    ...{ publishedOn: TODAY, url: `${ORIGIN}/edition`, productName: 'Inkwell', productUrl: ORIGIN },
    ...fragmentOf(renderWithMrml(compileNewsletter({ ...source, target: 'page', origin: '' }))),
  });
}

async function sheetsOf(design: DesignId, lines: number): Promise<readonly string[]> {
  const html = { page: pageOf(design, lines), mail: '' };
  const pdf = await camera.print({ design, layout: 'one_column', html });
  return (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false })).text;
}

/** The numbers of lines after which the section meets the end of the first sheet, in some design. */
const LINES = Array.from({ length: 13 }, (_, at) => at + 18);

it.each(DESIGN_IDS)('in %s', async (design) => {
  const apart: number[] = [];
  const first: boolean[] = [];
  for (const lines of LINES) {
    const sheets = await sheetsOf(design, lines);
    const at = (words: string) => sheets.findIndex((sheet) => sheet.includes(words));
    if (at('Heading') !== at('Below')) apart.push(lines);
    first.push(at('Heading') === 0);
  }
  expect(apart).toEqual([]);
  expect(new Set(first)).toEqual(new Set([true, false]));
});

it('prints addresses from left to right, also where the words run from right to left', async () => {
  const page = await browser.newPage();
  await page.setContent(pageOf('letter', 1, 'ar'));
  await page.emulateMedia({ media: 'print' });
  const printed = await page.evaluate(
    "getComputedStyle(document.querySelector('a[href^=https]'), '::after').content",
  );
  expect(printed).toBe('" (\u2066https://a.example/b/\u2069)"');
});
