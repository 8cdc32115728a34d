import { bigint, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { STATE_REASONS } from '#contract/history.ts';
import type { OwnColours } from '#newsletter/designs/colours.ts';
import type { LAYOUT_TYPES } from '#newsletter/document/document.ts';
import { bytes, moment, oneOf, schoolPolicy } from './columns.ts';
import { schools, users } from './core.ts';
import { newsletters } from './newsletters.ts';

/** The tables of a newsletter's history; see `core.ts` for the conventions. */

const schoolId = uuid('school_id')
  .notNull()
  .references(() => schools.id, { onDelete: 'cascade' });
const newsletterId = uuid('newsletter_id')
  .notNull()
  .references(() => newsletters.id, { onDelete: 'cascade' });

/** The settings of a newsletter that a state keeps. */
export interface StateSettings {
  readonly title: string;
  readonly layoutType: (typeof LAYOUT_TYPES)[number];
  readonly design: string | null;
  /** Absent in states of older program versions. */
  readonly colours?: OwnColours | null;
  readonly issueDate: string | null;
}

/** The blocks of all states of a newsletter, each content once. */
export const stateBlocks = pgTable(
  'state_blocks',
  {
    schoolId,
    newsletterId,
    number: integer('number').notNull(),
    /** Of its content and format. */
    hash: text('hash').notNull(),
    content: jsonb('content').$type<unknown>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.newsletterId, table.number] }),
    unique('state_blocks_hash').on(table.newsletterId, table.hash),
    index('state_blocks_school').on(table.schoolId),
    schoolPolicy('state_blocks', table.schoolId),
  ],
);

/** A whole state of a draft: settings, and the numbers of its blocks. */
export const newsletterStates = pgTable(
  'newsletter_states',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId,
    newsletterId,
    /** Their order, whatever the clock says. */
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
    version: integer('version').notNull(),
    reason: text('reason', { enum: STATE_REASONS }).notNull(),
    personId: uuid('person_id').references(() => users.id, { onDelete: 'set null' }),
    settings: jsonb('settings').$type<StateSettings>().notNull(),
    blocks: integer('blocks').array().notNull(),
    codeVersion: integer('code_version').notNull(),
    beganAt: moment('began_at').notNull(),
    savedAt: moment('saved_at').notNull(),
  },
  (table) => [
    index('newsletter_states_newest').on(table.newsletterId, table.position.desc().nullsFirst()),
    index('newsletter_states_school').on(table.schoolId),
    index('newsletter_states_person').on(table.personId),
    oneOf('newsletter_states_reason', table.reason, STATE_REASONS),
    schoolPolicy('newsletter_states', table.schoolId),
  ],
);

/** What readers have seen, compressed with Brotli. Kept as it went out, whatever the branding is later. */
export const pastEditions = pgTable(
  'past_editions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId,
    newsletterId,
    version: integer('version').notNull(),
    title: text('title').notNull(),
    personId: uuid('person_id').references(() => users.id, { onDelete: 'set null' }),
    page: bytes('page').notNull(),
    mail: bytes('mail').notNull(),
    mailText: text('mail_text').notNull(),
    publishedAt: moment('published_at').notNull(),
    /** Set if it is what a sending mailed of an edition that had been drawn again: the branding had changed, or a file was deleted. */
    redrawnAt: moment('redrawn_at'),
    /** The school's files on its page and in its mail. */
    fileKeys: text('file_keys').array().notNull().default([]),
  },
  (table) => [
    index('past_editions_newest').on(table.newsletterId, table.publishedAt.desc().nullsFirst()),
    index('past_editions_school').on(table.schoolId),
    index('past_editions_person').on(table.personId),
    schoolPolicy('past_editions', table.schoolId),
  ],
);
