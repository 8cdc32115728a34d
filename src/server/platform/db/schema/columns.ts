import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, check, customType, pgPolicy, pgRole, timestamp } from 'drizzle-orm/pg-core';

/** Column and table parts that the schema's tables share. */

/** The role that a school's transactions take; the first migration makes it. */
export const appTenant = pgRole('app_tenant').existing();

/** Raw bytes, as a Buffer. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** A moment in UTC. To the millisecond, so that what is read back equals what was written. */
export function moment(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3 });
}

/** The school of the current transaction, null outside of one: then no row is visible. */
const currentSchool = sql`nullif(current_setting('app.school_id', true), '')::uuid`;

/** The second wall: under `app_tenant`, rows of another school are neither seen nor written. */
export function schoolPolicy(table: string, schoolId: AnyPgColumn) {
  const own = sql`${schoolId} = ${currentSchool}`;
  return pgPolicy(`${table}_school`, { for: 'all', to: appTenant, using: own, withCheck: own });
}

/** Only these words may stand in the column. */
export function oneOf(name: string, column: AnyPgColumn, words: readonly string[]) {
  return check(name, sql`${column} in (${quoted(words)})`);
}

/** Words for a list in SQL. */
// A check constraint takes no parameters; the words are constants of the contract.
export function quoted(words: readonly string[]): SQL {
  return sql.raw(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', '));
}
