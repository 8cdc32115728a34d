import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { MAIL_TROUBLES, STAFF_ROLES } from '#contract/invites.ts';
import type { SecondStepTaken, SessionWay } from '#contract/sign-in/ways.ts';
import { checkOneOf, moment, schoolPolicy } from './columns.ts';
import { schools, users } from './core.ts';

/** The tables of sessions, mailed links and invitations; see `core.ts` for the conventions. */

/** Purposes of a single-use link. All are mailed except `download`, which the browser follows at once. */
export const MAILED_TOKEN_KINDS = [
  'welcome',
  'reset',
  'confirm_email',
  'confirm_school_email',
  'download',
] as const;

const id = uuid('id').primaryKey().defaultRandom();
const createdAt = moment('created_at').notNull().defaultNow();
const schoolId = uuid('school_id')
  .notNull()
  .references(() => schools.id, { onDelete: 'cascade' });
const userId = uuid('user_id')
  .notNull()
  .references(() => users.id, { onDelete: 'cascade' });

/** Sign-ins. Only the SHA-256 of the token is stored, in hex. */
export const sessions = pgTable(
  'sessions',
  {
    id,
    userId,
    tokenHash: text('token_hash').notNull().unique(),
    remember: boolean('remember').notNull(),
    device: text('device').notNull().default(''),
    /** The way of opening it, and whether a second factor was shown. The contract lists the ways, no constraint does. */
    way: text('way').$type<SessionWay>().notNull().default('password'),
    isStrong: boolean('is_strong').notNull().default(false),
    /** The provider's name at the time, for the way `provider`. */
    provider: text('provider').notNull().default(''),
    secondStep: text('second_step').$type<SecondStepTaken>().notNull().default('none'),
    /** When the person last confirmed who they are; null: not since the session was opened. */
    confirmedAt: moment('confirmed_at'),
    /** The place where it was opened, by its network; empty if unknown. */
    place: text('place').notNull().default(''),
    createdAt,
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
);

/** Single-use links. Only the SHA-256 of the token is stored, in hex. */
export const mailedTokens = pgTable(
  'mailed_tokens',
  {
    id,
    userId,
    kind: text('kind', { enum: MAILED_TOKEN_KINDS }).notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** The address that the link was sent to and is valid for; empty for a download. */
    email: text('email').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    createdAt,
  },
  (table) => [
    index('mailed_tokens_user').on(table.userId),
    index('mailed_tokens_expiry').on(table.expiresAt),
    checkOneOf('mailed_tokens_kind', table.kind, MAILED_TOKEN_KINDS),
  ],
);

/** Rate-limit counters, one per key (limit and caller). Raised by an upsert, so that parallel attempts all count. */
export const attempts = pgTable(
  'attempts',
  {
    key: text('key').primaryKey(),
    windowStart: moment('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [index('attempts_window').on(table.windowStart)],
);

/** Open invitations to a school's staff. Accepting one deletes the row and creates a user with its id. */
export const invitations = pgTable(
  'invitations',
  {
    id,
    schoolId,
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    role: text('role', { enum: STAFF_ROLES }).notNull(),
    /** The SHA-256 of the link's token in hex; null before the mail is sent and after it was withdrawn. */
    tokenHash: text('token_hash').unique(),
    endsAt: moment('ends_at').notNull(),
    /** Why its mail did not arrive; null if nothing is wrong. */
    mailTrouble: text('mail_trouble', { enum: MAIL_TROUBLES }),
    createdAt,
  },
  (table) => [
    checkOneOf('invitations_mail_trouble', table.mailTrouble, MAIL_TROUBLES),
    unique('invitations_school_email').on(table.schoolId, table.email),
    index('invitations_email').on(table.email),
    checkOneOf('invitations_role', table.role, STAFF_ROLES),
    check('invitations_email_normalised', sql`${table.email} = lower(${table.email})`),
    schoolPolicy('invitations', table.schoolId),
  ],
);

/** A person's authenticator app. It counts once a code from it was entered. */
export const authenticators = pgTable('authenticators', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** In base32, as the app has it: codes are computed from it, so storing a hash would not work. */
  secret: text('secret').notNull(),
  /** Null before the first code. */
  confirmedAt: moment('confirmed_at'),
  /** The period of the last code, counted since 1970: a code works once. */
  lastPeriod: integer('last_period').notNull().default(0),
  createdAt,
});

/** Codes that replace the app's, each usable once. Only the SHA-256 is stored, in hex. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId,
    codeHash: text('code_hash').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Log-ins with a correct password that still wait for a code. Only the SHA-256 of the token is stored, in hex. */
export const secondSteps = pgTable(
  'second_steps',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId,
    remember: boolean('remember').notNull(),
    /** The hash of the `provider_steps` token that is connected once the code was entered. */
    providerStep: text('provider_step'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('second_steps_user').on(table.userId), index('second_steps_expiry').on(table.expiresAt)],
);

/** Browsers that need no code. Only the SHA-256 of their cookie's token is stored, in hex. */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** The id by which the person forgets it. */
    id: uuid('id').notNull().defaultRandom(),
    userId,
    device: text('device').notNull().default(''),
    lastUsedAt: moment('last_used_at'),
    /** The end of its trust, which began `TRUSTED_MS` before. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('trusted_devices_user').on(table.userId),
    index('trusted_devices_expiry').on(table.expiresAt),
  ],
);
