import { z } from 'zod';
import { isFor } from './audience.ts';
import type { NewsletterDocument } from './document.ts';
import { blocksOf } from './layout.ts';
import { datesOf, isHeading, textsOf } from './traits.ts';

/** The content of a newsletter, summarised in words that can be passed on. */
export const aboutSchema = z.object({
  /** The headings in order; some may end with punctuation. */
  headings: z.array(z.string()),
  /** Its dates (`YYYY-MM-DD`), earliest first, without cancelled ones. */
  dates: z.array(z.object({ date: z.string(), title: z.string() })),
});
export type About = z.infer<typeof aboutSchema>;

const NO_GROUPS: ReadonlySet<string> = new Set();

/** A summary of the page whose link everybody has, without blocks for groups. */
export function aboutOf(document: NewsletterDocument): About {
  const blocks = blocksOf(document).filter((block) => isFor(block, NO_GROUPS));
  const headings = blocks.filter(isHeading).flatMap((block) => textsOf(block).map(({ text }) => text.trim()));
  const dates = blocks
    .flatMap((block) => datesOf(block))
    .filter(({ isCancelled }) => isCancelled !== true)
    .map(({ date, title }) => ({ date, title }))
    .sort((one, other) => (one.date < other.date ? -1 : 1));
  return { headings: headings.filter((heading) => heading !== ''), dates };
}
