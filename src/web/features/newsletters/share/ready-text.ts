import type { DateNews } from '#newsletter/changes/date-changes.ts';
import type { About } from '#newsletter/document/about.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';
import { noticeWords } from '#newsletter/words/notice-words.ts';
import { shareWords } from '#newsletter/words/share-words.ts';
import { fill } from '#newsletter/words/words-in.ts';

const HEADINGS = 3;
const DATES = 2;
/** The letters in one text message; if GSM 03.38 lacks one of them, each takes two bytes. */
const SMS_MAX = 160;
const SMS_WIDE_MAX = 70;
const GSM = /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Za-z_¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùü]*$/;

/** The use of a ready text. */
export type TextUse = 'messaging' | 'sms' | 'website';

/**
 * Texts about a published newsletter in the school's language, from its headings and its next dates from `today` on. If it was
 * published again with dates cancelled or moved, the texts are about those alone.
 */
export function readyTexts(
  { title, headings, dates }: About & { readonly title: string },
  {
    school,
    address,
    today,
    news = [],
  }: {
    readonly school: { readonly name: string; readonly language: string };
    readonly address: string;
    readonly today: string;
    readonly news?: readonly DateNews[];
  },
): Readonly<Record<TextUse, string>> {
  const { words, lang } = shareWords(school.language);
  const day = (date: string) => formatWeekday(date, lang);
  const isAhead = ({ date }: { readonly date: string }) => date >= today;
  const notices = noticeWords(lang).words;
  const changes = news
    .filter(isAhead)
    .map(({ is, title, date, time }) =>
      [`${notices[`${is}Title`]} ${title}`, day(date), time].filter(Boolean).join(', '),
    );
  const next = dates
    .filter(isAhead)
    .slice(0, DATES)
    .map((date) => `${day(date.date)}: ${date.title}`);
  // No full stop, because a heading may end with a mark of its own.
  const about = headings.slice(0, HEADINGS).join(' · ');
  const lines = (first: string) => (changes.length > 0 ? changes : [first, about, ...next]).filter(Boolean);
  const [first, ...others] = lines(fill(words.isOut, { title: fill(words.quoted, { title }) }));
  const sms = changes.length > 0 ? changes.join('. ') : fill(words.isOut, { title });
  return {
    messaging: `${[`${school.name}: ${first}`, ...others].join('\n')}\n\n${words.readHere}\n${address}`,
    sms: textMessage(sms, changes[0] ?? words.oursIsOut, school.name, address),
    website: `${lines(title).join('\n')}\n\n${words.readNewsletter}\n${address}`,
  };
}

/** The first text that fits: with the school's name, without it, or shortened. */
function textMessage(headline: string, short: string, school: string, address: string): string {
  const ways = [`${school}: ${headline}`, headline].map((each) => narrow(`${each} ${address}`));
  return ways.find(fitsOne) ?? narrow(`${short} ${address}`);
}

// Curly quotation marks would limit the message to 70 letters.
function narrow(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[“”„]/g, '"');
}

function fitsOne(text: string): boolean {
  return text.length <= (GSM.test(text) ? SMS_MAX : SMS_WIDE_MAX);
}
