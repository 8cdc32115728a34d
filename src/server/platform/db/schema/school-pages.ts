import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, schoolPolicy, searchWords } from './columns.ts';
import { schools } from './core.ts';
import { newsletters } from './newsletters.ts';

/** The tables of a school's pages for families; see `core.ts` for the conventions. */

/** A school's pages: their address, and one switch for each part of them. Without a row all are off. */
export const schoolPages = pgTable(
  'school_pages',
  {
    schoolId: uuid('school_id')
      .primaryKey()
      .references(() => schools.id, { onDelete: 'cascade' }),
    /** The part of their path after `/s/`; also a row of `school_addresses`. */
    address: text('address').notNull().unique(),
    listsNewsletters: boolean('lists_newsletters').notNull().default(false),
    /** The calendar: its screen, and the diary that families read and follow. */
    showsDiary: boolean('shows_diary').notNull().default(false),
    takesSignUps: boolean('takes_sign_ups').notNull().default(false),
    /** The websites that may show the pages in a frame, such as `https://www.oakfield.example`. */
    embedOrigins: jsonb('embed_origins').$type<readonly string[]>().notNull().default([]),
  },
  (table) => [schoolPolicy('school_pages', table.schoolId)],
);

/**
 * Every address that a school has or had. The rows stay when the school is erased, so that nobody else gets its links;
 * that is why only hashes are stored.
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

/**
 * Whether newsletters are listed on their school's page, and what the list shows of the edition besides its title.
 * Without a row the newsletter is not listed, and nobody has decided yet.
 */
export const newsletterListings = pgTable(
  'newsletter_listings',
  {
    newsletterId: uuid('newsletter_id')
      .primaryKey()
      .references(() => newsletters.id, { onDelete: 'cascade' }),
    schoolId: uuid('school_id')
      .notNull()
      .references(() => schools.id, { onDelete: 'cascade' }),
    isListed: boolean('is_listed').notNull(),
    /** The day of the issue, or of the first publishing: `YYYY-MM-DD` in the school's time zone. */
    day: text('day').notNull(),
    /** The first picture: its path, its `srcset`, and its description. Null: none. */
    picture: jsonb('picture').$type<ListedPicture>(),
    /** The text of the public page. */
    text: text('text').notNull(),
    /** The text and the title, by PostgreSQL's configuration for the language. */
    configuration: text('configuration').notNull(),
    search: searchWords('search').notNull(),
  },
  (table) => [
    index('newsletter_listings_school').on(table.schoolId, table.day),
    index('newsletter_listings_search').using('gin', table.search),
    schoolPolicy('newsletter_listings', table.schoolId),
  ],
);

export interface ListedPicture {
  readonly address: string;
  readonly srcset: string;
  readonly alt: string;
}
