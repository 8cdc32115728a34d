import { describe, expect, it } from 'vitest';
import { SCHOOL_LANGUAGES } from '#contract/school.ts';
import { choosingWords } from '#newsletter/words/choosing/choosing-words.ts';
import { archiveWords } from './archive-words.ts';
import { deadEndWords } from './dead-end-words.ts';
import { diaryWords } from './diary-words.ts';
import { familyWords } from './family-words.ts';
import { newsletterWords } from './newsletter-words.ts';
import { noticeWords } from './notice-words.ts';
import { shareWords } from './share-words.ts';
import { unsubscribeWords } from './unsubscribe-words.ts';

const PLACEHOLDERS = /\{\w+\}/g;

describe.each(SCHOOL_LANGUAGES)('the words in %s', (language) => {
  it('are there, each in its own language', () => {
    const { words, lang } = newsletterWords(`${language}-XX`);
    expect(lang).toBe(language);
    expect(unsubscribeWords(language).lang).toBe(language);
    expect(choosingWords(language).lang).toBe(language);
    expect(familyWords(`${language}-XX`).lang).toBe(language);
    expect(archiveWords(`${language}-XX`).lang).toBe(language);
    for (const wordsOf of [diaryWords, deadEndWords, noticeWords, shareWords])
      expect(wordsOf(`${language}-XX`).lang).toBe(language);
    expect(shareWords(language).words.isOut(shareWords(language).words.quoted('Choir'))).toContain('Choir');
    expect(words.onList('Oak')).toContain('Oak');
    expect(words.newsFrom('Oak')).toContain('Oak');
    expect(words.watch('Choir')).toContain('Choir');
    expect(words.fromTo('09:10', '11:30')).toMatch(/09:10.*11:30/);
    if (language !== 'en') expect(words.readInBrowser).not.toBe(newsletterWords('en').words.readInBrowser);
  });

  it.each([
    ['unsubscribing', (of: string) => unsubscribeWords(of).words],
    ['the list of newsletters', (of: string) => archiveWords(of).words],
    ['signing up and choosing', (of: string) => choosingWords(of).words],
  ] as const)('name the same things as the English ones: %s', (_, wordsOf) => {
    const english = wordsOf('en');
    const translated = Object.entries(wordsOf(language));
    expect(Object.keys(wordsOf(language)).sort()).toEqual(Object.keys(english).sort());
    const originals = new Map(Object.entries(english));
    for (const [key, sentence] of translated)
      expect(sentence.match(PLACEHOLDERS)?.sort(), key).toEqual(
        originals.get(key)?.match(PLACEHOLDERS)?.sort(),
      );
  });
});

it('are English where a school has set a language that nobody has translated', () => {
  expect(newsletterWords('he').lang).toBe('en');
  expect(unsubscribeWords('zh-Hant').lang).toBe('en');
  expect(familyWords('constructor').lang).toBe('en');
});
