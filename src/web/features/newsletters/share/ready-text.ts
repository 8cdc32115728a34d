import type { About } from '#newsletter/document/about.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';
import { type ShareWords, shareWords } from '#newsletter/words/share-words.ts';

const HEADINGS = 3;
const DATES = 2;
/** The letters of one text message; with one that GSM 03.38 does not have, each takes two bytes. */
const SMS_MAX = 160;
const SMS_WIDE_MAX = 70;
const GSM = /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Za-z_¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùü]*$/;

/** Where a ready text is used. */
export type TextUse = 'messaging' | 'sms' | 'website';

/** Texts about a published newsletter in the school's language, from its headings and its next dates from `today` on. */
export function readyTexts(
  { title, headings, dates }: About & { readonly title: string },
  {
    school,
    address,
    today,
  }: {
    readonly school: { readonly name: string; readonly language: string };
    readonly address: string;
    readonly today: string;
  },
): Readonly<Record<TextUse, string>> {
  const { words, lang } = shareWords(school.language);
  const next = dates
    .filter(({ date }) => date >= today)
    .slice(0, DATES)
    .map((date) => `${formatWeekday(date.date, lang)}: ${date.title}`);
  // A heading may end with a mark of its own.
  const about = headings.slice(0, HEADINGS).join(' · ');
  const linesOf = (first: string) => [first, about, ...next].filter(Boolean).join('\n');
  const isOut = `${school.name}: ${words.isOut(words.quoted(title))}`;
  return {
    messaging: `${linesOf(isOut)}\n\n${words.readHere}\n${address}`,
    sms: textMessage(words, title, school.name, address),
    website: `${linesOf(title)}\n\n${words.readNewsletter}\n${address}`,
  };
}

function textMessage(words: ShareWords, title: string, school: string, address: string): string {
  const isOut = words.isOut(title);
  const ways = [`${school}: ${isOut}`, isOut].map((said) => narrow(`${said} ${address}`));
  return ways.find(fitsOne) ?? narrow(`${words.oursIsOut} ${address}`);
}

// Curly marks would make a text message of 70 letters of it.
function narrow(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[“”„]/g, '"');
}

function fitsOne(text: string): boolean {
  return text.length <= (GSM.test(text) ? SMS_MAX : SMS_WIDE_MAX);
}
