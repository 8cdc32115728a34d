import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pastedHtml as pasted } from '#newsletter/rich-text/editor/pasted-html.ts';
import { hasStruckWords } from './accepted-words.ts';
import { pastedWords } from './read-pasted.ts';

/** The clipboard content of programs (`test/pasted`), compared with the documents as readers see them. */
const pastedHtml = (html: string) => pasted(html, 'en-GB');
const sample = (name: string) => readFileSync(`test/pasted/${name}.html`, 'utf8');

it('takes no deleted words and no comments from Word, and sets foot notes apart', () => {
  const html = pastedHtml(sample('word-tracked-and-notes'));
  expect(html).toContain(
    '<p>Meet at ten o’clock [1] by the gate. <strong><em>“Smart” quotes</em></strong> – and a dash…</p>',
  );
  expect(html).toContain('<p>[1] If it is dry.</p>');
  expect(html).toContain('<p><span lang="ar">مرحبا بكم</span></p>');
  expect(html).not.toMatch(/nine|AH1|main gate/);
});

it.each([
  [
    '<p>At <span class=msoDel><del>nine</del></span><span class=msoIns><ins>ten</ins></span></p>',
    '<p>At ten</p>',
  ],
  ['<p>At <s>nine</s> <strike>now</strike>ten</p>', '<p>At ten</p>'],
  ['<p>At <span style="color:red;text-decoration:line-through">nine</span>ten</p>', '<p>At ten</p>'],
  ['<p>At <span style="text-decoration-line: underline line-through">nine</span>ten</p>', '<p>At ten</p>'],
  ['<p>At ten<span style="mso-hide:\nall">, maybe</span></p>', '<p>At ten</p>'],
  ['<p>At ten</p><p><del>Bring cake.</del></p><ul><li><del>Tea</del></li></ul>', '<p>At ten</p>'],
  ['<p>At ten</p><div style="mso-element:\ncomment-list"><p>Sure?</p></div>', '<p>At ten</p>'],
  [
    '<p>At ten<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Sure?</span></p></div>',
    '<p>At ten</p>',
  ],
])('takes what is accepted: %s', (html, wanted) => {
  expect(pastedHtml(html)).toBe(wanted);
  expect(pastedWords({ getData: (type) => (type === 'text/html' ? html : 'At nine ten Sure?') })).toBe(
    'At ten',
  );
});

it.each([
  ['<p>At <span style="text-decoration:line-through;color:red">nine</span>ten</p>', true],
  ['<p>At <s>nine</s>ten</p>', true],
  ['<p>At <span class=msoDel><del style="text-decoration:line-through">nine</del></span>ten</p>', false],
  ['<style>.x{}</style><p>At <strong>ten</strong></p>', false],
])('knows words that were struck through by hand: %s', (html, wanted) => {
  expect(hasStruckWords(html)).toBe(wanted);
});

it('takes the words of a clipboard as they are where nothing is deleted', () => {
  const data = { 'text/html': '<p>At <b>ten</b></p>', 'text/plain': 'At  ten' };
  expect(pastedWords({ getData: (type) => new Map(Object.entries(data)).get(type) ?? '' })).toBe('At  ten');
});

it('reads LibreOffice: notes apart from the words, and no language that the letters are not of', () => {
  const html = pastedHtml(sample('libreoffice-writer'));
  expect(html).toContain('bring</strong> a coat [1] – it’s cold.');
  expect(html).toContain('<p>[1] A warm one.</p>');
  expect(html).toContain('<ul><li><p>one</p><ul><li><p>one a</p></li></ul></li><li><p>two</p></li></ul>');
  expect(html).toContain('<p>مرحبا بكم في المدرسة</p>');
  expect(html).not.toContain('lang=');
});

it.each([
  [
    '<p><span lang="ur">Welcome to the school</span></p>',
    '<p><span lang="ur">Welcome to the school</span></p>',
  ],
  ['<p><span lang="ru-RU">مرحبا بكم</span></p>', '<p>مرحبا بكم</p>'],
  ['<p><span lang="fr">Добро пожаловать</span></p>', '<p>Добро пожаловать</p>'],
  ['<p><span lang="ja-JP">ようこそ</span></p>', '<p><span lang="ja">ようこそ</span></p>'],
  ['<p><span lang="zh-CN">欢迎</span></p>', '<p><span lang="zh">欢迎</span></p>'],
])('judges a language by its letters: %s', (html, wanted) => {
  expect(pastedHtml(html)).toBe(wanted);
});

it.each([
  ['1<sup>st</sup> place, 20 m<sup>2</sup>', '<p>1st place, 20 m2</p>'],
  ['See <a href="https://x.example/#a">a</a>', '<p>See <a href="https://x.example/#a">a</a></p>'],
  ['coat<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup>, hat', '<p>coat [1], hat</p>'],
  ['coat<a href="#_edn1"><span class=MsoEndnoteReference>[i]</span></a>and hat', '<p>coat [i] and hat</p>'],
])('knows the marks of notes from other raised signs: %s', (html, wanted) => {
  expect(pastedHtml(`<p>${html}</p>`)).toBe(wanted);
});

it('takes the wrappers of links off, in their words too', () => {
  const html = pastedHtml(sample('outlook-mail'));
  expect(html).toContain('<a href="https://example.org/trip">Trip form</a>');
  expect(html).toContain('<ol><li>First<ul><li>Inner</li></ul></li><li>Second</li></ol>');
  const wrapped =
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2Ftrip&data=head%40school.test';
  expect(pastedHtml(`<p><a href="${wrapped}">${wrapped}</a></p>`)).toBe(
    '<p><a href="https://example.org/trip">https://example.org/trip</a></p>',
  );
  expect(pastedWords({ getData: (type) => (type === 'text/html' ? '' : `Form: ${wrapped}`) })).toBe(
    'Form: https://example.org/trip',
  );
});
