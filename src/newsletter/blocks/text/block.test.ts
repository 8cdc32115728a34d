import { expect, it } from 'vitest';
import { DESIGN_IDS } from '#newsletter/designs/index.ts';
import { mirrorIfRightToLeft } from '#newsletter/values/right-to-left.ts';
import { attributesOf } from '#test/newsletter-engines.ts';
import { find, findAll, mailOf, pageOf, problemsOf, stored } from '#test/newsletter-rendering.ts';
import { OAKFIELD } from '#test/newsletter-samples.ts';

it('renders its headings one level lower: the title is h1, a heading block h2', () => {
  const html = pageOf([stored('text', { html: '<h1>Large</h1><h2>Medium</h2><h3>Small</h3>' })]);
  expect(['h1', 'h2', 'h3', 'h4'].map((tag) => findAll(html, tag).map((node) => node.textContent))).toEqual([
    ['Autumn news'],
    ['Large'],
    ['Medium'],
    ['Small'],
  ]);
  expect(attributesOf(find(html, 'h3')).get('style')).toContain('font-size:18px');
});

it('colours links with the secondary colour, darkened until readable', () => {
  const html = pageOf([stored('text', { html: '<p><a href="https://example.org">a</a></p>' })]);
  const style = attributesOf(find(html, 'td a')).get('style');
  expect(style).toMatch(/^color:#[0-9a-f]{6}$/);
  expect(style).not.toContain('#f2b632');
});

it('is sanitised when stored', () => {
  const block = stored('text', { html: '<p onclick="x()">Hi <b>there</b><script>alert(1)</script></p>' });
  expect(block.value).toEqual({ html: '<p>Hi <strong>there</strong></p>' });
});

it('accepts up to 50,000 characters of stored HTML', () => {
  expect(problemsOf('text', { html: 'x'.repeat(50_000) })).toEqual([]);
  expect(problemsOf('text', { html: 'x'.repeat(50_001) })).toEqual(['0.value.html: Limit is 50000 symbols']);
  expect(problemsOf('text', { html: '& '.repeat(20_000) })).toEqual(['0.value.html: Limit is 50000 symbols']);
});

it('goes on with the numbers of a list', () => {
  const html = '<ol><li>a</li></ol><p>b</p><ol start="2"><li>c</li></ol>';
  for (const render of [pageOf, mailOf])
    expect(
      findAll(render([stored('text', { html })]), 'ol').map((list) => attributesOf(list).get('start')),
    ).toEqual([undefined, '2']);
});

it('keeps intentional empty lines', () => {
  const html = pageOf([stored('text', { html: '<p>a</p><p></p><p>b</p>' })]);
  expect(
    findAll(html, '.ink-text p').map((node) => [...node.childNodes].map((child) => child.nodeName)),
  ).toEqual([['#text'], ['BR'], ['#text']]);
});

it.each([
  ['en', 'rtl', 'right', '0 22px 0 0'],
  ['ar', 'ltr', 'left', '0 0 0 22px'],
])('sets what runs against the direction of %s in its own', (language, direction, side, padding) => {
  const own = language === 'en' ? 'مرحبا بكم' : 'Welcome';
  const other = language === 'en' ? 'Welcome' : 'مرحبا بكم';
  const html = `<p>${own}</p><p>${other}</p><ul><li>${own}</li></ul>`;
  const blocks = [stored('text', { html }), stored('heading', { text: own }, 'h')];
  for (const shown of [pageOf, mailOf].map((render) =>
    mirrorIfRightToLeft(render(blocks, { school: { ...OAKFIELD, language } }), language),
  )) {
    const turned = findAll(shown, `div[dir="${direction}"][style="text-align:${side}"]`);
    expect(turned.map(({ textContent }) => textContent)).toEqual([own, own, own]);
    expect(shown).toContain(`padding:${padding}`);
  }
});

it.each(['en', 'ar'])(
  'reads telephone numbers from left to right within Arabic, in a newsletter in %s',
  (language) => {
    const html =
      '<p>اتصل (0161) 496 0000 أو <a href="tel:01614960000">+44 161 496 0000</a> يوم 12</p><p>Call (0161) 496 0000</p>';
    const shown = mirrorIfRightToLeft(
      pageOf([stored('text', { html })], { school: { ...OAKFIELD, language } }),
      language,
    );
    const numbers = findAll(shown, '.ink-text p span[dir="ltr"]');
    expect(numbers.map(({ textContent }) => textContent)).toEqual(['(0161) 496 0000', '+44 161 496 0000']);
  },
);

it.each(['en', 'ar'])(
  'sets title, button and footer in their own direction, in a newsletter in %s',
  (language) => {
    const words = language === 'en' ? 'مرحبا!' : 'Welcome!';
    const blocks = [
      stored('button', { btnText: words, url: 'https://example.org/' }, 'b'),
      stored('footer', { text: words }, 'f'),
    ];
    const school = { ...OAKFIELD, language, name: words, phone: '0161 496 0000' };
    for (const design of DESIGN_IDS) {
      const source = pageOf(blocks, { school: { ...school, design }, title: words });
      const shown = mirrorIfRightToLeft(source, language);
      const direction = language === 'en' ? 'rtl' : 'ltr';
      for (const place of ['h1', '.ink-button', '.ink-footer'])
        expect(find(shown, `${place} span[dir="${direction}"]`).textContent, design).toBe(words);
      expect(find(shown, '.ink-footer a[href^="tel:"] span[dir="ltr"]').textContent).toBe('0161 496 0000');
    }
  },
);

it.each([
  ['en', 'ltr', 'rtl'],
  ['ar', 'ltr', null],
])('says the language and direction of passages that are not in %s', (language, polish, arabic) => {
  const html = '<p>a <span lang="pl">b</span> <strong><span lang="ar">مرحبا</span></strong></p>';
  const blocks = [stored('text', { html })];
  for (const shown of [pageOf, mailOf].map((render) =>
    mirrorIfRightToLeft(render(blocks, { school: { ...OAKFIELD, language } }), language),
  )) {
    expect(attributesOf(find(shown, 'span[lang="pl"]')).get('dir')).toBe(polish);
    const passages = findAll(shown, 'strong span[lang="ar"]');
    expect(passages.map((passage) => attributesOf(passage).get('dir'))).toEqual(
      arabic === null ? [] : [arabic],
    );
  }
});
