import { describe, expect, it } from 'vitest';
import { altText, requiredText as blockText } from '#newsletter/document/block.ts';
import { cleanLines } from '#newsletter/document/lines.ts';
import { withoutInvisible } from '#newsletter/values/invisible.ts';
import { email, optionalLines, optionalText, requiredName, requiredString } from './fields.ts';

const LINES = {
  requiredText: requiredString(),
  optionalText,
  optionalLines,
  requiredName: requiredName(),
  blockText: blockText(),
  blockLines: blockText(1000, cleanLines),
  altText,
};

describe.each(Object.entries(LINES))('%s', (_, field) => {
  it.each([
    ['an override', 'menu\u202efdp exe', 'menufdp exe'],
    ['an embedding', '\u202aOak\u202c \u202bfield\u202c\u202d', 'Oak field'],
    ['isolates', '\u2066Oak\u2069 \u2067field\u2069 \u2068school\u2069', 'Oak field school'],
    ['directional marks', 'Oak\u200efield\u200f \u061cschool', 'Oakfield school'],
    ['zero-width spaces', 'Oak\u200bfie\u2060ld\ufeff', 'Oakfield'],
    ['a soft hyphen', 'Oak\u00adfield', 'Oakfield'],
    ['joiners between Latin letters', 'pay\u200cp\u200dal\u200d', 'paypal'],
    ['invisible letters', 'Oak\u3164\u2800field', expect.stringMatching(/^Oak {1,2}field$/)],
    ['tags', 'Oak\u{e0041}\u{e007f}field', 'Oakfield'],
  ])('removes %s', (_, given, kept) => {
    expect(field.parse(given)).toEqual(kept);
  });

  it.each([
    'مدرسة النور الابتدائية',
    'می‌خواهم کتاب‌ها را',
    'בית ספר יסודי ״אלון״, כיתה ג׳2',
    'क्‍ष और क्‌ष',
    'ශ්‍රී ලංකා',
    'Family day 👨‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈 ❤️‍🔥',
    'England 🏴󠁧󠁢󠁥󠁮󠁧󠁿 Wales 🏴󠁧󠁢󠁷󠁬󠁳󠁿 Scotland 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    'Łódź naïve Ångström Ἀθῆναι',
    'नमस्ते 北京小学 学校だより 한국',
  ])('leaves %j unchanged', (text) => {
    expect(field.parse(text)).toBe(text);
  });
});

it.each(['\u200b', '\u202e\u2066', '\u3164', '\u200d\u200c'])('treats a line of only %j as empty', (text) => {
  expect(requiredString().safeParse(text).success).toBe(false);
  expect(blockText().safeParse(text).success).toBe(false);
  expect(optionalText.parse(text)).toBe('');
});

it('takes an email address without its invisible characters', () => {
  expect(email.parse('ada\u202e@school.example\u200b')).toBe('ada@school.example');
});

it('stays fast on hostile input, and is idempotent', () => {
  for (const piece of ['\u200d', '\u{e0041}', '\u{1f3f4}\u{e0041}\u200d', 'ک\u200c']) {
    const clean = withoutInvisible(piece.repeat(10_000));
    expect(withoutInvisible(clean)).toBe(clean);
  }
});
