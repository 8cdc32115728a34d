import { expect, it } from 'vitest';
import { fromCode } from '#newsletter/document/document.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { fill } from '#newsletter/words/words-in.ts';
import { renderWithMrml } from '#test/newsletter-engines.ts';
import { OAKFIELD, ORIGIN, sampleBlocks } from '#test/newsletter-samples.ts';
import { compileNewsletter, type NewsletterSource } from './compile-newsletter.ts';
import { footOf, textOfNewsletter } from './compile-text.ts';
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
    html: `<p><a class="d-link ink-in-browser" href="https://x">${words.readInBrowser}</a></p><p>Unsubscribe from doubt</p><p class="ink-on-list" style="">${fill(words.onList, { school: 'Oak &amp; Ash' })}</p><a class="d-quiet ink-choose" href="https://y/${PREFERENCES_PLACEHOLDER}">${words.whatYouGet}</a> <a class="d-quiet ink-leave" href="https://z/${UNSUBSCRIBE_PLACEHOLDER}">${words.unsubscribe}</a>`,
    text: `${words.readInBrowser}: https://x\n\nUnsubscribe: from doubt\n\n${fill(words.onList, { school: 'Oak & Ash' })}\n${words.whatYouGet}: https://y/${PREFERENCES_PLACEHOLDER}\n${words.unsubscribe}: https://z/${UNSUBSCRIBE_PLACEHOLDER}\n`,
  });
  const given = { school: 'Oak & Ash', from: 'en-GB', to: 'pl' };
  const polish = inReadersLanguage(frame(en), given);
  expect(polish.html.replaceAll(' lang="pl"', '')).toBe(frame(pl).html);
  expect(polish.html.match(/ lang="pl"/g)).toHaveLength(4);
  expect(polish.text).toBe(frame(pl).text);
  const arabic = inReadersLanguage(frame(en), { ...given, to: 'ar' });
  expect(arabic.html.match(/ lang="ar" dir="rtl"/g)).toHaveLength(4);
  expect(inReadersLanguage(frame(en), { ...given, to: 'en' })).toEqual(frame(en));
});

it('leaves a mail unchanged that was rendered before its own texts had marks', () => {
  const old = {
    html: `<p>Read it in your browser</p><a href="https://z/${UNSUBSCRIBE_PLACEHOLDER}">Unsubscribe</a>`,
    text: `The answer: undefined\n\nRead it in your browser: https://x\n\nUnsubscribe: https://z/${UNSUBSCRIBE_PLACEHOLDER}\n`,
  };
  expect(inReadersLanguage(old, { school: 'Oak', from: 'en-GB', to: 'pl' })).toEqual(old);
});

it('has no control characters of a school’s name in a translated foot', () => {
  const mail = {
    html: '<a class="d-link ink-in-browser" href="https://x">Read it in your browser</a>',
    text: `News: https://x\n\nUnsubscribe: https://z/${UNSUBSCRIBE_PLACEHOLDER}\n`,
  };
  const { text } = inReadersLanguage(mail, { school: 'Oak\u001b[2J', from: 'en-GB', to: 'pl' });
  expect(text).toContain('Oak[2J');
  expect(text).not.toContain('\u001b');
});

it('finds its own words in mails that were rendered before a correction of them, or of the school’s name', () => {
  const url = `${ORIGIN}/published/autumn-news`;
  const source: NewsletterSource = {
    title: 'Autumn news',
    document: fromCode('one_column', sampleBlocks()),
    school: OAKFIELD,
    target: 'mail',
    origin: ORIGIN,
    today: '2026-09-20',
    pageUrl: url,
    unsubscribeUrl: `${ORIGIN}/unsubscribe/${UNSUBSCRIBE_PLACEHOLDER}`,
    preferencesUrl: `${ORIGIN}/r/${PREFERENCES_PLACEHOLDER}`,
  };
  const text = textOfNewsletter(source);
  const html = renderWithMrml(compileNewsletter(source));
  const { words: en } = newsletterWords('en');
  const { words: pl } = newsletterWords('pl');
  const before = text
    .replace(`${en.readInBrowser}: ${url}`, `Read online: ${url}`)
    .replace(fill(en.onList, { school: OAKFIELD.name }), 'You are on our list.')
    .replace(`${en.whatYouGet}: `, 'Choices: ')
    .replace(`${en.unsubscribe}: `, 'Leave: ');
  const given = { school: OAKFIELD.name, from: 'en-GB', to: 'pl' };
  const polish = inReadersLanguage({ html, text: before }, given).text;
  expect(polish).toBe(inReadersLanguage({ html, text }, given).text);
  expect(polish).toContain(`\n\n${pl.readInBrowser}: ${url}\n\n`);
  expect(polish.endsWith(`\n\n${footOf(source, pl)}\n`)).toBe(true);
});
