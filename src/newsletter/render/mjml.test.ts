import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '#test/newsletter-engines.ts';
import { randomFrom, randomText } from '#test/random-texts.ts';
import { cleanText, Markup, markup, mjml } from './mjml.ts';

describe('a value in text', () => {
  it('is escaped, with white space collapsed', () => {
    expect(mjml`<p>${'a < b & "c"\n\t d'}</p>`.toString()).toBe('<p>a &lt; b &amp; &quot;c&quot; d</p>');
  });

  it('accepts markup, numbers, lists and empty values', () => {
    const items = ['<', 2, null, undefined, false, [mjml`<br />`]] as const;
    expect(mjml`<p>${items}</p>`.toString()).toBe('<p>&lt;2<br /></p>');
  });
});

describe('a value in an attribute', () => {
  it('is written as printable ASCII that cannot end the attribute', () => {
    const value = `é🎃"'<>&\\\`\u202e`;
    expect(mjml`<a title="${value}">`.toString()).toBe(
      '<a title="&#233;&#127875;&#34;&#39;&#60;&#62;&#38;&#92;&#96;&#8238;">',
    );
  });

  it('rejects markup and empty values', () => {
    expect(() => mjml`<a title="${mjml`x`}">`).toThrow(TypeError);
    expect(() => mjml`<a title="${null}">`).toThrow(TypeError);
  });

  it('requires double quotes', () => {
    expect(() => mjml`<a title=${'x'}>`).toThrow(TypeError);
    expect(() => mjml`<a ${'x'}>`).toThrow(TypeError);
    expect(() => mjml`<${'a'}>`).toThrow(TypeError);
    expect(() => mjml`<a title='${'x'}'>`).toThrow(TypeError);
  });
});

it('survives a round trip through a parser for any text', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const text = randomText(randomFrom(seed), 20);
    const document = parseHtml(markup`<p title="${text}">${text}</p>`.toString());
    const [paragraph] = document.querySelectorAll('p');
    const [title] = paragraph?.attributes ?? [];
    expect(paragraph?.textContent).toBe(cleanText(text));
    expect(title?.value).toBe(cleanText(text));
  }
});

it('drops control characters, which parsers treat differently', () => {
  expect(cleanText('a\u0000b\u0085c\ufffed\ud800e\u001b')).toBe('abcd\ufffde');
});

it('allows unescaped markup only in page.ts, for the engine’s output', () => {
  const uses = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('fromEngine('));
  expect(uses.sort()).toEqual(['mjml.ts', 'page.ts']);
  expect(Markup.fromEngine('<p>').toString()).toBe('<p>');
});
