import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '#test/newsletter-engines.ts';
import { randomFrom, randomText } from '#test/random-texts.ts';
import { cleanText, html, Markup, mjml } from './mjml.ts';

describe('a value in text', () => {
  it('is escaped, its white space collapsed', () => {
    expect(mjml`<p>${'a < b & "c"\n\t d'}</p>`.toString()).toBe('<p>a &lt; b &amp; &quot;c&quot; d</p>');
  });

  it('may be markup, a number, a list or nothing', () => {
    const items = ['<', 2, null, undefined, false, [mjml`<br />`]] as const;
    expect(mjml`<p>${items}</p>`.toString()).toBe('<p>&lt;2<br /></p>');
  });
});

describe('a value in an attribute', () => {
  it('is printable ASCII without anything that could end it', () => {
    const value = `é🎃"'<>&\\\`\u202e`;
    expect(mjml`<a title="${value}">`.toString()).toBe(
      '<a title="&#233;&#127875;&#34;&#39;&#60;&#62;&#38;&#92;&#96;&#8238;">',
    );
  });

  it('can not be markup or nothing', () => {
    expect(() => mjml`<a title="${mjml`x`}">`).toThrow(TypeError);
    expect(() => mjml`<a title="${null}">`).toThrow(TypeError);
  });

  it('has to be quoted, doubly', () => {
    expect(() => mjml`<a title=${'x'}>`).toThrow(TypeError);
    expect(() => mjml`<a ${'x'}>`).toThrow(TypeError);
    expect(() => mjml`<${'a'}>`).toThrow(TypeError);
    expect(() => mjml`<a title='${'x'}'>`).toThrow(TypeError);
  });
});

it('reads back as it was, whatever it was', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const text = randomText(randomFrom(seed), 20);
    const document = parseHtml(html`<p title="${text}">${text}</p>`.toString());
    const [paragraph] = document.querySelectorAll('p');
    const [title] = paragraph?.attributes ?? [];
    expect(paragraph?.textContent).toBe(cleanText(text));
    expect(title?.value).toBe(cleanText(text));
  }
});

it('drops what no one can see and parsers read differently', () => {
  expect(cleanText('a\u0000b\u0085c\ufffed\ud800e\u001b')).toBe('abcd\ufffde');
});

it('cannot be made of a plain string but by the page, from the engine', () => {
  const uses = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('fromEngine('));
  expect(uses.sort()).toEqual(['mjml.ts', 'page.ts']);
  expect(Markup.fromEngine('<p>').toString()).toBe('<p>');
});
