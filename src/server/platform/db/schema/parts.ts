import { index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, schoolPolicy } from './columns.ts';
import { schools, users } from './core.ts';
import { newsletters } from './newsletters.ts';

/** The table of parts; see `core.ts` for the conventions. */

/** A newsletter's blocks with their writers and due days. Bound to the block's name, so a part moves with the block. */
export const newsletterParts = pgTable(
  'newsletter_parts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId: uuid('school_id')
      .notNull()
      .references(() => schools.id, { onDelete: 'cascade' }),
    newsletterId: uuid('newsletter_id')
      .notNull()
      .references(() => newsletters.id, { onDelete: 'cascade' }),
    block: text('block').notNull(),
    /** The block's name when the part was given, for when the block no longer exists. */
    label: text('label').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A day in the school's time zone, `YYYY-MM-DD`. */
    dueOn: text('due_on').notNull(),
    givenBy: uuid('given_by').references(() => users.id, { onDelete: 'set null' }),
    givenAt: moment('given_at').notNull(),
    /** When the person's mail was due; null before. */
    remindedAt: moment('reminded_at'),
    doneAt: moment('done_at'),
    /** A hash of each of its blocks by name, as they were then. */
    doneBlocks: jsonb('done_blocks').$type<Readonly<Record<string, string>>>(),
  },
  (table) => [
    unique('newsletter_parts_block').on(table.newsletterId, table.block),
    index('newsletter_parts_school').on(table.schoolId),
    index('newsletter_parts_person').on(table.personId, table.dueOn),
    index('newsletter_parts_given_by').on(table.givenBy),
    schoolPolicy('newsletter_parts', table.schoolId),
  ],
);
