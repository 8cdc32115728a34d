import { z } from 'zod';
import type { TogetherEvent } from '#contract/together.ts';
import { newsletterNews, notesNews, type StoredState } from '#server/data/newsletter-news.ts';
import { openWindowSchema } from './windows.ts';

/** The messages between processes, and the events for followers. */

const message = z.discriminatedUnion('kind', [
  newsletterNews,
  notesNews,
  z.object({ kind: z.literal('here'), windows: z.array(openWindowSchema) }),
  z.object({ kind: z.literal('left'), window: openWindowSchema }),
  z.object({
    kind: z.literal('moved'),
    window: openWindowSchema.omit({ process: true, personName: true }),
  }),
]);
export type TogetherMessage = z.infer<typeof message>;
export type News = Extract<TogetherMessage, { kind: 'news' }>;

/** The message of an announcement; null for those of other versions of the program. */
export function messageIn(text: string): TogetherMessage | null {
  try {
    return message.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export function isSameState(one: StoredState, other: StoredState): boolean {
  return (
    one.version === other.version &&
    one.status === other.status &&
    one.publishedVersion === other.publishedVersion
  );
}

/** The JSON of the event for a stored state, with its author. */
export function storedEvent(
  { version, status, publishedVersion }: StoredState,
  person: Extract<TogetherEvent, { event: 'stored' }>['person'],
  { restores = false, kept = [] }: Partial<Pick<News, 'restores' | 'kept'>> = {},
): string {
  const has_unpublished_changes = status === 'published' && version !== publishedVersion;
  const event = {
    event: 'stored',
    version,
    status,
    has_unpublished_changes,
    person,
    ...(restores && { restored: true }),
    ...(kept.length > 0 && { kept }),
  } as const;
  return JSON.stringify(event satisfies TogetherEvent);
}
