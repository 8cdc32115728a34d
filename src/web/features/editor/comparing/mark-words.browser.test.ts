import { describe, expect, it } from 'vitest';
import { markChangedWords, strikeWords } from './mark-words.ts';

describe('changed words in the engine’s output', () => {
  it.each([
    [
      'in place of each other',
      '<p>We filled eleven crates.</p>',
      '<p>We filled fourteen crates.</p>',
      '<p>We filled <del>eleven</del> <ins>fourteen</ins> crates.</p>',
    ],
    [
      'inside bold words',
      '<p>Bring <b>one coin</b>.</p>',
      '<p>Bring <b>two coins</b>.</p>',
      '<p>Bring <del>one coin.</del> <b><ins>two coins</ins></b><ins>.</ins></p>',
    ],
    ['added at the end', '<p>One</p>', '<p>One</p><p>Two</p>', '<p>One</p><p><ins>Two</ins></p>'],
    [
      'removed between two paragraphs',
      '<p>One</p><p>Two</p><p>Three</p>',
      '<p>One</p><p>Three</p>',
      '<p>One</p><p><del>Two</del> Three</p>',
    ],
    ['removed at the end', '<p>One two</p>', '<p>One</p>', '<p>One <del>two</del> </p>'],
    ['removed altogether', '<p>One</p>', '<p></p>', '<p></p> <del>One</del>'],
    ['left alone', '<p>One <i>two</i></p>', '<p>One <i>two</i></p>', '<p>One <i>two</i></p>'],
  ])('%s', (_how, earlier, later, wanted) => {
    expect(markChangedWords(earlier, later)).toBe(wanted);
  });

  it('keeps what is no text, and escapes what is', () => {
    const marked = markChangedWords('<p>1 &lt; 2</p>', '<p>1 &lt;b&gt; 2</p><img src="data:," alt="x">');
    expect(marked).toBe('<p>1 <del>&lt;</del> <ins>&lt;b&gt;</ins> 2</p><img src="data:," alt="x">');
  });

  it('strikes all words of a removed block', () => {
    expect(strikeWords('<table><tbody><tr><td>One <b>two</b></td></tr></tbody></table>')).toBe(
      '<table><tbody><tr><td><del data-whole="">One </del><b><del data-whole="">two</del></b></td></tr></tbody></table>',
    );
  });
});
