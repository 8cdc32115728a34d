import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, schoolPolicy } from './columns.ts';
import { schools } from './core.ts';

/** The tables of a school's pages for families; see `core.ts` for the conventions. */

/** A school's pages: where they are, and one switch for each part of them. Without a row all are off. */
export const schoolPages = pgTable(
  'school_pages',
  {
    schoolId: uuid('school_id')
      .primaryKey()
      .references(() => schools.id, { onDelete: 'cascade' }),
    /** The part of their path after `/s/`; also a row of `school_addresses`. */
    address: text('address').notNull().unique(),
    listsNewsletters: boolean('lists_newsletters').notNull().default(false),
    /** The calendar: its screen, and the diary that families see and follow. */
    showsDiary: boolean('shows_diary').notNull().default(false),
    takesSignUps: boolean('takes_sign_ups').notNull().default(false),
  },
  (table) => [schoolPolicy('school_pages', table.schoolId)],
);

/**
 * Every address that a school has or had. The rows stay when the school is erased, so that nobody else gets its links; hence only
 * hashes.
 */
export const schoolAddresses = pgTable(
  'school_addresses',
  {
    /** SHA-256 of the address, in hexadecimal. */
    hash: text('hash').primaryKey(),
    schoolId: uuid('school_id').references(() => schools.id, { onDelete: 'set null' }),
    takenAt: moment('taken_at').notNull().defaultNow(),
  },
  (table) => [
    index('school_addresses_school').on(table.schoolId),
    schoolPolicy('school_addresses', table.schoolId),
  ],
);
