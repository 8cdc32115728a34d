import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pastedHtml as pasted } from '#newsletter/rich-text/editor/pasted-html.ts';

const pastedHtml = (html: string) => pasted(html, 'en-GB');
const sample = (name: string) => readFileSync(`test/pasted/${name}.html`, 'utf8');

describe('Word', () => {
  const item = (mark: string, words: string, list = 'l0 level1 lfo1') =>
    `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:${list}'><![if !supportLists]><span><span style='mso-list:\nIgnore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;

  it('leaves no mark in the words, wherever it breaks its lines', () => {
    expect(pastedHtml(sample('word-wrapped-mark'))).toBe('<ul><li>Third level</li></ul>');
  });
  it.each([
    [
      'goes on with its numbers after a pause',
      [item('1.', 'A'), item('2.', 'B'), '<p>Pause</p>', item('3.', 'C'), item('4.', 'D')].join(''),
      '<ol><li>A</li><li>B</li></ol><p>Pause</p><ol start="3"><li>C</li><li>D</li></ol>',
    ],
    [
      'keeps two lists in a row apart',
      item('1.', 'A') +
        item('2.', 'B') +
        item('1.', 'C', 'l1 level1 lfo2') +
        item('·', 'D', 'l2 level1 lfo3'),
      '<ol><li>A</li><li>B</li></ol><ol><li>C</li></ol><ul><li>D</li></ul>',
    ],
    [
      'keeps two lists of bullets apart',
      item('·', 'A') + item('·', 'B', 'l1 level1 lfo2'),
      '<ul><li>A</li></ul><ul><li>B</li></ul>',
    ],
    [
      'begins again where the numbers do',
      item('1)', 'A') + item('2)', 'B') + item('1)', 'C', 'l0 level1 lfo2'),
      '<ol><li>A</li><li>B</li></ol><ol><li>C</li></ol>',
    ],
    [
      'keeps the levels, numbered anew in each',
      item('1.', 'A') +
        item('a.', 'B', 'l0 level2 lfo1') +
        item('b.', 'C', 'l0 level2 lfo1') +
        item('i.', 'D', 'l0 level3 lfo1') +
        item('2.', 'E') +
        item('a.', 'F', 'l0 level2 lfo1'),
      '<ol><li>A<ol><li>B</li><li>C<ol><li>D</li></ol></li></ol></li><li>E<ol><li>F</li></ol></li></ol>',
    ],
    [
      'keeps items of one level together where the selection begins deep',
      item('§', 'A', 'l0 level3 lfo1') + item('§', 'B', 'l0 level3 lfo1') + item('·', 'C'),
      '<ul><li>A</li><li>B</li><li>C</li></ul>',
    ],
    [
      'reads letters and Roman numbers as what comes next',
      item('g.', 'A') +
        item('h.', 'B') +
        item('i.', 'C') +
        '<p>Pause</p>' +
        item('iv.', 'D') +
        item('v.', 'E'),
      '<ol start="7"><li>A</li><li>B</li><li>C</li></ol><p>Pause</p><ol start="4"><li>D</li><li>E</li></ol>',
    ],
    [
      'reads the last number of several',
      item('2.1', 'A') + item('2.2', 'B'),
      '<ol><li>A</li><li>B</li></ol>',
    ],
  ])('%s', (_, html, wanted) => {
    expect(pastedHtml(html)).toBe(wanted);
  });
});

describe('Word’s filtered pages', () => {
  const gap = '<span style=\'font:7.0pt "Times New Roman"\'>&nbsp;&nbsp;&nbsp; </span>';
  const item = (mark: string, words: string, style = '') =>
    `<p class=MsoListParagraphCxSpMiddle style='${style}text-indent:-18.0pt'>${mark}${words}</p>`;
  const bullet = (sign: string) => `<span style='font-family:Symbol'>${sign}${gap}</span>`;
  it.each([
    [
      'bullets and their levels',
      item(bullet('·'), '<b>A</b>') +
        item(bullet('o'), 'B', 'margin-left:72.0pt;') +
        item(bullet('§'), 'C', 'margin-left:1.5in;') +
        item(bullet('·'), 'D'),
      '<ul><li><strong>A</strong><ul><li>B<ul><li>C</li></ul></li></ul></li><li>D</li></ul>',
    ],
    [
      'numbers, which go on after a pause',
      [item(`1.${gap}`, 'A'), item(`2.${gap}`, 'B'), '<p>Pause</p>', item(`3.${gap}`, 'C')].join(''),
      '<ol><li>A</li><li>B</li></ol><p>Pause</p><ol start="3"><li>C</li></ol>',
    ],
    [
      'one list of each kind',
      item(`1.${gap}`, 'A') + item(bullet('·'), 'B'),
      '<ol><li>A</li></ol><ul><li>B</li></ul>',
    ],
    [
      'no mark, but words set apart',
      `<p style='text-indent:-18.0pt'>At nine o’clock: ${gap}Swimming</p>`,
      '<p>At nine o’clock: Swimming</p>',
    ],
  ])('have %s', (_, html, wanted) => {
    expect(pastedHtml(html).replaceAll('\u00a0', ' ').replace(/ +/g, ' ')).toBe(wanted);
  });
});

describe('Word for the web', () => {
  it('makes one list of those around each item', () => {
    expect(pastedHtml(sample('word-for-the-web'))).toBe(
      '<ol><li><p>One</p></li><li><p>Two</p><ol><li><p>Two a</p></li></ol></li></ol>',
    );
  });
  const list = (tag: 'ol' | 'ul', words: string, attributes = '', level = 1) =>
    `<div class="ListContainerWrapper SCXW1"><${tag} class="X ${tag === 'ol' ? 'Number' : 'Bullet'}ListStyle${level}" ${attributes}><li data-aria-level="${level}"><p>${words}</p></li></${tag}></div>`;
  it.each([
    [
      'keeps bullets within numbers',
      list('ol', 'A', 'start="1"') + list('ul', 'B', '', 2) + list('ol', 'C', 'start="2"'),
      '<ol><li><p>A</p><ul><li><p>B</p></li></ul></li><li><p>C</p></li></ol>',
    ],
    [
      'keeps two lists apart, and goes on after a pause',
      list('ol', 'A', 'start="1"') +
        list('ol', 'B', 'start="1"') +
        '<p>Pause</p>' +
        list('ol', 'C', 'start="2"'),
      '<ol><li><p>A</p></li></ol><ol><li><p>B</p></li></ol><p>Pause</p><ol start="2"><li><p>C</p></li></ol>',
    ],
  ])('%s', (_, html, wanted) => {
    expect(pastedHtml(`<div>${html}</div>`)).toBe(wanted);
  });
});

describe('Google Docs', () => {
  const li = (words: string) => `<li aria-level="2"><p>${words}</p></li>`;
  it.each([
    [
      'a selection that begins in a nested list',
      `<ul><ul>${li('A')}${li('B')}</ul><li><p>C</p></li></ul>`,
      '<ul><li><p>A</p></li><li><p>B</p></li><li><p>C</p></li></ul>',
    ],
    ['an item without words', `<ul><li><p></p><ul>${li('A')}</ul></li></ul>`, '<ul><li><p>A</p></li></ul>'],
    [
      'another kind of list within',
      `<ol><li><ul>${li('A')}</ul></li>${li('B')}</ol>`,
      '<ul><li><p>A</p></li></ul><ol><li><p>B</p></li></ol>',
    ],
    [
      'an empty item below another one',
      `<ol>${li('A')}<li><ul>${li('B')}</ul></li></ol>`,
      '<ol><li><p>A</p><ul><li><p>B</p></li></ul></li></ol>',
    ],
    ['a list that starts at five', `<ol start="5">${li('A')}</ol>`, '<ol start="5"><li><p>A</p></li></ol>'],
  ])('leaves no empty item: %s', (_, html, wanted) => {
    expect(pastedHtml(html)).toBe(wanted);
  });
});
