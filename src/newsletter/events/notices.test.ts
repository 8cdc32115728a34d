import { describe, expect, it } from 'vitest';
import { SCHOOL_LANGUAGES } from '#contract/school.ts';
import { noticeWords } from '#newsletter/words/notice-words.ts';
import { descriptionFor, detailsOf } from './notices.ts';

describe.each(SCHOOL_LANGUAGES)('the words of a notice in %s', (language) => {
  const { words } = noticeWords(language);

  it('are no details of the date', () => {
    for (const notice of [words.off, words.on, words.changed, words.reminder])
      expect([detailsOf(notice), detailsOf(` ${notice}\n`)]).toEqual(['', '']);
    expect(detailsOf('Bring a hat.')).toBe('Bring a hat.');
  });

  it('stay true to the date', () => {
    expect(descriptionFor(words.off, false)).toBe(words.on);
    expect(descriptionFor(words.off, true)).toBe(words.off);
    expect(descriptionFor(words.on, true)).toBe(words.off);
    expect(descriptionFor('Bring a hat.', true)).toBe('Bring a hat.');
  });
});

it('are known as earlier versions wrote them', () => {
  const earlier = 'It is called off.';
  expect(detailsOf(earlier)).toBe('');
  expect(descriptionFor(earlier, true)).toBe(earlier);
  expect(descriptionFor(earlier, false)).toBe('It is on again.');
});
