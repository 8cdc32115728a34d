import { expect, it } from 'vitest';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { fill } from '#newsletter/words/words-in.ts';
import {
  inReadersLanguage,
  PREFERENCES_PLACEHOLDER,
  personaliser,
  UNSUBSCRIBE_PLACEHOLDER,
  withPreviewText,
} from './mailing.ts';

const MAIL =
  '<!doctype html><html><head><title>a</title></head><body style="margin:0"><p>News</p></body></html>';

it('inserts the preview text first and hidden', () => {
  const mail = withPreviewText(MAIL, 'Bring <a> hat & "cream"');
  expect(mail).toMatch(
    /<body style="margin:0"><div style="display:none[^"]*">Bring &lt;a&gt; hat &amp; &quot;cream&quot;[^<]*<\/div><p>News/,
  );
});

it.each(['', '  '])('leaves a mail without preview text unchanged: %j', (text) => {
  expect(withPreviewText(MAIL, text)).toBe(MAIL);
});

it('replaces every placeholder with the reader’s token', () => {
  const personal = personaliser(
    `a ${UNSUBSCRIBE_PLACEHOLDER} b ${PREFERENCES_PLACEHOLDER} c ${UNSUBSCRIBE_PLACEHOLDER}`,
  );
  expect(personal({ unsubscribe: '$&', preferences: 'x' })).toBe('a $& b x c $&');
  expect(personal({ unsubscribe: 'y', preferences: '$1' })).toBe('a y b $1 c y');
});

it('says what the program itself says in the reader’s language, and nothing else', () => {
  const { words: en } = newsletterWords('en');
  const { words: pl } = newsletterWords('pl');
  const frame = (words: typeof en) => ({
    html: `<p><a class="d-link ink-in-browser" href="x">${words.readInBrowser}</a></p><p>Unsubscribe from doubt</p><p class="ink-on-list" style="">${fill(words.onList, { school: 'Oak &amp; Ash' })}</p><a class="d-quiet ink-choose" href="y">${words.whatYouGet}</a> <a class="d-quiet ink-leave" href="z">${words.unsubscribe}</a>`,
    text: `${words.readInBrowser}: https://x\n\nUnsubscribe: from doubt\n\n${fill(words.onList, { school: 'Oak & Ash' })}\n${words.whatYouGet}: https://y\n${words.unsubscribe}: https://z\n`,
  });
  const given = { school: 'Oak & Ash', from: 'en-GB', to: 'pl' };
  const polish = inReadersLanguage(frame(en), given);
  expect(polish.html.replaceAll(' lang="pl"', '')).toBe(frame(pl).html);
  expect(polish.html.match(/ lang="pl"/g)).toHaveLength(4);
  expect(polish.text).toBe(frame(pl).text);
  const arabic = inReadersLanguage(frame(en), { ...given, to: 'ar' });
  expect(arabic.html.match(/ lang="ar" dir="rtl"/g)).toHaveLength(4);
  expect(inReadersLanguage(frame(en), { ...given, to: 'en' })).toEqual(frame(en));
  const old = { html: '<p>Read it in your browser</p>', text: 'Read' };
  expect(inReadersLanguage(old, given)).toEqual(old);
});
