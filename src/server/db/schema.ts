import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { ROLES } from '#contract/access.ts';
import { STAFF_ROLES } from '#contract/invites.ts';
import { NEWSLETTER_STATUSES } from '#contract/newsletters.ts';
import { PERSON_STATUSES } from '#contract/people.ts';
import { SUBSCRIPTION_PLANS, SUBSCRIPTION_STATUSES } from '#contract/school.ts';
import { SUBSCRIBER_STATUSES } from '#contract/subscribers.ts';
import { LAYOUT_TYPES } from '#newsletter/document.ts';
import { bytes, moment, oneOf, schoolPolicy } from './columns.ts';

/**
 * The tables, their constraints, indexes and policies; `npm run migration` writes the SQL from here. Names are
 * snake_case in the database and camelCase in code. A table that `forSchool` may use needs a grant in a migration.
 */

/** What a mailed link is for. */
export const MAILED_TOKEN_KINDS = ['welcome', 'reset', 'invite', 'confirm_email'] as const;

/** An event of a published newsletter; `start` is a moment in ISO 8601, or a day where it has no time. */
export interface CalendarEntry {
  /** Names it in its file's address. */
  readonly key: string;
  readonly uid: string;
  readonly sequence: number;
  readonly start: string;
  readonly title: string;
  readonly description: string;
}

const id = uuid('id').primaryKey().defaultRandom();
const createdAt = moment('created_at').notNull().defaultNow();

export const schools = pgTable(
  'schools',
  {
    id,
    name: text('name').notNull(),
    /** A path of our own, made absolute on output. */
    logo: text('logo'),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    website: text('website'),
    primaryColor: text('primary_color'),
    secondaryColor: text('secondary_color'),
    language: text('language').notNull().default('en'),
    timeZone: text('time_zone').notNull().default('Europe/London'),
    /** Whether search engines may list the published newsletters. */
    searchEngines: boolean('search_engines').notNull().default(false),
    subscriptionStatus: text('subscription_status', { enum: SUBSCRIPTION_STATUSES })
      .notNull()
      .default('trial'),
    subscriptionPlan: text('subscription_plan', { enum: SUBSCRIPTION_PLANS }).notNull().default('trial'),
    subscriptionEndDate: moment('subscription_end_date'),
    closesAt: moment('closes_at'),
    createdAt,
  },
  (table) => [
    oneOf('schools_subscription_status', table.subscriptionStatus, SUBSCRIPTION_STATUSES),
    oneOf('schools_subscription_plan', table.subscriptionPlan, SUBSCRIPTION_PLANS),
    schoolPolicy('schools', table.id),
  ],
);

export const users = pgTable(
  'users',
  {
    id,
    schoolId: uuid('school_id').references(() => schools.id, { onDelete: 'cascade' }),
    /** Normalised to lower case: one address is one account. */
    email: text('email').notNull().unique(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    address: text('address').notNull().default(''),
    telephone: text('telephone').notNull().default(''),
    /** Null as long as the person has no school. */
    role: text('role', { enum: ROLES }),
    status: text('status', { enum: PERSON_STATUSES }).notNull(),
    passwordHash: text('password_hash'),
    needChangePassword: boolean('need_change_password').notNull().default(false),
    createdAt,
  },
  (table) => [
    index('users_school').on(table.schoolId),
    oneOf('users_role', table.role, ROLES),
    oneOf('users_status', table.status, PERSON_STATUSES),
    check('users_email_normalised', sql`${table.email} = lower(${table.email})`),
    check('users_role_with_school', sql`(${table.role} is null) = (${table.schoolId} is null)`),
    schoolPolicy('users', table.schoolId),
  ],
);

const userId = uuid('user_id')
  .notNull()
  .references(() => users.id, { onDelete: 'cascade' });

/** Signed-in devices. The token itself is only with the person; here is its SHA-256 in hex. */
export const sessions = pgTable(
  'sessions',
  {
    id,
    userId,
    tokenHash: text('token_hash').notNull().unique(),
    remember: boolean('remember').notNull(),
    device: text('device').notNull().default(''),
    createdAt,
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
);

/** Single-use links in mails, by the SHA-256 of their token in hex. */
export const mailedTokens = pgTable(
  'mailed_tokens',
  {
    id,
    userId,
    kind: text('kind', { enum: MAILED_TOKEN_KINDS }).notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** The address that the link was sent to, and is good for. */
    email: text('email').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    createdAt,
  },
  (table) => [
    index('mailed_tokens_user').on(table.userId),
    index('mailed_tokens_expiry').on(table.expiresAt),
    oneOf('mailed_tokens_kind', table.kind, MAILED_TOKEN_KINDS),
  ],
);

/** Counters of tries, one a key (what and who) and window. Raised by one upsert, so that parallel tries all count. */
export const attempts = pgTable(
  'attempts',
  {
    key: text('key').primaryKey(),
    windowStart: moment('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [index('attempts_window').on(table.windowStart)],
);

const schoolId = uuid('school_id')
  .notNull()
  .references(() => schools.id, { onDelete: 'cascade' });

/** Who is asked to join a school's staff. A row lasts until it is taken up: then there is a user, with the row's id. */
export const invitations = pgTable(
  'invitations',
  {
    id,
    schoolId,
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    role: text('role', { enum: STAFF_ROLES }).notNull(),
    /** The SHA-256 of the link's token in hex; null before the mail goes out, and once it was withdrawn. */
    tokenHash: text('token_hash').unique(),
    endsAt: moment('ends_at').notNull(),
    createdAt,
  },
  (table) => [
    unique('invitations_school_email').on(table.schoolId, table.email),
    index('invitations_email').on(table.email),
    oneOf('invitations_role', table.role, STAFF_ROLES),
    check('invitations_email_normalised', sql`${table.email} = lower(${table.email})`),
    schoolPolicy('invitations', table.schoolId),
  ],
);

export const newsletters = pgTable(
  'newsletters',
  {
    id,
    schoolId,
    title: text('title').notNull(),
    layoutType: text('layout_type', { enum: LAYOUT_TYPES }).notNull(),
    /** The list of blocks as stored; parse and upgrade it before use. */
    code: jsonb('code').$type<readonly unknown[]>().notNull(),
    /** The form that `code` has: see the upgrade steps of `src/newsletter/upgrade.ts`. */
    codeVersion: integer('code_version').notNull().default(1),
    /** The draft's page rendering. */
    body: text('body').notNull().default(''),
    footerContent: text('footer_content').notNull().default(''),
    /** Given at the first publish, never changed. */
    slug: text('slug').unique(),
    status: text('status', { enum: NEWSLETTER_STATUSES }).notNull().default('draft'),
    version: integer('version').notNull().default(1),
    /** The version that readers see; another `version` means unpublished changes. */
    publishedVersion: integer('published_version'),
    publishedAt: moment('published_at'),
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
    index('newsletters_created_by').on(table.createdBy),
    oneOf('newsletters_layout_type', table.layoutType, LAYOUT_TYPES),
    oneOf('newsletters_status', table.status, NEWSLETTER_STATUSES),
    check('newsletters_code_is_list', sql`jsonb_typeof(${table.code}) = 'array'`),
    check('newsletters_published_has_slug', sql`${table.status} <> 'published' or ${table.slug} is not null`),
    schoolPolicy('newsletters', table.schoolId),
  ],
);

/** What readers see: one a published newsletter, with everything that the public page and the mails need. */
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
    /** What it was made from, to make it anew when the school's branding changes; null in those of the first version. */
    layoutType: text('layout_type', { enum: LAYOUT_TYPES }),
    code: jsonb('code').$type<readonly unknown[]>(),
    codeVersion: integer('code_version'),
    /** The mail's plain-text part; empty in an edition of an older version. */
    mailText: text('mail_text').notNull().default(''),
    etag: text('etag').notNull(),
    /** What its calendar files are made of. */
    calendar: jsonb('calendar').$type<readonly CalendarEntry[]>().notNull().default([]),
    publishedAt: moment('published_at').notNull(),
  },
  (table) => [index('editions_school').on(table.schoolId), schoolPolicy('editions', table.schoolId)],
);

/** Uploaded files. A person who has no school yet uploads without one (the logo, in onboarding). */
export const attachments = pgTable(
  'attachments',
  {
    id,
    schoolId: uuid('school_id').references(() => schools.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Under which the file port keeps it. */
    key: text('key').notNull().unique(),
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    /** In bytes. */
    size: bigint('size', { mode: 'number' }).notNull(),
    width: integer('width'),
    height: integer('height'),
    createdAt,
  },
  (table) => [
    index('attachments_school').on(table.schoolId),
    index('attachments_user').on(table.userId),
    schoolPolicy('attachments', table.schoolId),
  ],
);

export const subscribers = pgTable(
  'subscribers',
  {
    id,
    schoolId,
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    status: text('status', { enum: SUBSCRIBER_STATUSES }).notNull().default('subscribed'),
    unsubscribedAt: moment('unsubscribed_at'),
    /** When their mail program's server said that it takes no mail for them, and in what words. */
    bouncedAt: moment('bounced_at'),
    bounceReason: text('bounce_reason'),
    createdAt,
  },
  (table) => [
    unique('subscribers_school_email').on(table.schoolId, table.email),
    index('subscribers_by_name').on(
      table.schoolId,
      sql`lower(${table.lastName})`,
      sql`lower(${table.firstName})`,
      table.id,
    ),
    oneOf('subscribers_status', table.status, SUBSCRIBER_STATUSES),
    check('subscribers_email_normalised', sql`${table.email} = lower(${table.email})`),
    schoolPolicy('subscribers', table.schoolId),
  ],
);

/**
 * Addresses that unsubscribed and were deleted afterwards: they may not come back by an import. Only a hash of the
 * address is kept, made with the school's id, so that the address itself is really deleted.
 */
export const suppressions = pgTable(
  'suppressions',
  {
    id,
    schoolId,
    /** SHA-256 of the school's id and the address, in hex. */
    emailHash: text('email_hash').notNull(),
    createdAt,
  },
  (table) => [
    unique('suppressions_school_email').on(table.schoolId, table.emailHash),
    schoolPolicy('suppressions', table.schoolId),
  ],
);

/** Who did what when: people, plan, publish, send, close. */
export const auditLog = pgTable(
  'audit_log',
  {
    id,
    schoolId,
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** What they were called then; empty for the program itself. */
    actor: text('actor').notNull().default(''),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    details: jsonb('details').$type<Readonly<Record<string, unknown>>>().notNull().default({}),
    createdAt,
  },
  (table) => [
    index('audit_log_by_creation').on(
      table.schoolId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('audit_log_user').on(table.userId),
    schoolPolicy('audit_log', table.schoolId),
  ],
);
