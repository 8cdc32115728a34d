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
import type { LAYOUT_TYPES } from '#newsletter/document/document.ts';
import type { SettingName } from '#newsletter/settings/settings.ts';
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

/** The settings of a newsletter that a state keeps; in states of older program versions some are absent. */
export interface StateSettings extends Partial<Pick<typeof newsletters.$inferSelect, SettingName>> {
  readonly title: string;
  readonly layoutType: (typeof LAYOUT_TYPES)[number];
  /** In the first state of a next issue: the title of the previous newsletter at that time. */
  readonly startedFrom?: string;
}

/** The blocks of all states of a newsletter, each distinct content once. */
export const stateBlocks = pgTable(
  'state_blocks',
  {
    schoolId,
    newsletterId,
    number: integer('number').notNull(),
    /** A hash of the content and its format. */
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

/** A full state of a draft: settings, and the numbers of its blocks. */
export const newsletterStates = pgTable(
  'newsletter_states',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId,
    newsletterId,
    /** Orders the states, whatever the clock says. */
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
    version: integer('version').notNull(),
    reason: text('reason', { enum: STATE_REASONS }).notNull(),
    personId: uuid('person_id').references(() => users.id, { onDelete: 'set null' }),
    /** The name at the time of the API token that made it. */
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

/** The source from which an edition is rendered. */
export interface VariantSource extends Omit<StateSettings, 'startedFrom'> {
  readonly code: readonly unknown[];
  readonly codeVersion: number;
}

/** The editions that readers saw, compressed with Brotli. They stay as they went out, whatever the branding is later. */
export const pastEditions = pgTable(
  'past_editions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId,
    newsletterId,
    version: integer('version').notNull(),
    title: text('title').notNull(),
    personId: uuid('person_id').references(() => users.id, { onDelete: 'set null' }),
    /** The name at the time of the API token that published it. */
    tokenName: text('token_name'),
    /** Whether it was published under an approval, which its publisher needed. */
    isApproved: boolean('is_approved').notNull().default(false),
    page: bytes('page').notNull(),
    mail: bytes('mail').notNull(),
    mailText: text('mail_text').notNull(),
    publishedAt: moment('published_at').notNull(),
    /** Set if a sending mailed it from an edition rendered again, because the branding had changed or a file was deleted. */
    redrawnAt: moment('redrawn_at'),
    /** The school's files on its page and in its mail. */
    fileKeys: text('file_keys').array().notNull().default([]),
    /** The rendering that it comes from, see `editions`; null in editions of older program versions. */
    drawing: uuid('drawing'),
    /** The source of the mails for groups; null if no block is for groups. */
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
 * A past edition as some families got it: with blocks for their groups. There is one for each distinct set of blocks,
 * for any number of families. Its slug is the address of their page, which shows what all of them may see of the
 * current edition.
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
    /** The names of its blocks for groups, in order. */
    blocks: text('blocks').array().notNull(),
    /** A hash of these names. */
    key: text('key').notNull(),
    /** The groups of the families that got it: one list for each distinct set of groups, without groups that no block is for. */
    readers: jsonb('readers').$type<readonly (readonly string[])[]>().notNull(),
    /** Its audience, in words of that time: 'Year 4 and Choir'. */
    words: text('words').notNull(),
    /** Its mail, compressed with Brotli, once rendered; and its page, once it was opened or the sending is done. */
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

/** The current page of a variant. It is rendered when it is first requested. */
export const variantPages = pgTable(
  'variant_pages',
  {
    variantId: uuid('variant_id')
      .primaryKey()
      .references(() => editionVariants.id, { onDelete: 'cascade' }),
    schoolId,
    /** The rendering of the edition that it comes from. */
    drawing: uuid('drawing').notNull(),
    /** The names of its blocks for groups. */
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
