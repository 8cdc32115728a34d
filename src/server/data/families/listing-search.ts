import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { School } from '#server/data/schools.ts';
import type { Database } from '#server/platform/db/client.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';
import { newsletterListings } from '#server/platform/db/schema/school-pages.ts';
import { configurationOf, isListedIn, SIMPLE } from './listings.ts';
import { plainLetters, STROKES } from './plain-letters.ts';

/** The search in the list of newsletters on a school's page. */

/** The marks around a match in a found text. They are for private use, so no text of a newsletter contains them. */
export const MATCH = { start: '\u{e000}', end: '\u{e001}' } as const;
const HEADLINE = `StartSel=${MATCH.start}, StopSel=${MATCH.end}`;
const PASSAGE = `${HEADLINE}, MaxFragments=1, MaxWords=30, MinWords=15`;

/** Source: docs/requirements/threats.md 38. The embedded database ignores the limit. */
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
/** A found newsletter, with its matches between `MATCH`. */
export type Found = z.infer<typeof found>[number];

/** The words of a search, and the wanted page. */
export interface Sought {
  readonly words: string;
  readonly limit: number;
  readonly offset?: number;
}

/**
 * Searches a school's listed newsletters by the words of a language, with or without their accents, the newest first;
 * `total` counts the hits on all pages. Only the wanted page gets passages, as they take most of the time.
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

// The index has each newsletter twice, with and without accents, so that words without accents find both. The words as
// typed are searched too, for endings that accents hide from stemming; not with excluded words, which must be in
// neither.
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
// Or the word is in another script.
const HAS_ACCENTS = sql`octet_length(word.lexeme) > length(word.lexeme)`;

/** The accented lexemes among the hits that equal the sought ones but for accents, as a query: they are marked as written. */
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

// Accents hide endings from stemming, so the word without accents is stemmed again.
function plainOf(configuration: string): SQL {
  const [from, to] = STROKES;
  const plain = sql`lower(translate(regexp_replace(normalize(word.lexeme, NFD), '[\\u0300-\\u036f]', '', 'g'), ${from}, ${to}))`;
  return configuration === SIMPLE
    ? plain
    : sql`coalesce((ts_lexize(${`${configuration}_stem`}::regdictionary, ${plain}))[1], ${plain})`;
}
