import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { School } from '#server/data/schools.ts';
import type { Database } from '#server/platform/db/client.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';
import { newsletterListings } from '#server/platform/db/schema/school-pages.ts';
import { configurationOf, isListedIn, SIMPLE } from './listings.ts';
import { plainLetters } from './plain-letters.ts';

/** The search in the list of newsletters on a school's page. */

/** Between these, a found text has a match. No text of a newsletter has them: they are for private use. */
export const MATCH = { start: '\u{e000}', end: '\u{e001}' } as const;
const HEADLINE = `StartSel=${MATCH.start}, StopSel=${MATCH.end}`;
const PASSAGE = `${HEADLINE}, MaxFragments=1, MaxWords=30, MinWords=15`;

/** Source: docs/requirements/threats.md 38. The embedded database does not look at the time. */
const TIMEOUT_MS = 1000;

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

/** What is sought, and which of it. */
export interface Sought {
  readonly words: string;
  readonly limit: number;
  readonly offset?: number;
}

/**
 * Searches a school's listed newsletters by the words of a language, with or without their accents, the newest first; `total` is
 * how many there are beside the page. Passages are made for the page's only, as that takes most of the time.
 */
export async function searchListed(
  database: Database,
  { id: schoolId, language }: Pick<School, 'id' | 'language'>,
  { words, limit, offset = 0 }: Sought,
): Promise<readonly Found[]> {
  const configuration = configurationOf(language);
  const query = queryFor(configuration, words);
  if (query === null) return [];
  const config = sql`${configuration}::regconfig`;
  const marked = sql`coalesce(${query} || (select spellings from spelled)::tsquery, ${query})`;
  const { rows } = await database.forSchool(schoolId, async () => {
    await database.orm().execute(sql.raw(`set local statement_timeout = ${TIMEOUT_MS}`));
    return await database.orm().execute(sql`
      with hits as materialized (
        select ${editions.slug} as slug, ${editions.title} as title, ${newsletterListings.text} as text,
          ${newsletterListings.search} as search, ${newsletterListings.day} as day, count(*) over () as total
        from ${newsletterListings}
        join ${editions} on ${editions.newsletterId} = ${newsletterListings.newsletterId}
        where ${isListedIn(schoolId)} and ${newsletterListings.search} @@ ${query}
        order by ${newsletterListings.day} desc, ${editions.publishedAt} desc, ${editions.newsletterId} desc
        limit ${limit} offset ${offset}),
      spelled as materialized (${spellingsIn(configuration, words)})
      select slug, day, total, ts_headline(${config}, title, ${marked}, ${`${HEADLINE}, HighlightAll=true`}) as title,
        ts_headline(${config}, text, ${marked}, ${PASSAGE}) as passage
      from hits`);
  });
  return found.parse(rows);
}

// The index has each newsletter twice, as it is written and without accents, so that the words without accents find both. As they are
// typed they find endings that accents hide from stemming; not where some are excluded, which have to be in neither.
function queryFor(configuration: string, words: string): SQL | null {
  const plain = plainLetters(words);
  if (configuration === SIMPLE) return queryByBeginnings(plain);
  const query = (of: string) => sql`websearch_to_tsquery(${configuration}::regconfig, ${of})`;
  return plain === words || words.includes('-') ? query(plain) : sql`(${query(plain)} || ${query(words)})`;
}

function queryByBeginnings(words: string): SQL | null {
  const each = words.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (each.length === 0) return null;
  return sql`${each.map((word) => `'${word}':*`).join(' & ')}::tsquery`;
}

const SPELLINGS_MAX = 200;
// Or is in other letters.
const HAS_ACCENTS = sql`octet_length(word.lexeme) > length(word.lexeme)`;

/** The accented lexemes of what was found that are the sought ones but for accents, as a query: they are marked as they are written. */
function spellingsIn(configuration: string, words: string): SQL {
  const isSought =
    configuration === SIMPLE
      ? sql`starts_with(accented.plain, sought.lexeme)`
      : sql`accented.plain = sought.lexeme`;
  return sql`
    select string_agg('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''', ' | ') as spellings
    from (
      select lexeme
      from (
        select distinct word.lexeme, ${plainOf(configuration)} as plain from hits, unnest(hits.search) as word
        where ${HAS_ACCENTS}) as accented
      where exists (
        select from unnest(to_tsvector(${configuration}::regconfig, ${plainLetters(words)})) as sought where ${isSought})
      limit ${SPELLINGS_MAX}) as few`;
}

// Accents hide endings from stemming, so that it is done again.
function plainOf(configuration: string): SQL {
  const plain = sql`lower(translate(regexp_replace(normalize(word.lexeme, NFD), '[\\u0300-\\u036f]', '', 'g'), 'łŁøØđĐħĦ', 'llooddhh'))`;
  return configuration === SIMPLE
    ? plain
    : sql`coalesce((ts_lexize(${`${configuration}_stem`}::regdictionary, ${plain}))[1], ${plain})`;
}
