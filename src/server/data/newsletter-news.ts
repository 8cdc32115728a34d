import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { NEWSLETTER_STATUSES } from '#contract/newsletters.ts';
import type { Database } from '#server/platform/db/client.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';

/** What processes tell each other of newsletters, so that whoever has one open hears of its changes at once. */

const storedState = z.object({
  version: z.number().int(),
  status: z.enum(NEWSLETTER_STATUSES),
  publishedVersion: z.number().int().nullable(),
});
/** How a newsletter is stored. */
export type StoredState = z.infer<typeof storedState>;

export const newsletterNews = z.object({
  kind: z.literal('news'),
  schoolId: z.string(),
  newsletterId: z.string(),
  personId: z.string(),
  /** Null: it was deleted. */
  stored: storedState.nullable(),
  /** Whether the save brought something back from the history. */
  restores: z.boolean().default(false),
  /** Blocks in which the person has kept their own words over others'. */
  kept: z.array(z.string()).default([]),
});

/** What a save says of itself beside its content. */
interface SaidOfSave {
  readonly restores?: boolean | undefined;
  readonly kept?: readonly string[] | undefined;
}

/** Tells of a change, and of a save what its form says of it. Call it after the commit. */
export function tellNews(
  database: Database,
  { schoolId, personId }: { readonly schoolId: string; readonly personId: string },
  newsletterId: string,
  row: StoredState | null,
  { restores = false, kept = [] }: SaidOfSave = {},
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
  /** Its parts have changed: somebody may not read it any more. */
  isOfParts: z.boolean().default(false),
});

/**
 * Tells that a newsletter's notes, its approval or what is planned for it have changed. Call it after the commit. Who misses
 * it asks for them within a minute.
 */
export function tellOfNotes(database: Database, schoolId: string, newsletterId: string): void {
  announce(database, { kind: 'noted', schoolId, newsletterId, isOfParts: false });
}

/** The same of its parts. */
export function tellOfParts(database: Database, schoolId: string, newsletterId: string): void {
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

/** How a newsletter of a school is stored; null if there is none. */
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

/** How newsletters of several schools are stored, in one query for all. Those that are gone are left out. */
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
