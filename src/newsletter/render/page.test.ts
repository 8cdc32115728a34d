import { describe, expect, it } from 'vitest';
import { fromCode } from '#newsletter/document/document.ts';
import { summaryOf } from '#newsletter/document/summary.ts';
import { inRem } from '#newsletter/render/type-size/in-rem.ts';
import { dayParts, longDate } from '#newsletter/values/dates.ts';
import { mirrorIfRightToLeft } from '#newsletter/values/right-to-left.ts';
import { attributesOf, parseHtml } from '#test/newsletter-engines.ts';
import { find, findAll, pageOf, stored } from '#test/newsletter-rendering.ts';
import { OAKFIELD, ORIGIN, sampleBlocks } from '#test/newsletter-samples.ts';
import { fragmentOf } from './fragment.ts';
import { buildPage } from './page.ts';

const source: Parameters<typeof buildPage>[0] = {
  title: 'Autumn news, week 5',
  description: 'Thank you for every tin.',
  image: `${ORIGIN}/files/harvest.webp`,
  school: OAKFIELD,
  language: 'en',
  publishedOn: '2026-10-09',
  url: `${ORIGIN}/published/autumn-news-x1`,
  ...fragmentOf(pageOf(sampleBlocks())),
  productName: 'Inkwell',
  productUrl: ORIGIN,
};
const page = buildPage(source);
const meta = (selector: string) => attributesOf(find(page, selector)).get('content');

describe('the public page', () => {
  it('has no scripts, forms or external resources', () => {
    expect(findAll(page, 'script, iframe, form, object, embed, base')).toEqual([]);
    const loaded = findAll(page, 'link[rel="stylesheet"], link[rel="preload"], link[rel="icon"]').map(
      (link) => attributesOf(link).get('href') ?? '',
    );
    expect(loaded).toEqual(['/favicon.svg', '/fonts/fonts.css']);
  });
  it('keeps its columns in print', () => {
    expect(page).toMatch(/@media \(min-width: ?480px\)/);
    expect(page).not.toContain('only screen');
  });
  it('follows the size of type that the reader has set', () => {
    const words = '<p>"style="font-size:20px"</p> { font-size: 20px }';
    const typed = buildPage({ ...source, title: words });
    const rules = findAll(page, '[style], style').flatMap((element) =>
      (attributesOf(element).get('style') ?? element.textContent ?? '').split(/[{}]/),
    );
    expect(rules.join()).toMatch(/font-size:[\d.]+rem;line-height:[\d.]+rem/);
    // If little fits into a line, words break.
    expect(page).toMatch(/@media \(max-width: ?19rem\) \{ \.ink-card \* \{ overflow-wrap: anywhere/);
    // The line height of a bar or a space does not concern type.
    const ofType = rules.filter((rule) => !/font-size: ?[01](?:px)?\b/.test(rule));
    expect(ofType.filter((rule) => /(?:font-size|line-height|font): ?[^;]*px/.test(rule))).toEqual([]);
    expect(parseHtml(typed).title).toBe(`${words} · Oakfield Primary School`);
  });
  it('has one h1, the title in the masthead', () => {
    expect(findAll(page, 'h1').map((heading) => heading.textContent)).toEqual(['Autumn news']);
  });
  it('has metadata for link previews', () => {
    expect(meta('meta[property="og:title"]')).toBe('Autumn news, week 5');
    expect(meta('meta[property="og:description"]')).toBe('Thank you for every tin.');
    expect(meta('meta[property="og:image"]')).toBe(`${ORIGIN}/files/harvest.webp`);
    expect(meta('meta[property="og:site_name"]')).toBe('Oakfield Primary School');
    expect(attributesOf(find(page, 'link[rel="canonical"]')).get('href')).toBe(source.url);
    expect(meta('meta[property="og:locale"]')).toBe('en_GB');
    expect(parseHtml(page).title).toBe('Autumn news, week 5 · Oakfield Primary School');
  });
  it('declares its language and direction', () => {
    const root = (language: string) =>
      attributesOf(parseHtml(buildPage({ ...source, language })).documentElement);
    expect([root('en').get('lang'), root('en').get('dir')]).toEqual(['en', 'ltr']);
    expect([root('ar-EG').get('lang'), root('ar-EG').get('dir')]).toEqual(['ar-EG', 'rtl']);
  });
  it('mirrors the newsletter for a right-to-left language', () => {
    expect(buildPage({ ...source, language: 'he' })).toContain(inRem(mirrorIfRightToLeft(source.body, 'he')));
    expect(mirrorIfRightToLeft(source.body, 'he')).not.toBe(source.body);
    expect(page).not.toContain(inRem(mirrorIfRightToLeft(source.body, 'he')));
  });
  it('contains the engine’s output once, and unchanged but for its sizes of type', () => {
    expect(page).toContain(inRem(source.body));
    expect(page.startsWith('<!doctype html>\n<html lang="en"')).toBe(true);
    expect(findAll(page, 'html, body')).toHaveLength(2);
  });
  it('can be shared without a script, by links and as a URL', () => {
    const [mail, chat] = findAll(page, '.ink-ways a').map((link) => attributesOf(link).get('href') ?? '');
    const mailed = new URL(mail ?? '');
    expect(mailed.protocol).toBe('mailto:');
    expect(mailed.searchParams.get('subject')).toBe('Autumn news, week 5 · Oakfield Primary School');
    expect(mailed.searchParams.get('body')).toBe(`Autumn news, week 5\n${source.url}`);
    expect(chat).toMatch(/^https:\/\/wa\.me\//);
    expect(new URL(chat ?? '').searchParams.get('text')).toBe(`Autumn news, week 5\n${source.url}`);
    expect(find(page, '.ink-address').textContent).toBe(source.url);
    expect(page).not.toContain('<script');
  });
  it('prints a QR code with its URL', () => {
    const style = (html: string) => find(html, 'style').textContent ?? '';
    const printed = style(buildPage({ ...source, qrCode: { size: 21, path: 'M0 0h7v1h-7z' } }));
    const image = /@media print[^']*content: url\('data:image\/svg\+xml,([^']*)'\)/.exec(printed)?.[1] ?? '';
    const code = find(decodeURIComponent(image), 'svg');
    expect(attributesOf(code).get('viewBox')).toBe('0 0 21 21');
    expect(attributesOf(find(decodeURIComponent(image), 'svg path')).get('d')).toBe('M0 0h7v1h-7z');
    expect(style(page)).not.toContain('data:');
  });
  it('has no share section without a URL', () => {
    expect(findAll(buildPage({ ...source, url: '' }), '.ink-share')).toEqual([]);
  });
  it('names the product', () => {
    expect(find(page, 'footer.ink-made').textContent).toBe('Made with Inkwell');
    expect(attributesOf(find(page, 'footer.ink-made a')).get('href')).toBe(`${ORIGIN}/`);
  });
  it('uses the logo as a small preview without a picture', () => {
    const bare = buildPage({ ...source, image: null, imageAlt: '', logo: `${ORIGIN}/files/logo.png` });
    const content = (selector: string) => attributesOf(find(bare, selector)).get('content');
    expect(content('meta[property="og:image"]')).toBe(`${ORIGIN}/files/logo.png`);
    expect(content('meta[name="twitter:card"]')).toBe('summary');
  });
  it('has no preview image without picture and logo', () => {
    expect(findAll(buildPage({ ...source, image: null }), 'meta[property="og:image"]')).toEqual([]);
  });
});

describe('its summary', () => {
  const logo = `${ORIGIN}${OAKFIELD.logo}`;
  const summary = (...blocks: Parameters<typeof stored>[]) =>
    summaryOf({
      document: fromCode(
        'one_column',
        blocks.map((block) => stored(...block)),
      ),
      school: OAKFIELD,
      origin: ORIGIN,
    });
  it('has the first words and the first picture', () => {
    expect(
      summary(['text', { html: '<p>Hello</p><p>there</p>' }, 'a'], ['image', { url: '/files/a.webp' }, 'b']),
    ).toEqual({ description: 'Hello there', image: `${ORIGIN}/files/a.webp`, imageAlt: '', logo });
    expect(summary(['image_group', { images: [{ url: '/files/1.jpg' }] }, 'a']).image).toBe(
      `${ORIGIN}/files/1.jpg`,
    );
  });
  it('ends with a paragraph once it says enough, and has lists without marks', () => {
    const html = `<p>Dear families,</p><p>Please remember coats and wellies: it is very muddy.</p><ul><li>Choir: white shirts</li><li>Year 2: pay</li></ul><p>Yours, Mrs Odonnell</p>`;
    expect(summary(['text', { html }, 'a'], ['text', { html: '<p>Nuts</p>' }, 'b']).description).toBe(
      'Dear families, Please remember coats and wellies: it is very muddy. Choir: white shirts, Year 2: pay',
    );
  });
  it('ends at a word boundary', () => {
    const { description } = summary(['text', { html: 'word '.repeat(100) }, 'a']);
    expect(description).toMatch(/^(word )+word…$/);
    expect(description.length).toBeLessThanOrEqual(200);
    expect(summary(['text', { html: '🎃'.repeat(300) }, 'a']).description).not.toMatch(/[\ud800-\udbff]…/u);
  });
  it('has the words of a table and the headings where there is no text', () => {
    const clubs = { headings: ['Club', 'Day'], rows: [['Chess', 'Mon  day']], rowHeads: true };
    const blocks: Parameters<typeof stored>[] = [
      ['table', clubs, 'a'],
      ['footer', { text: 'Goodbye' }, 'c'],
    ];
    expect(summary(['heading', { text: 'Clubs' }, 'b'], ...blocks).description).toBe(
      'Clubs · Club · Day · Chess · Mon day',
    );
    expect(summary(...blocks, ['text', { html: '<p>Hello there</p>' }, 'd']).description).toBe('Hello there');
  });
  it('has a default sentence for a newsletter without text', () => {
    expect(summary()).toEqual({
      description: 'News from Oakfield Primary School',
      image: null,
      imageAlt: '',
      logo,
    });
  });
});

describe('dates', () => {
  it.each([
    ['2026-10-09', 'en', '9 October 2026', 'Fri', 'Oct'],
    ['2028-02-29', 'en-US', 'February 29, 2028', 'Tue', 'Feb'],
    ['2026-01-31', 'pl', '31 stycznia 2026', 'sob', 'sty'],
    ['2026-10-09', 'no such "language"', '9 October 2026', 'Fri', 'Oct'],
  ])('formats %s in %s as %s', (date, language, long, weekday, month) => {
    expect(longDate(date, language)).toBe(long);
    expect(dayParts(date, language)).toMatchObject({ weekday, month });
  });
  it.each(['', '2026-13-01', 'tomorrow', '09/10/2026'])(
    'returns %j unchanged, as it is not a date',
    (date) => {
      expect(longDate(date, 'en')).toBe(date);
      expect(dayParts(date, 'en')).toBe(null);
    },
  );
});
