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
import { SUBSCRIPTION_PLANS, SUBSCRIPTION_STATUSES } from '#contract/school.ts';
import { moment, oneOf, schoolPolicy } from './columns.ts';

/**
 * The tables, their constraints, indexes and policies; `npm run migration` writes the SQL from here. Names are
 * snake_case in the database and camelCase in code. A table that `forSchool` may use, or that has a policy, needs a line in `tenant-access.ts`.
 */

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
    /** The address that a mailed link was last followed for; `email` counts as confirmed where the two are the same. */
    confirmedEmail: text('confirmed_email'),
    phone: text('phone').notNull(),
    website: text('website'),
    primaryColor: text('primary_color'),
    secondaryColor: text('secondary_color'),
    /** How newsletters look that have no design of their own. */
    design: text('design').notNull().default('letter'),
    /** The logo's width by its height; null where it is not known. */
    logoAspect: real('logo_aspect'),
    language: text('language').notNull().default('en'),
    timeZone: text('time_zone').notNull().default('Europe/London'),
    /** Whether search engines may list the published newsletters. */
    searchEngines: boolean('search_engines').notNull().default(false),
    /** Counts the changes of what newsletters show of their school. */
    brandingVersion: integer('branding_version').notNull().default(1),
    subscriptionStatus: text('subscription_status', { enum: SUBSCRIPTION_STATUSES })
      .notNull()
      .default('trial'),
    subscriptionPlan: text('subscription_plan', { enum: SUBSCRIPTION_PLANS }).notNull().default('trial'),
    subscriptionEndDate: moment('subscription_end_date'),
    closesAt: moment('closes_at'),
    /** Since when a closed school is being deleted: from then on it cannot be taken back. */
    erasureBeganAt: moment('erasure_began_at'),
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
    /** The address that the person wants instead, until the link that is mailed there is followed. */
    pendingEmail: text('pending_email'),
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

/** Who did what when: people, plan, publish, send, close. */
export const auditLog = pgTable(
  'audit_log',
  {
    id,
    schoolId: uuid('school_id')
      .notNull()
      .references(() => schools.id, { onDelete: 'cascade' }),
    /** Without a foreign key, so that it outlives the account: names may be taken by others. */
    userId: uuid('user_id'),
    /** What they were called then; empty for the program itself. */
    actor: text('actor').notNull().default(''),
    /** Their role then. */
    actorRole: text('actor_role', { enum: ROLES }),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    details: jsonb('details').$type<Readonly<Record<string, unknown>>>().notNull().default({}),
    createdAt,
    /** Lines of one millisecond in the order in which they were written. */
    sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    index('audit_log_by_creation').on(
      table.schoolId,
      table.createdAt.desc().nullsFirst(),
      table.sequence.desc().nullsFirst(),
    ),
    oneOf('audit_log_actor_role', table.actorRole, ROLES),
    schoolPolicy('audit_log', table.schoolId),
  ],
);
