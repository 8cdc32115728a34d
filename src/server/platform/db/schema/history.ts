import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { STATE_REASONS } from '#contract/history.ts';
import type { OwnColours } from '#newsletter/designs/colours.ts';
import type { LAYOUT_TYPES } from '#newsletter/document/document.ts';
import { bytes, checkOneOf, moment, schoolPolicy } from './columns.ts';
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
  /** In the state with which a next issue began: the title of the newsletter before, as it was then. */
  readonly startedFrom?: string;
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
    /** The API token by which it was done, by its name at the time. */
    tokenName: text('token_name'),
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
    checkOneOf('newsletter_states_reason', table.reason, STATE_REASONS),
    schoolPolicy('newsletter_states', table.schoolId),
  ],
);

/** What an edition is drawn from. */
export interface VariantSource extends Omit<StateSettings, 'colours' | 'startedFrom'> {
  readonly colours: OwnColours | null;
  readonly code: readonly unknown[];
  readonly codeVersion: number;
}

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
    /** The API token by which it was published, by its name at the time. */
    tokenName: text('token_name'),
    /** Whether it was published because it was approved: who published it was bound to that. */
    isApproved: boolean('is_approved').notNull().default(false),
    page: bytes('page').notNull(),
    mail: bytes('mail').notNull(),
    mailText: text('mail_text').notNull(),
    publishedAt: moment('published_at').notNull(),
    /** Set if it is what a sending mailed of an edition that had been drawn again: the branding had changed, or a file was deleted. */
    redrawnAt: moment('redrawn_at'),
    /** The school's files on its page and in its mail. */
    fileKeys: text('file_keys').array().notNull().default([]),
    /** The drawing that it was, see `editions`; null in editions of older program versions. */
    drawing: uuid('drawing'),
    /** What the mails for groups are drawn from; null if no block is for groups. */
    source: jsonb('source').$type<VariantSource>(),
  },
  (table) => [
    index('past_editions_newest').on(table.newsletterId, table.publishedAt.desc().nullsFirst()),
    index('past_editions_school').on(table.schoolId),
    index('past_editions_person').on(table.personId),
    schoolPolicy('past_editions', table.schoolId),
  ],
);

/**
 * A past edition as some families got it: with blocks for their groups. Each distinct set of blocks is one, for however many
 * families. Its slug is the address of their page, which shows what all of them may see of the current edition.
 */
export const editionVariants = pgTable(
  'edition_variants',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId,
    newsletterId,
    editionId: uuid('edition_id')
      .notNull()
      .references(() => pastEditions.id, { onDelete: 'cascade' }),
    slug: text('slug').notNull().unique(),
    /** The names of the blocks for groups that it has, in order. */
    blocks: text('blocks').array().notNull(),
    /** A hash of these names. */
    key: text('key').notNull(),
    /** The groups of the families that got it: one list for each distinct set of groups, without those no block is for. */
    readers: jsonb('readers').$type<readonly (readonly string[])[]>().notNull(),
    /** Whom it was for, in words of its time: 'Year 4 and Choir'. */
    words: text('words').notNull(),
    /** Its mail, compressed with Brotli, once it has been drawn; and its page, once somebody has read it or the sending is done. */
    mail: bytes('mail'),
    mailText: text('mail_text'),
    page: bytes('page'),
  },
  (table) => [
    unique('edition_variants_key').on(table.editionId, table.key),
    index('edition_variants_newsletter').on(table.newsletterId),
    index('edition_variants_school').on(table.schoolId),
    schoolPolicy('edition_variants', table.schoolId),
  ],
);

/** The page of a variant as readers get it now. It is drawn when somebody asks for it. */
export const variantPages = pgTable(
  'variant_pages',
  {
    variantId: uuid('variant_id')
      .primaryKey()
      .references(() => editionVariants.id, { onDelete: 'cascade' }),
    schoolId,
    /** The drawing of the edition that it was drawn from. */
    drawing: uuid('drawing').notNull(),
    /** The names of the blocks for groups that it has. */
    blocks: text('blocks').array().notNull(),
    html: text('html').notNull(),
    gzip: bytes('gzip').notNull(),
    brotli: bytes('brotli').notNull(),
    etag: text('etag').notNull(),
  },
  (table) => [
    index('variant_pages_school').on(table.schoolId),
    schoolPolicy('variant_pages', table.schoolId),
  ],
);
