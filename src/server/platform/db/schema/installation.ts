import { sql } from 'drizzle-orm';
import { check, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** The id of this installation, in a single row. The folder of stored files holds the same id. */
export const installation = pgTable(
  'installation',
  {
    one: integer('one').primaryKey().default(1),
    id: uuid('id').notNull(),
    /** When the folder of stored files got the id; null before. */
    claimedAt: moment('claimed_at'),
    /** When the program last ran on this database. DATA_DIR has the same: a later time there shows a restored database. */
    ranAt: moment('ran_at'),
    /** Until then secrets stay plain, for the version before, which may run beside this one; null: none do. */
    plainUntil: moment('plain_until'),
  },
  (table) => [check('installation_one', sql`${table.one} = 1`)],
);
