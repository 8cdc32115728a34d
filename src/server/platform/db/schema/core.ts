import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { ROLES } from '#contract/access.ts';
import { PERSON_STATUSES } from '#contract/people.ts';
import { SECOND_FACTOR_RULES } from '#contract/rules/second-factor.ts';
import { SUBSCRIPTION_PLANS, SUBSCRIPTION_STATUSES } from '#contract/school.ts';
import { DEFAULT_DESIGN } from '#newsletter/designs/index.ts';
import { checkOneOf, moment, schoolPolicy } from './columns.ts';

/**
 * Tables, constraints, indexes and policies; `npm run migration` writes the SQL from here. Names are snake_case in the
 * database and camelCase in code. A table with a policy, or for use in `forSchool`, needs a line in `tenant-access.ts`.
 */

const id = uuid('id').primaryKey().defaultRandom();
const createdAt = moment('created_at').notNull().defaultNow();

export const schools = pgTable(
  'schools',
  {
    id,
    name: text('name').notNull(),
    /** A path of an own file, made absolute on output. */
    logo: text('logo'),
    email: text('email').notNull(),
    /** The address last confirmed by a mailed link. `email` is confirmed if both are equal. */
    confirmedEmail: text('confirmed_email'),
    phone: text('phone').notNull(),
    website: text('website'),
    postalAddress: text('postal_address').notNull().default(''),
    primaryColor: text('primary_color'),
    secondaryColor: text('secondary_color'),
    /** The design of newsletters without their own. */
    design: text('design').notNull().default(DEFAULT_DESIGN),
    /** The logo's width divided by its height; null if unknown. */
    logoAspect: real('logo_aspect'),
    language: text('language').notNull().default('en'),
    timeZone: text('time_zone').notNull().default('Europe/London'),
    /** Whether search engines may index the published newsletters. */
    searchEngines: boolean('search_engines').notNull().default(false),
    /** Whether newsletters need approval. */
    approval: boolean('approval').notNull().default(false),
    /** Whether the owner's newsletters need it too. */
    approvalBindsOwner: boolean('approval_binds_owner').notNull().default(false),
    /** Staff with addresses of this domain must sign in with this provider; both null: nobody has to. */
    requiredProvider: text('required_provider'),
    requiredDomain: text('required_domain'),
    /** Raised by each change of the branding: newsletters are then rendered again. */
    brandingVersion: integer('branding_version').notNull().default(1),
    subscriptionStatus: text('subscription_status', { enum: SUBSCRIPTION_STATUSES })
      .notNull()
      .default('trial'),
    subscriptionPlan: text('subscription_plan', { enum: SUBSCRIPTION_PLANS }).notNull().default('trial'),
    subscriptionEndDate: moment('subscription_end_date'),
    /** The people who must sign in with a second factor, and the days that they have to set one up. */
    secondFactor: text('second_factor', { enum: SECOND_FACTOR_RULES }).notNull().default('nobody'),
    secondFactorDays: integer('second_factor_days'),
    /** When members who joined before the rule start to need it. */
    secondFactorFrom: moment('second_factor_from'),
    closesAt: moment('closes_at'),
    /** When and why the operator suspended the school; both null while it is not suspended. */
    suspendedAt: moment('suspended_at'),
    suspendedFor: text('suspended_for'),
    /** Whether its public pages are hidden while it is suspended. */
    hidesPages: boolean('hides_pages').notNull().default(false),
    /** The operator's grants in place of the defaults; null: the default. Files and newsletters in bytes. */
    mailsPerDay: integer('mails_per_day'),
    storageBytes: bigint('storage_bytes', { mode: 'number' }),
    newsletterBytes: bigint('newsletter_bytes', { mode: 'number' }),
    subscribersMax: integer('subscribers_max'),
    /** When the erasure of a closed school began: since then it cannot be reopened. */
    erasureBeganAt: moment('erasure_began_at'),
    createdAt,
  },
  (table) => [
    checkOneOf('schools_subscription_status', table.subscriptionStatus, SUBSCRIPTION_STATUSES),
    checkOneOf('schools_subscription_plan', table.subscriptionPlan, SUBSCRIPTION_PLANS),
    checkOneOf('schools_second_factor', table.secondFactor, SECOND_FACTOR_RULES),
    check(
      'schools_required_provider',
      sql`(${table.requiredProvider} is null) = (${table.requiredDomain} is null)`,
    ),
    check('schools_suspended', sql`(${table.suspendedAt} is null) = (${table.suspendedFor} is null)`),
    schoolPolicy('schools', table.id),
  ],
);

export const users = pgTable(
  'users',
  {
    id,
    schoolId: uuid('school_id').references(() => schools.id, { onDelete: 'cascade' }),
    /** In lower case, so that an address has one account. */
    email: text('email').notNull().unique(),
    /** A new address that is not confirmed yet. */
    pendingEmail: text('pending_email'),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    address: text('address').notNull().default(''),
    telephone: text('telephone').notNull().default(''),
    /** Null without a school. */
    role: text('role', { enum: ROLES }),
    status: text('status', { enum: PERSON_STATUSES }).notNull(),
    passwordHash: text('password_hash'),
    needChangePassword: boolean('need_change_password').notNull().default(false),
    /** The end of a temporary password; null: the password is not temporary. */
    temporaryUntil: moment('temporary_until'),
    /** The last way of signing in: `password`, `passkey`, or the name of a provider. Null before the first time. */
    lastWay: text('last_way'),
    /** When the person starts to need a second factor, if they joined, or got their role, after the rule was switched on. */
    secondFactorFrom: moment('second_factor_from'),
    /** When the person was reminded that it will soon be needed. */
    secondFactorRemindedAt: moment('second_factor_reminded_at'),
    createdAt,
  },
  (table) => [
    index('users_school').on(table.schoolId),
    checkOneOf('users_role', table.role, ROLES),
    checkOneOf('users_status', table.status, PERSON_STATUSES),
    check('users_email_normalised', sql`${table.email} = lower(${table.email})`),
    check('users_role_with_school', sql`(${table.role} is null) = (${table.schoolId} is null)`),
    schoolPolicy('users', table.schoolId),
  ],
);

/** The log of actions with person and time: people, plan, publish, send, close. */
export const auditLog = pgTable(
  'audit_log',
  {
    id,
    schoolId: uuid('school_id')
      .notNull()
      .references(() => schools.id, { onDelete: 'cascade' }),
    /** Without a foreign key, so that it outlives the account. Names alone may be ambiguous. */
    userId: uuid('user_id'),
    /** The person's name at the time; empty for the program itself. */
    actor: text('actor').notNull().default(''),
    /** The person's role at the time. */
    actorRole: text('actor_role', { enum: ROLES }),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    details: jsonb('details').$type<Readonly<Record<string, unknown>>>().notNull().default({}),
    createdAt,
    /** Orders entries of the same millisecond. */
    sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    index('audit_log_by_creation').on(
      table.schoolId,
      table.createdAt.desc().nullsFirst(),
      table.sequence.desc().nullsFirst(),
    ),
    checkOneOf('audit_log_actor_role', table.actorRole, ROLES),
    schoolPolicy('audit_log', table.schoolId),
  ],
);
