import { and, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { factsOfPage } from '#newsletter/render/page-facts.ts';
import { fullDate } from '#newsletter/values/dates.ts';
import { primaryLanguage } from '#newsletter/values/primary-language.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { type School, showsPages } from '#server/data/schools.ts';
import type { Database } from '#server/platform/db/client.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';
import { newsletterListings, schoolPages } from '#server/platform/db/schema/school-pages.ts';
import { plainLetters } from './plain-letters.ts';
import { findSchoolPages } from './school-pages.ts';

/**
 * The list of newsletters on a school's page. Titles and summaries are the edition's; a newsletter without an edition
 * is not listed, whatever its row says.
 */

type Edition = Pick<
  typeof editions.$inferSelect,
  'newsletterId' | 'schoolId' | 'title' | 'pageHtml' | 'publishedAt'
> & { readonly issueDate?: string | null | undefined };

/** The facts that a listing depends on. */
interface Around {
  readonly school: Pick<School, 'id' | 'language' | 'timeZone'>;
  readonly publicUrl: string;
}

// The configurations that both databases have. Other languages are searched by the beginnings of words.
const CONFIGURATIONS: ReadonlyMap<string, string> = new Map([
  ['en', 'english'],
  ['ga', 'irish'],
  ['de', 'german'],
  ['es', 'spanish'],
  ['fr', 'french'],
  ['it', 'italian'],
  ['nl', 'dutch'],
  ['pt', 'portuguese'],
  ['ar', 'arabic'],
]);
/** The searched characters of a newsletter; the rest is not searched, since anybody may search and it must be cheap. */
const SEARCHED_MAX = 50_000;
/** The configuration for all other languages. */
export const SIMPLE = 'simple';

/**
 * Updates the list for an edition that is being stored, in the same transaction. `isFirst`: the newsletter was never
 * published before, so it is listed if the school lists new publications.
 */
export async function recordListing(
  database: Database,
  around: Around,
  edition: Edition,
  { isFirst }: { readonly isFirst: boolean },
): Promise<void> {
  const { newsletterId, schoolId } = edition;
  const known = await findListing(database, schoolId, newsletterId);
  const isListed = known?.isListed ?? (isFirst && (await listsNewsletters(database, schoolId)));
  if (known !== null || isListed) await store(database, around, edition, isListed);
}

/** Puts a newsletter on the list, or takes it off. False if it is not published. */
export async function setListed(
  database: Database,
  around: Around,
  newsletterId: string,
  isListed: boolean,
): Promise<boolean> {
  const { id: schoolId } = around.school;
  return await database.forSchool(schoolId, async () => {
    const [edition] = await database
      .orm()
      .select()
      .from(editions)
      .where(and(eq(editions.schoolId, schoolId), eq(editions.newsletterId, newsletterId)))
      .for('update');
    if (edition === undefined) return false;
    await store(database, around, edition, isListed);
    return true;
  });
}

/** Whether a school lists newsletters when they are published. */
async function listsNewsletters(database: Database, schoolId: string): Promise<boolean> {
  return (await findSchoolPages(database, schoolId))?.listsNewsletters ?? false;
}

async function findListing(database: Database, schoolId: string, newsletterId: string) {
  const { isListed, day } = newsletterListings;
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ isListed, day })
      .from(newsletterListings)
      .where(
        and(eq(newsletterListings.schoolId, schoolId), eq(newsletterListings.newsletterId, newsletterId)),
      ),
  );
  return row ?? null;
}

async function store(database: Database, around: Around, edition: Edition, isListed: boolean): Promise<void> {
  const { newsletterId, schoolId, title } = edition;
  const known = await findListing(database, schoolId, newsletterId);
  const firstDay = known?.day ?? dayIn(around.school.timeZone, edition.publishedAt);
  const shownDay = edition.issueDate ?? dayIn(around.school.timeZone, edition.publishedAt);
  const date = fullDate(shownDay, around.school.language)?.replace(/\s+/g, ' ') ?? '';
  const { text: whole, picture } = factsOfPage(edition.pageHtml, around.publicUrl, date);
  const text = whole.slice(0, SEARCHED_MAX).toWellFormed();
  const configuration = configurationOf(around.school.language);
  const words = (of: string) => sql`to_tsvector(${configuration}::regconfig, ${of})`;
  const both = (title: string, text: string) => sql`setweight(${words(title)}, 'A') || ${words(text)}`;
  const row = {
    isListed,
    day: edition.issueDate ?? firstDay,
    picture,
    text,
    configuration,
    // Once more without accents, so that a search need not look at all words of a school for other spellings.
    search: sql`${both(title, text)} || ${both(plainLetters(title), plainLetters(text))}`,
  };
  await database.forSchool(schoolId, () =>
    database
      .orm()
      .insert(newsletterListings)
      .values({ newsletterId, schoolId, ...row })
      .onConflictDoUpdate({ target: newsletterListings.newsletterId, set: row }),
  );
}

const SHOWN = {
  id: editions.newsletterId,
  slug: editions.slug,
  title: editions.title,
  description: editions.description,
  publishedAt: editions.publishedAt,
  day: newsletterListings.day,
  picture: newsletterListings.picture,
} as const;
/** A listed newsletter. */
export type Listed = Awaited<ReturnType<typeof listListed>>[number];

/** A school's listed newsletters, the newest first. `from` and `to` are days, both included. */
export async function listListed(
  database: Database,
  schoolId: string,
  { from = '', to = '9999', limit }: { readonly from?: string; readonly to?: string; readonly limit: number },
) {
  const within = and(gte(newsletterListings.day, from), lte(newsletterListings.day, to));
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select(SHOWN)
      .from(newsletterListings)
      .innerJoin(editions, eq(editions.newsletterId, newsletterListings.newsletterId))
      .where(and(isListedIn(schoolId), within))
      .orderBy(desc(newsletterListings.day), desc(editions.publishedAt), desc(editions.newsletterId))
      .limit(limit),
  );
}

/** The days of a school's list, one for each newsletter. */
export async function listDays(database: Database, schoolId: string): Promise<readonly string[]> {
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .selectDistinct({ day: newsletterListings.day })
      .from(newsletterListings)
      .innerJoin(editions, eq(editions.newsletterId, newsletterListings.newsletterId))
      .where(isListedIn(schoolId)),
  );
  return rows.map(({ day }) => day);
}

/** The text search configuration of the database for a language. */
export function configurationOf(language: string): string {
  return CONFIGURATIONS.get(primaryLanguage(language)) ?? SIMPLE;
}

export function isListedIn(schoolId: string): SQL | undefined {
  return and(eq(newsletterListings.schoolId, schoolId), eq(newsletterListings.isListed, true));
}

/** A school's published newsletters, the newest first, with whether each is listed. */
export async function listListable(database: Database, schoolId: string, limit: number) {
  return await database.forSchool(schoolId, () =>
    listable(database, eq(editions.schoolId, schoolId))
      .orderBy(desc(editions.publishedAt), desc(editions.newsletterId))
      .limit(limit),
  );
}

/** The newsletters among these that are on their school's list. */
export async function findListed(
  database: Database,
  schoolId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ id: newsletterListings.newsletterId })
      .from(newsletterListings)
      .where(and(isListedIn(schoolId), inArray(newsletterListings.newsletterId, [...ids]))),
  );
  return new Set(rows.map(({ id }) => id));
}

/** A newsletter that could be listed; null if it is not published. */
export async function findListable(database: Database, schoolId: string, newsletterId: string) {
  const isThis = and(eq(editions.schoolId, schoolId), eq(editions.newsletterId, newsletterId));
  const [row] = await database.forSchool(schoolId, () => listable(database, isThis));
  return row ?? null;
}

function listable(database: Database, condition: SQL | undefined) {
  return database
    .orm()
    .select({
      id: editions.newsletterId,
      title: editions.title,
      publishedAt: editions.publishedAt,
      isListed: sql`coalesce(${newsletterListings.isListed}, false)`.mapWith(Boolean),
    })
    .from(editions)
    .leftJoin(newsletterListings, eq(newsletterListings.newsletterId, editions.newsletterId))
    .where(condition);
}

/** The pages that search engines may list: those of open schools that allow it and list their newsletters. */
export async function listForSearchEngines(database: Database, limit: number) {
  const columns = { address: schoolPages.address, slug: editions.slug, publishedAt: editions.publishedAt };
  return await database
    .orm()
    .select(columns)
    .from(schoolPages)
    .innerJoin(schools, eq(schools.id, schoolPages.schoolId))
    .innerJoin(newsletterListings, eq(newsletterListings.schoolId, schools.id))
    .innerJoin(editions, eq(editions.newsletterId, newsletterListings.newsletterId))
    .where(
      and(
        showsPages,
        eq(schools.searchEngines, true),
        eq(schoolPages.listsNewsletters, true),
        eq(newsletterListings.isListed, true),
      ),
    )
    .orderBy(desc(editions.publishedAt), desc(editions.newsletterId))
    .limit(limit);
}
