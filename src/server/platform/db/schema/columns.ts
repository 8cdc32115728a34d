import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, check, customType, pgPolicy, pgRole, timestamp } from 'drizzle-orm/pg-core';

/** Column types and constraints that the tables share. */

/** The role of a school's transactions; the first migration creates it. */
export const appTenant = pgRole('app_tenant').existing();

/** Raw bytes, as a Buffer. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Words for full text search; written and read in SQL only. */
export const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** A timestamp in UTC. Precise to the millisecond, so that a Date reads back unchanged. */
export function moment(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3 });
}

/** The school of the current transaction; null outside one, and then no row is visible. */
const currentSchool = sql`nullif(current_setting('app.school_id', true), '')::uuid`;

/** Row-level security: under `app_tenant`, rows of other schools can be neither read nor written. */
export function schoolPolicy(table: string, schoolId: AnyPgColumn) {
  const isOwnRow = sql`${schoolId} = ${currentSchool}`;
  return pgPolicy(`${table}_school`, { for: 'all', to: appTenant, using: isOwnRow, withCheck: isOwnRow });
}

/** A check that the column holds one of these words. */
export function checkOneOf(name: string, column: AnyPgColumn, words: readonly string[]) {
  return check(name, sql`${column} in (${quotedWords(words)})`);
}

/** Words as a list of SQL literals. */
// Check constraints take no parameters. The words are constants of the contract.
export function quotedWords(words: readonly string[]): SQL {
  return sql.raw(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', '));
}
