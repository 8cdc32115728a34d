import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { NEWSLETTER_STATUSES } from '#contract/newsletters.ts';
import { type ExampleMarks, SAVED_KINDS } from '#contract/saved-items.ts';
import { DEFAULT_DESIGN } from '#newsletter/designs/index.ts';
import { LAYOUT_TYPES } from '#newsletter/document/document.ts';
import { plainTextOf } from '#server/platform/db/plain-text.ts';
import { bytes, checkOneOf, moment, schoolPolicy } from './columns.ts';
import { schools, users } from './core.ts';
import type { ShownDate } from './events.ts';
import { settingColumns } from './setting-columns.ts';

/** The tables of newsletters and files; see `core.ts` for the conventions. */

/** An event of a published newsletter. `start` is a date and time in ISO 8601, or a date without a time. */
export interface CalendarEntry {
  /** Identifies the event in the URL of its calendar file. */
  readonly key: string;
  readonly uid: string;
  readonly sequence: number;
  readonly start: string;
  /** A moment, or the last day where `start` is a day. Absent: an hour later, or the same day. */
  readonly end?: string | undefined;
  readonly place?: string | undefined;
  /** Set if its author cancelled it, or no published newsletter of the school shows it any more. */
  readonly cancelled?: true | undefined;
  /** Set if the newsletter showed it before, and does no longer. */
  readonly removed?: true | undefined;
  /** When this form was first published; absent in editions of older versions. */
  readonly changedAt?: string | undefined;
  readonly title: string;
  readonly description: string;
  /** The name of its block, if the block is for groups: the public page leaves the event out. */
  readonly groupBlock?: string | undefined;
  /** The ids of the block's groups; absent for the whole school, and in editions of older versions. */
  readonly groups?: readonly string[] | undefined;
}

/** The content that a newsletter took over from the issue before, or from the ready-made one that it began with. */
export interface StoredCarriedOver {
  /** The day of the issue before, or on which the ready-made one was taken, `YYYY-MM-DD`. */
  readonly day: string;
  readonly isExample?: true;
  /** Hashes of content that a ready-made newsletter invented: dates, which enter no calendar, other rows and whole blocks. */
  readonly exampleDates?: readonly string[];
  /** The hashes among them that were kept on purpose: they are the school's own. */
  readonly ownDates?: readonly string[];
  /**
   * A hash of each block's value in that issue, by the block's name; null for a block with dates, whatever its value.
   * Blocks that were kept on purpose are left out.
   */
  readonly blocks: Readonly<Record<string, string | null>>;
  /** Hashes of the rows that a ready-made newsletter invented, by the names of their blocks. */
  readonly rows?: Readonly<Record<string, readonly string[]>>;
  /** Hashes as in `blocks`, for those kept on purpose, here or in an issue before. */
  readonly kept?: Readonly<Record<string, string>>;
}

const id = uuid('id').primaryKey().defaultRandom();
const createdAt = moment('created_at').notNull().defaultNow();
const schoolId = uuid('school_id')
  .notNull()
  .references(() => schools.id, { onDelete: 'cascade' });

export const newsletters = pgTable(
  'newsletters',
  {
    id,
    schoolId,
    title: text('title').notNull(),
    layoutType: text('layout_type', { enum: LAYOUT_TYPES }).notNull(),
    /** The stored list of blocks. Parse and upgrade it before use. */
    code: jsonb('code').$type<readonly unknown[]>().notNull(),
    /** The format version of `code`: see `src/newsletter/document/upgrade.ts`. */
    codeVersion: integer('code_version').notNull().default(1),
    ...settingColumns(),
    /** The draft's page rendering. */
    body: text('body').notNull().default(''),
    footerContent: text('footer_content').notNull().default(''),
    /** Set by the first publishing and never changed. */
    slug: text('slug').unique(),
    status: text('status', { enum: NEWSLETTER_STATUSES }).notNull().default('draft'),
    version: integer('version').notNull().default(1),
    /** The version that readers see. If it differs from `version`, there are unpublished changes. */
    publishedVersion: integer('published_version'),
    publishedAt: moment('published_at'),
    carriedOver: jsonb('carried_over').$type<StoredCarriedOver>(),
    /** The keys of the files in `code` at version `files_of`. If that is not the current version, search `code`. */
    fileKeys: text('file_keys').array(),
    filesOf: integer('files_of'),
    /** Its dates as copied, restored or last published, by the key of their calendar file: differences are the author's changes. */
    dateBases: jsonb('date_bases').$type<Readonly<Record<string, ShownDate>>>(),
    /** The events of its last edition, kept when it is unpublished. */
    lastCalendar: jsonb('last_calendar').$type<readonly CalendarEntry[]>().notNull().default([]),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt,
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // Without nullsFirst() these could not serve `order by … desc`, which puts nulls first.
    index('newsletters_by_update').on(
      table.schoolId,
      table.updatedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('newsletters_by_creation').on(
      table.schoolId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('newsletters_by_title').on(table.schoolId, sql`lower(${table.title})`, table.id),
    index('newsletters_by_plain_title').on(
      table.schoolId,
      sql`${plainTextOf('"title"')} collate "C"`,
      table.id,
    ),
    index('newsletters_created_by').on(table.createdBy),
    checkOneOf('newsletters_layout_type', table.layoutType, LAYOUT_TYPES),
    checkOneOf('newsletters_status', table.status, NEWSLETTER_STATUSES),
    check('newsletters_code_is_list', sql`jsonb_typeof(${table.code}) = 'array'`),
    check('newsletters_published_has_slug', sql`${table.status} <> 'published' or ${table.slug} is not null`),
    schoolPolicy('newsletters', table.schoolId),
  ],
);

/** One row per published newsletter, with everything that its public page and mails need. */
export const editions = pgTable(
  'editions',
  {
    newsletterId: uuid('newsletter_id')
      .primaryKey()
      .references(() => newsletters.id, { onDelete: 'cascade' }),
    schoolId,
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    pageHtml: text('page_html').notNull(),
    pageGzip: bytes('page_gzip').notNull(),
    pageBrotli: bytes('page_brotli').notNull(),
    mailHtml: text('mail_html').notNull(),
    /** The source, for rendering again when the branding changes. Null in editions of the first program version. */
    layoutType: text('layout_type', { enum: LAYOUT_TYPES }),
    code: jsonb('code').$type<readonly unknown[]>(),
    codeVersion: integer('code_version'),
    ...settingColumns(),
    /** The design that readers see; it stays when the school chooses another one. */
    shownDesign: text('shown_design').notNull().default(DEFAULT_DESIGN),
    /** The version of the school's branding that it shows. */
    brandingVersion: integer('branding_version').notNull().default(1),
    /** The plain-text part of the mail; empty in editions of older program versions. */
    mailText: text('mail_text').notNull().default(''),
    etag: text('etag').notNull(),
    /** Changes with each rendering: variants rendered from an earlier one are outdated. */
    drawing: uuid('drawing').notNull().defaultRandom(),
    /** The events of its calendar files; see `publishing/school-calendar.ts`. */
    calendar: jsonb('calendar').$type<readonly CalendarEntry[]>().notNull().default([]),
    publishedAt: moment('published_at').notNull(),
  },
  (table) => [index('editions_school').on(table.schoolId), schoolPolicy('editions', table.schoolId)],
);

/** The events that a school has published, each in its newest form. They stay when a newsletter is deleted. */
export const calendarEvents = pgTable(
  'calendar_events',
  {
    schoolId,
    uid: text('uid').notNull(),
    /** A hash of the content in calendars. */
    fingerprint: text('fingerprint').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** When this form was first published. */
    changedAt: moment('changed_at').notNull(),
    /** Whether it was cancelled because no published newsletter showed it any more. */
    withdrawn: boolean('withdrawn').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.schoolId, table.uid] }),
    schoolPolicy('calendar_events', table.schoolId),
  ],
);

// Copies and templates take all settings along, but for the day.
const { issueDate: _, ...lastingColumns } = settingColumns();

/** Blocks and whole newsletters that a school keeps under a name. Newsletters get copies of them. */
export const savedItems = pgTable(
  'saved_items',
  {
    id,
    schoolId,
    kind: text('kind', { enum: SAVED_KINDS }).notNull(),
    name: text('name').notNull(),
    layoutType: text('layout_type', { enum: LAYOUT_TYPES }).notNull(),
    ...lastingColumns,
    code: jsonb('code').$type<readonly unknown[]>().notNull(),
    codeVersion: integer('code_version').notNull(),
    examples: jsonb('examples').$type<ExampleMarks>(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt,
  },
  (table) => [
    index('saved_items_school').on(table.schoolId),
    index('saved_items_created_by').on(table.createdBy),
    checkOneOf('saved_items_kind', table.kind, SAVED_KINDS),
    checkOneOf('saved_items_layout_type', table.layoutType, LAYOUT_TYPES),
    check('saved_items_code_is_list', sql`jsonb_typeof(${table.code}) = 'array'`),
    schoolPolicy('saved_items', table.schoolId),
  ],
);

/** Uploaded files. A person without a school uploads the logo in onboarding. */
export const attachments = pgTable(
  'attachments',
  {
    id,
    schoolId: uuid('school_id').references(() => schools.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The file's key in the file port. */
    key: text('key').notNull().unique(),
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    /** In bytes. */
    size: bigint('size', { mode: 'number' }).notNull(),
    width: integer('width'),
    height: integer('height'),
    /** The bytes of its smaller and cropped copies (`picture-copies.ts`). */
    copiesSize: bigint('copies_size', { mode: 'number' }).notNull().default(0),
    createdAt,
  },
  (table) => [
    index('attachments_school').on(table.schoolId),
    index('attachments_user').on(table.userId),
    schoolPolicy('attachments', table.schoolId),
  ],
);

/** The files that readers may see, with the published newsletter that shows them on its page or in its mails. */
export const publishedFiles = pgTable(
  'published_files',
  {
    newsletterId: uuid('newsletter_id')
      .notNull()
      .references(() => newsletters.id, { onDelete: 'cascade' }),
    attachmentId: uuid('attachment_id')
      .notNull()
      .references(() => attachments.id, { onDelete: 'cascade' }),
    schoolId,
  },
  (table) => [
    primaryKey({ columns: [table.newsletterId, table.attachmentId] }),
    index('published_files_attachment').on(table.attachmentId),
    index('published_files_school').on(table.schoolId),
    schoolPolicy('published_files', table.schoolId),
  ],
);
