import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { NEWSLETTER_STATUSES } from '#contract/newsletters.ts';
import type { Database } from '#server/platform/db/client.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';

/** Announcements between processes about newsletters, so that everybody who has one open learns of its changes at once. */

const storedState = z.object({
  version: z.number().int(),
  status: z.enum(NEWSLETTER_STATUSES),
  publishedVersion: z.number().int().nullable(),
});
/** The stored state of a newsletter. */
export type StoredState = z.infer<typeof storedState>;

export const newsletterNews = z.object({
  kind: z.literal('news'),
  schoolId: z.string(),
  newsletterId: z.string(),
  personId: z.string(),
  /** Null: the newsletter was deleted. */
  stored: storedState.nullable(),
  /** Whether the save restored something from the history. */
  restores: z.boolean().default(false),
  /** The blocks in which the person kept their own words over those of others. */
  kept: z.array(z.string()).default([]),
});

/** The facts about a save beside its content. */
interface SaveFacts {
  readonly restores?: boolean | undefined;
  readonly kept?: readonly string[] | undefined;
}

/** Announces a change, and the given facts about a save. Call it after the commit. */
export function announceNews(
  database: Database,
  { schoolId, personId }: { readonly schoolId: string; readonly personId: string },
  newsletterId: string,
  row: StoredState | null,
  { restores = false, kept = [] }: SaveFacts = {},
): void {
  const stored = row && storedState.parse(row);
  const news = { kind: 'news', schoolId, newsletterId, personId, stored, restores, kept } as const;
  database.announcements.send(
    JSON.stringify({ ...news, kept: [...kept] } satisfies z.infer<typeof newsletterNews>),
  );
}

export const notesNews = z.object({
  kind: z.literal('noted'),
  schoolId: z.string(),
  newsletterId: z.string(),
  /** The newsletter's parts have changed: a contributor may no longer be allowed to read it. */
  isOfParts: z.boolean().default(false),
});

/**
 * Announces that a newsletter's notes, its approval or its timings have changed. Call it after the commit. Clients that
 * miss it ask within a minute.
 */
export function announceNotes(database: Database, schoolId: string, newsletterId: string): void {
  announce(database, { kind: 'noted', schoolId, newsletterId, isOfParts: false });
}

/** Announces that a newsletter's parts have changed. Call it after the commit. */
export function announceParts(database: Database, schoolId: string, newsletterId: string): void {
  announce(database, { kind: 'noted', schoolId, newsletterId, isOfParts: true });
}

function announce({ announcements }: Database, news: z.infer<typeof notesNews>): void {
  announcements.send(JSON.stringify(news));
}

const STATE = {
  id: newsletters.id,
  schoolId: newsletters.schoolId,
  version: newsletters.version,
  status: newsletters.status,
  publishedVersion: newsletters.publishedVersion,
} as const;

/** The stored state of a school's newsletter; null if there is none. */
export async function findStoredState(
  database: Database,
  schoolId: string,
  id: string,
): Promise<StoredState | null> {
  return await database.forSchool(schoolId, async () => {
    const [row] = await database
      .orm()
      .select(STATE)
      .from(newsletters)
      .where(and(eq(newsletters.schoolId, schoolId), eq(newsletters.id, id)));
    return row ?? null;
  });
}

/** The stored states of newsletters of several schools, in one query. Deleted newsletters are left out. */
export async function listStoredStates(
  database: Database,
  wanted: readonly { readonly schoolId: string; readonly newsletterId: string }[],
): Promise<readonly (StoredState & { readonly id: string; readonly schoolId: string })[]> {
  if (wanted.length === 0) return [];
  return await database
    .orm()
    .select(STATE)
    .from(newsletters)
    .where(
      and(
        inArray(newsletters.schoolId, [...new Set(wanted.map(({ schoolId }) => schoolId))]),
        inArray(
          newsletters.id,
          wanted.map(({ newsletterId }) => newsletterId),
        ),
      ),
    );
}
