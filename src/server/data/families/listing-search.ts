import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { School } from '#server/data/schools.ts';
import type { Database } from '#server/platform/db/client.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';
import { newsletterListings } from '#server/platform/db/schema/school-pages.ts';
import { configurationOf, isListedIn, SIMPLE } from './listings.ts';

/** The search in the list of newsletters on a school's page. */

/** Between these, a found text has a match. No text of a newsletter has them: they are for private use. */
export const MATCH = { start: '\u{e000}', end: '\u{e001}' } as const;
const HEADLINE = `StartSel=${MATCH.start}, StopSel=${MATCH.end}`;
const PASSAGE = `${HEADLINE}, MaxFragments=1, MaxWords=30, MinWords=15`;

const found = z.array(
  z.object({
    slug: z.string(),
    day: z.string(),
    title: z.string(),
    passage: z.string(),
    total: z.coerce.number(),
  }),
);
/** A newsletter that was found, with its matches between `MATCH`. */
export type Found = z.infer<typeof found>[number];

/**
 * Searches a school's listed newsletters by the words of a language, with or without their accents, the newest first; `total` is
 * how many there are beside the page. Passages are made for the page's only, as that takes most of the time.
 */
export async function searchListed(
  database: Database,
  { id: schoolId, language }: Pick<School, 'id' | 'language'>,
  words: string,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Promise<readonly Found[]> {
  const configuration = configurationOf(language);
  const query = await queryFor(database, schoolId, configuration, words);
  if (query === null) return [];
  const config = sql`${configuration}::regconfig`;
  const { rows } = await database.forSchool(schoolId, () =>
    database.orm().execute(sql`
      with hits as materialized (
        select ${editions.slug} as slug, ${editions.title} as title, ${newsletterListings.text} as text,
          ${newsletterListings.day} as day, count(*) over () as total
        from ${newsletterListings}
        join ${editions} on ${editions.newsletterId} = ${newsletterListings.newsletterId}
        where ${isListedIn(schoolId)} and ${newsletterListings.search} @@ ${query}
        order by ${newsletterListings.day} desc, ${editions.publishedAt} desc, ${editions.newsletterId} desc
        limit ${limit} offset ${offset})
      select slug, day, total, ts_headline(${config}, title, ${query}, ${`${HEADLINE}, HighlightAll=true`}) as title,
        ts_headline(${config}, text, ${query}, ${PASSAGE}) as passage
      from hits`),
  );
  return found.parse(rows);
}

async function queryFor(
  database: Database,
  schoolId: string,
  configuration: string,
  words: string,
): Promise<SQL | null> {
  if (configuration === SIMPLE) return await queryByBeginnings(database, schoolId, words);
  const spellings = await otherSpellings(database, schoolId, configuration, words);
  let query = sql`websearch_to_tsquery(${configuration}::regconfig, ${words})`;
  for (const [lexeme, others] of spellings) {
    const each = [lexeme, ...others].map(quoted).join(' | ');
    query = sql`ts_rewrite(${query}, ${quoted(lexeme)}::tsquery, ${each}::tsquery)`;
  }
  return query;
}

async function queryByBeginnings(database: Database, schoolId: string, words: string): Promise<SQL | null> {
  const each = words.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (each.length === 0) return null;
  const spellings = await otherSpellings(database, schoolId, SIMPLE, each.join(' '));
  const oneOf = (word: string) =>
    [`${quoted(word)}:*`, ...(spellings.get(word) ?? []).map(quoted)].join(' | ');
  return sql`${each.map((word) => `(${oneOf(word)})`).join(' & ')}::tsquery`;
}

/** As a text of the database's type for queries. */
function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

const SPELLINGS_MAX = 200;
const spelling = z.array(z.object({ sought: z.string(), spelling: z.string() }));

// Or is in other letters.
const HAS_ACCENTS = sql`octet_length(lexeme) > length(lexeme)`;

/**
 * The lexemes of a school's list that are the sought ones but for accents: 'café' for 'cafe'. The index keeps words as they are
 * written, so that both are marked as they stand there.
 */
async function otherSpellings(
  database: Database,
  schoolId: string,
  configuration: string,
  words: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const plain = plainOf(configuration);
  // Of a word without accents the other spellings have some.
  const isEach = /[^\p{ASCII}]/u.test(words);
  const isOther =
    configuration === SIMPLE
      ? sql`starts_with(there.plain, sought.plain) and not starts_with(there.lexeme, sought.lexeme)`
      : sql`there.plain = sought.plain and there.lexeme <> sought.lexeme`;
  const { rows } = await database.forSchool(schoolId, () =>
    database.orm().execute(sql`
      with listed as (
        select distinct lexeme from ${newsletterListings}, unnest(${newsletterListings.search})
        where ${isListedIn(schoolId)} and (${isEach} or ${HAS_ACCENTS})),
      there as materialized (select lexeme, ${plain} as plain from listed),
      sought as materialized (select lexeme, ${plain} as plain from unnest(to_tsvector(${configuration}::regconfig, ${words})))
      select sought.lexeme as sought, there.lexeme as spelling from sought join there on ${isOther}
      order by there.lexeme limit ${SPELLINGS_MAX}`),
  );
  const pairs = spelling.parse(rows);
  return new Map(
    [...Map.groupBy(pairs, (pair) => pair.sought)].map(([lexeme, some]) => [
      lexeme,
      some.map((pair) => pair.spelling),
    ]),
  );
}

// Without accents, and without the strokes that Unicode has no marks for. Most words have none. Accents hide endings from stemming,
// so that it is done again.
function plainOf(configuration: string): SQL {
  const plain = sql`lower(translate(regexp_replace(normalize(lexeme, NFD), '[\\u0300-\\u036f]', '', 'g'), 'łŁøØđĐħĦ', 'llooddhh'))`;
  const stemmed =
    configuration === SIMPLE
      ? plain
      : sql`coalesce((ts_lexize(${`${configuration}_stem`}::regdictionary, ${plain}))[1], ${plain})`;
  return sql`case when ${HAS_ACCENTS} then ${stemmed} else lexeme end`;
}
