import { describe, expect, it } from 'vitest';
import { SCHOOL_LANGUAGES } from '#contract/school.ts';
import { subscribingWords } from '#newsletter/words/subscribing/subscribing-words.ts';
import { archiveWords } from './archive-words.ts';
import { deadEndWords } from './dead-end-words.ts';
import { diaryWords } from './diary-words.ts';
import { newsletterWords } from './newsletter-words.ts';
import { noticeWords } from './notice-words.ts';
import { pageFrameWords } from './page-frame-words.ts';
import { shareWords } from './share-words.ts';
import { unsubscribeWords } from './unsubscribe-words.ts';
import { fill } from './words-in.ts';

const PLACEHOLDERS = /\{\w+\}/g;
const AREAS = {
  archiveWords,
  subscribingWords,
  deadEndWords,
  diaryWords,
  pageFrameWords,
  newsletterWords,
  noticeWords,
  shareWords,
  unsubscribeWords,
};

describe.each(Object.entries(AREAS))(
  '%s',
  (_, wordsOf: (language: string) => { words: object; lang: string }) => {
    const english = new Map<string, string>(Object.entries(wordsOf('en').words));

    it.each(SCHOOL_LANGUAGES)('are there in %s, with what is filled in', (language) => {
      const { words, lang } = wordsOf(`${language}-XX`);
      expect(lang).toBe(language);
      const translated = new Map<string, string>(Object.entries(words));
      expect([...translated.keys()].sort()).toEqual([...english.keys()].sort());
      for (const [key, sentence] of translated)
        expect(sentence.match(PLACEHOLDERS)?.sort(), key).toEqual(
          english.get(key)?.match(PLACEHOLDERS)?.sort(),
        );
      if (language !== 'en') expect([...translated.values()]).not.toEqual([...english.values()]);
    });

    it.each(['he', 'zh-Hant', 'constructor'])(
      'are English in %s, which nobody has translated',
      (language) => {
        expect(wordsOf(language)).toEqual({ words: Object.fromEntries(english), lang: 'en' });
      },
    );
  },
);

it('are filled in once, whatever is filled in', () => {
  expect(fill('From {start} to {end} {other}', { start: '{end}', end: '$&' })).toBe(
    'From {end} to $& {other}',
  );
});
