import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, schoolPolicy } from './columns.ts';
import { schools, users } from './core.ts';
import { newsletters } from './newsletters.ts';

/** The tables of notes; see `core.ts` for the conventions. */

const schoolId = uuid('school_id')
  .notNull()
  .references(() => schools.id, { onDelete: 'cascade' });

/** The notes at one block of a newsletter. Bound to the block's name, so it outlives the block and moves with it. */
export const noteThreads = pgTable(
  'note_threads',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId,
    newsletterId: uuid('newsletter_id')
      .notNull()
      .references(() => newsletters.id, { onDelete: 'cascade' }),
    /** The block's name; empty: the whole newsletter. */
    block: text('block').notNull(),
    blockType: text('block_type').notNull(),
    resolvedAt: moment('resolved_at'),
  },
  (table) => [
    unique('note_threads_block').on(table.newsletterId, table.block),
    index('note_threads_school').on(table.schoolId),
    schoolPolicy('note_threads', table.schoolId),
  ],
);

export const notes = pgTable(
  'notes',
  {
    /** Made by the client. */
    id: uuid('id').primaryKey(),
    schoolId,
    threadId: uuid('thread_id')
      .notNull()
      .references(() => noteThreads.id, { onDelete: 'cascade' }),
    personId: uuid('person_id').references(() => users.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    /** The people who were mailed because of it, so that nobody is mailed twice. */
    mentions: uuid('mentions').array().notNull().default([]),
    createdAt: moment('created_at').notNull(),
    editedAt: moment('edited_at'),
  },
  (table) => [
    index('notes_thread').on(table.threadId, table.createdAt),
    index('notes_school').on(table.schoolId),
    index('notes_person').on(table.personId),
    schoolPolicy('notes', table.schoolId),
  ],
);
