import type { Browser } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESIGN_IDS } from '#newsletter/designs/index.ts';
import { type BlockType, fromCode } from '#newsletter/document/document.ts';
import { compileNewsletter } from '#newsletter/render/compile-newsletter.ts';
import { fragmentOf } from '#newsletter/render/fragment.ts';
import { buildPage } from '#newsletter/render/page.ts';
import { renderWithMrml } from '#test/newsletter-engines.ts';
import { stored } from '#test/newsletter-rendering.ts';
import { openCamera, startBrowser } from './camera.ts';
import { ORIGIN, sampleSchool, TODAY } from './sample.ts';

/** A tall photo at the head of a newsletter, with its caption, is on the first sheet of A4, so that the sheet is not nearly empty. */

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const wide = (type: BlockType, value: unknown) => ({ ...stored(type, value, type), wide: true as const });
const CODE = [
  wide('heading', { text: 'A harvest to be proud of' }),
  wide('image', { url: '/files/portrait.jpg', alt: 'Shelves', caption: 'In the library', size: 'full' }),
  wide('text', { html: `<p>${'Thank you for every tin. '.repeat(20)}</p><h1>Large</h1><p>Small</p>` }),
  wide('button', { btnText: 'See all the photos', url: 'https://example.org/photos' }),
];

it.each(DESIGN_IDS)('has the first photo in %s', async (design) => {
  const document = { ...fromCode('one_column', CODE), design };
  const source = { title: 'All blocks', document, school: sampleSchool(design, true), today: TODAY };
  const mjml = compileNewsletter({ ...source, target: 'page', origin: '' });
  const page = buildPage({
    ...{ title: source.title, description: '', image: null, school: source.school, design, language: 'en' },
    ...{ publishedOn: TODAY, url: `${ORIGIN}/edition`, productName: 'Inkwell', productUrl: ORIGIN },
    ...fragmentOf(renderWithMrml(mjml)),
  });
  const camera = await openCamera(browser);
  const pdf = await camera.print({ design, layout: 'one_column', html: { page, mail: '' } });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  expect(text[0]).toContain('In the library');
});
