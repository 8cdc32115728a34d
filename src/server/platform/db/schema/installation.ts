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
    /** When the program last ran on this database. DATA_DIR has a copy: a later time there shows a restored database. */
    ranAt: moment('ran_at'),
    /** Secrets stay plain until then, for the previous version, which may still run beside this one; null: none stay plain. */
    plainUntil: moment('plain_until'),
  },
  (table) => [check('installation_one', sql`${table.one} = 1`)],
);
