import type { NewsletterResource } from '#contract/newsletters.ts';
import { codeSchema, fromCode } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { datesOf, isHeading, textsOf } from '#newsletter/document/traits.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';

const HEADINGS = 3;
const DATES = 2;

/** A message about a newsletter for messaging apps, from its headings and its next dates from `today` on. */
export function readyText(
  { title, layout_type, code }: Pick<NewsletterResource['attributes'], 'title' | 'layout_type' | 'code'>,
  { school, address, today }: { readonly school: string; readonly address: string; readonly today: string },
): string {
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
    .join(', ');
  const lines = [`${school}: ‘${title}’ is out.`, about, ...dates];
  return `${lines.filter(Boolean).join('\n')}\n\nRead it here, no sign-in needed:\n${address}`;
}
