import { z } from 'zod';
import { isFor } from './audience.ts';
import type { NewsletterDocument } from './document.ts';
import { blocksOf } from './layout.ts';
import { datesOf, isHeading, textsOf } from './traits.ts';

/** What a newsletter is about, in words that can be passed on. */
export const aboutSchema = z.object({
  /** In order; some may end with a mark of their own. */
  headings: z.array(z.string()),
  /** Its dates (`YYYY-MM-DD`), the first one first, without those that are cancelled. */
  dates: z.array(z.object({ date: z.string(), title: z.string() })),
});
export type About = z.infer<typeof aboutSchema>;

const NO_GROUPS: ReadonlySet<string> = new Set();

/** What the page that everybody has the link to is about: without what is for groups. */
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
