import { describe, expect, it } from 'vitest';
import { isRightToLeft, mirrorIfRightToLeft } from './right-to-left.ts';

it('recognises languages by their primary tag', () => {
  expect(['ar', 'ar-EG', 'HE', 'ur-PK'].map(isRightToLeft)).toEqual([true, true, true, true]);
  expect(['en', 'arn', ''].map(isRightToLeft)).toEqual([false, false, false]);
});

describe('the engine’s output is mirrored', () => {
  it.each([
    ['<html lang="ar" dir="auto">', '<html lang="ar" dir="rtl">'],
    ['<span dir="ltr">', '<span dir="rtl">'],
    ['<h1 style="letter-spacing:-0.03em">', '<h1 style="letter-spacing:normal">'],
    ['<td align="left" valign="top">', '<td align="right" valign="top">'],
    ['<td align="right">', '<td align="left">'],
    ['<td align="center">', '<td align="center">'],
    ['<p style="direction:ltr;text-align:left">', '<p style="direction:rtl;text-align:right">'],
    ['<p style="padding:9px 14px 9px 12px">', '<p style="padding:9px 12px 9px 14px">'],
    ['<p style="padding:8px 12px;margin:0 0 4px">', '<p style="padding:8px 12px;margin:0 0 4px">'],
    ['<p style="margin-left:4px">', '<p style="margin-right:4px">'],
    ['<p style="border-radius:6px 0 0 6px">', '<p style="border-radius:0 6px 6px 0">'],
    ['<p style="border-radius:0 0 4px">', '<p style="border-radius:0 0 0 4px">'],
    ['<p style="border-radius:4px 4px 0 0">', '<p style="border-radius:4px 4px 0 0">'],
  ])('%s', (from, to) => {
    expect(mirrorIfRightToLeft(from, 'ar')).toBe(to);
    expect(mirrorIfRightToLeft(from, 'en')).toBe(from);
  });

  it('but text is not', () => {
    const words = '<p>align="left" style="padding:1px 2px 3px 4px" left &lt;td align="left"></p>';
    expect(mirrorIfRightToLeft(words, 'ar')).toBe(words);
  });
});
