import type { NewsletterResource } from '#contract/newsletters.ts';
import { codeSchema, fromCode } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { datesOf, isHeading, textsOf } from '#newsletter/document/traits.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';

const HEADINGS = 3;
const DATES = 2;
/** The letters of one text message. */
const SMS_MAX = 160;

/** Where a ready text is used. */
export type TextUse = 'messaging' | 'sms' | 'website';

/** Texts about a newsletter, from its headings and its next dates from `today` on. */
export function readyTexts(
  { title, layout_type, code }: Pick<NewsletterResource['attributes'], 'title' | 'layout_type' | 'code'>,
  { school, address, today }: { readonly school: string; readonly address: string; readonly today: string },
): Readonly<Record<TextUse, string>> {
  const known = codeSchema.safeParse(code);
  const blocks = known.success ? blocksOf(fromCode(layout_type, known.data)) : [];
  const headings = blocks.filter(isHeading).flatMap((block) => textsOf(block).map(({ text }) => text.trim()));
  const dates = blocks
    .flatMap((block) => datesOf(block))
    .filter((date) => date.date >= today && !date.isCancelled)
    .sort((one, other) => (one.date < other.date ? -1 : 1))
    .slice(0, DATES)
    .map((date) => `${formatWeekday(date.date)}: ${date.title}`);
  const about = headings
    .filter((words) => words !== '')
    .slice(0, HEADINGS)
    // A heading may end with a mark of its own.
    .join(' · ');
  const linesOf = (first: string) => [first, about, ...dates].filter(Boolean).join('\n');
  return {
    messaging: `${linesOf(`${school}: ‘${title}’ is out.`)}\n\nRead it here, no sign-in needed:\n${address}`,
    sms: textMessage(title, school, address),
    website: `${linesOf(title)}\n\nRead the newsletter:\n${address}`,
  };
}

// Curly quotes would make a text message of 70 letters of it.
function textMessage(title: string, school: string, address: string): string {
  const whole = `${school}: ${title} is out. ${address}`;
  if (whole.length <= SMS_MAX) return whole;
  const short = `${title} is out. ${address}`;
  return short.length <= SMS_MAX ? short : `Our newsletter is out. ${address}`;
}
