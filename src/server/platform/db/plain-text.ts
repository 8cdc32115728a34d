import { type SQL, sql } from 'drizzle-orm';
import { DOUBLE_LETTERS, SINGLE_LETTERS } from '#newsletter/values/plain-text.ts';

/** `withoutAccents` in SQL, as an expression of the schema: `unaccent` is missing from the embedded database, and is not immutable. */

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The plain text of an expression, which is inserted into the schema unchanged. */
export function plainTextOf(expression: string): SQL {
  const [from, to] = SINGLE_LETTERS.map(quoted);
  const withoutMarks = `regexp_replace(normalize(${expression}, NFKD), '[\\u0300-\\u036f]', '', 'g')`;
  const single = `translate(${withoutMarks}, ${from}, ${to})`;
  const all = DOUBLE_LETTERS.reduce(
    (each, [letter, two]) => `replace(${each}, '${letter}', '${two}')`,
    single,
  );
  return sql.raw(`lower(${all})`);
}
