import { describe, expect, it } from 'vitest';
import { attributesOf, elementsOf, parseHtml } from '#test/newsletter-engines.ts';
import { randomFrom, randomHtml } from '#test/random-texts.ts';
import { cleanRichText, plainText } from './rich-text.ts';

describe('keeps', () => {
  it.each([
    ['<p>a<br>b</p>', '<p>a<br>b</p>'],
    ['<h1>a</h1><h2>b</h2><h3>c</h3>', '<h1>a</h1><h2>b</h2><h3>c</h3>'],
    [
      '<ul><li><p>a</p></li><li>b<ol><li>c</li></ol></li></ul>',
      '<ul><li><p>a</p></li><li>b<ol><li>c</li></ol></li></ul>',
    ],
    ['<p><strong>a</strong><em>b</em><u>c</u></p>', '<p><strong>a</strong><em>b</em><u>c</u></p>'],
    ['<p><b>a</b> <i>b</i></p>', '<p><strong>a</strong> <em>b</em></p>'],
    ['<a href="https://example.org/?a=1&amp;b=2">a</a>', '<a href="https://example.org/?a=1&#38;b=2">a</a>'],
    [
      '<a href="mailto:a@b.org">a</a><a href="tel:1">b</a>',
      '<a href="mailto:a@b.org">a</a><a href="tel:1">b</a>',
    ],
    ['Just & words', 'Just &amp; words'],
    [
      '<p>a &eacute;&nbsp;&mdash;&#8364;&#x1F383; &amp;lt; &unknown;</p>',
      '<p>a é\u00a0—€🎃 &amp;lt; &amp;unknown;</p>',
    ],
    ['<ol START="3"><li>a</li></ol>', '<ol start="3"><li>a</li></ol>'],
    ['<p>a</p><p></p><p>b</p>', '<p>a</p><p></p><p>b</p>'],
    ['<p class="lead">a</p><p class=signature>b</p>', '<p class="lead">a</p><p class="signature">b</p>'],
    ['2 < 3 and 4 > 3', '2 &lt; 3 and 4 &gt; 3'],
    ['<p>a <span lang="pl">b</span></p>', '<p>a <span lang="pl">b</span></p>'],
    ['<span lang="PL-pl" dir="ltr" class="x">b</span>', '<span lang="pl">b</span>'],
    [
      '<span lang="ar"><p>a</p><p>b</p></span>',
      '<p><span lang="ar">a</span></p><p><span lang="ar">b</span></p>',
    ],
  ])('%s', (given, clean) => {
    expect(cleanRichText(given)).toBe(clean);
  });
});

describe('removes', () => {
  it.each([
    ['<p class="x" style="color:red" onclick="x()">a</p>', '<p>a</p>'],
    ['<span lang="xx">a</span><span lang="">b</span><span lang="pl" onclick="x"></span>', 'ab'],
    ['<span lang="pl" onclick=x">a</span><span lang="javascript:x">b</span>', '<span lang="pl">a</span>b'],
    ['<span>a</span><font>b</font><blink>c</blink>', 'abc'],
    ['a<script>b</script>c<style>d</style>e<iframe>f</iframe>g<svg><p>h</p></svg>i', 'acegi'],
    ['<script><p>a', ''],
    ['a<!-- b -->c<!d>e<?f?>g', 'aceg'],
    ['<a href="javascript:x">a</a><a>b</a><a href="/c">c</a>', 'abc'],
    ['<ol start=1><li>a</li></ol><ul start=3><li>b</li></ul>', '<ol><li>a</li></ol><ul><li>b</li></ul>'],
    [
      '<ol start="-3"><li>a</li></ol><ol start="1000"><li>b</li></ol>',
      '<ol><li>a</li></ol><ol><li>b</li></ol>',
    ],
    ['<h4>a</h4><h6>b</h6>', '<h3>a</h3><h3>b</h3>'],
    ['<div>a</div><div>b</div>', '<p>a</p><p>b</p>'],
    ['<div><div><p>a</p></div></div>', '<p>a</p>'],
    ['<img src=x onerror=y>a<input><br/>', 'a<br>'],
    ['a<p title="x>y"', 'a'],
    ["<p title='<script>'>a", '<p>a</p>'],
  ])('%s', (given, clean) => {
    expect(cleanRichText(given)).toBe(clean);
  });
});

describe('fixes', () => {
  it.each([
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['<strong>a<p>b</strong>c</p>', '<strong>a</strong><p><strong>b</strong>c</p>'],
    ['<p><strong>a<em>b</strong>c</em></p>', '<p><strong>a<em>b</em></strong><em>c</em></p>'],
    ['<strong></strong><em><u></u></em>', ''],
    [
      '<span lang="pl">a<span>b</span><span lang="de">c</span>d</span>e',
      '<span lang="pl">ab</span><span lang="de">c</span><span lang="pl">d</span>e',
    ],
    ['<span lang="pl">a</span><span lang="pl-PL">b</span></span>c', '<span lang="pl">ab</span>c'],
    ['<b><strong>a</strong>b</b>', '<strong>ab</strong>'],
    ['<b>a</b><b>b</b>', '<strong>ab</strong>'],
    [
      '<a href="https://a.org">a<a href="https://b.org">b</a>',
      '<a href="https://a.org/">a</a><a href="https://b.org/">b</a>',
    ],
    ['<li>a</li>', '<p>a</p>'],
    ['<ul>a<li>b</ul>c', '<ul><li>a</li><li>b</li></ul>c'],
    ['<ul><ul><li>a</li></ul></ul>', '<ul><li><p></p><ul><li>a</li></ul></li></ul>'],
    ['<ul><li><ol><li>a</li></ol></li></ul>', '<ul><li><p></p><ol><li>a</li></ol></li></ul>'],
    ['<ul><li>a<h1>b</h1></li></ul>', '<ul><li>a<p>b</p></li></ul>'],
    ['<ul></ul><ol> </ol>', ''],
    ['</p></ul></li></strong>a', 'a'],
    ['<p>a</p>\n  <p>b</p>', '<p>a</p><p>b</p>'],
    ['<p class="MsoNormal">a</p><div class="lead">b</div>', '<p>a</p><p>b</p>'],
    ['<ul><li><p class="lead">a</p></li></ul>', '<ul><li><p>a</p></li></ul>'],
    ['<p>a\n\n  b</p>', '<p>a b</p>'],
  ])('%s', (given, clean) => {
    expect(cleanRichText(given)).toBe(clean);
  });
});

const ATTRIBUTES = new Map([
  ['A', ['href']],
  ['SPAN', ['lang']],
]);
const ALLOWED = new Set(['P', 'BR', 'SPAN', 'STRONG', 'EM', 'U', 'H1', 'H2', 'H3', 'UL', 'OL', 'LI', 'A']);

it('always returns well-formed, allowed and stable HTML', () => {
  for (let seed = 1; seed <= 2000; seed += 1) {
    const clean = cleanRichText(randomHtml(randomFrom(seed), 40));
    expect(cleanRichText(clean), `seed ${seed}`).toBe(clean);
    const body = parseHtml(`<body>${clean}`).body;
    for (const element of elementsOf(body)) {
      expect(ALLOWED).toContain(element.nodeName);
      expect([...attributesOf(element).keys()]).toEqual(ATTRIBUTES.get(element.nodeName) ?? []);
    }
    // A browser parses exactly this tree and does not need to fix anything.
    expect(written(body), `seed ${seed}`).toBe(clean.replaceAll('<br>', '<br/>'));
  }
});

function written(node: ReturnType<typeof parseHtml>['body']): string {
  return [...node.childNodes]
    .map((child) => {
      if (child.nodeType === 3) return escaped(child.textContent ?? '');
      const tag = child.nodeName.toLowerCase();
      if (tag === 'br') return '<br/>';
      const attributes = [...attributesOf(child)].map(
        ([name, value]) =>
          ` ${name}="${value.replace(/["&'<>\\`]/g, (character) => `&#${character.charCodeAt(0)};`)}"`,
      );
      return `<${tag}${attributes.join('')}>${written(child)}</${tag}>`;
    })
    .join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

it('removes marks that turn round the words after them, and keeps isolates', () => {
  expect(cleanRichText('<p>\u202eevil \u2067שלום\u2069</p>')).toBe('<p>evil \u2067שלום\u2069</p>');
});

it('flattens deeply nested lists', () => {
  const deep = cleanRichText('<ul><li>'.repeat(5000));
  expect(deep.length).toBeLessThan(100_000);
  expect(deep.match(/<ul>/g)?.length).toBe(6);
  expect(cleanRichText(deep)).toBe(deep);
});

// Each of these makes a careless parser quadratic: 400,000 characters would take minutes and hit the test's timeout.
it.each([
  '<',
  '<a ',
  '<a href="',
  '<!--',
  '</',
  '<p>',
  '<b><i>',
  '<x>a',
  '&',
  '&#',
  '<script>',
  '<ul><li>',
  '</script',
  '<a b=',
  ' ',
  '\u00a0',
  '<svg>',
  "<p title='",
  '=',
  '<td>a</td>',
  '<a href="https://a.org">',
  '<span lang=pl>a<span lang=de>',
])('takes linear time for many of %j', (piece) => {
  const html = piece.repeat(Math.floor(400_000 / piece.length));
  const clean = cleanRichText(html);
  expect(cleanRichText(clean)).toBe(clean);
  expect(plainText(html).length).toBeLessThanOrEqual(html.length * 2);
});

describe('plainText', () => {
  it.each([
    ['<h1>A</h1><p>b<br> c</p><ul><li><p>d</p></li><li> e</li></ul><p>f</p>', 'A\n\nb\nc\n\n- d\n- e\n\nf'],
    ['<ol><li>a</li><li><p>b</p><p>c</p></li></ol>', '1. a\n2. b\n   c'],
    ['<ul><li>a<ol><li>b<ul><li>c</li></ul></li><li>d</li></ol></li></ul>', '- a\n  1. b\n     - c\n  2. d'],
    ['<ol start="9"><li>a</li><li>b</li></ol>', '9. a\n10. b'],
    ['<ul><li><strong>a</strong> and <em>b</em></li></ul>', '- a and b'],
  ])('puts empty lines between paragraphs but not between list items: %s', (html, text) => {
    expect(plainText(html)).toBe(text);
  });
  it('adds the URLs of links if an origin is given', () => {
    const html = '<p>See <a href="https://example.org">this</a></p>';
    expect(plainText(html)).toBe('See this');
    expect(plainText(html, { origin: 'https://school.test' })).toBe('See this (https://example.org/)');
  });
  it('underlines headings if an origin is given', () => {
    const html = '<h2>Music</h2><p>Choir.</p><h3> </h3><h3>Art<br>and craft</h3>';
    expect(plainText(html)).toBe('Music\n\nChoir.\n\nArt\nand craft');
    expect(plainText(html, { origin: 'https://school.test' })).toBe(
      'Music\n-----\n\nChoir.\n\nArt\nand craft\n---------',
    );
  });
  it.each(['', ' ', '<p></p>', '<p>&nbsp;<br></p>', '<script>a</script>'])('is empty for %j', (html) => {
    expect(plainText(html)).toBe('');
  });
});
