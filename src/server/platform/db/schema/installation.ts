import { sql } from 'drizzle-orm';
import { check, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** The one row that says which installation this is; the folder of the files holds the same id. */
export const installation = pgTable(
  'installation',
  {
    one: integer('one').primaryKey().default(1),
    id: uuid('id').notNull(),
    /** When a folder of files took the id over; null before. */
    claimedAt: moment('claimed_at'),
  },
  (table) => [check('installation_one', sql`${table.one} = 1`)],
);
