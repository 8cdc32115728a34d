import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { SIGN_UP_STATES } from '#contract/families/sign-up.ts';
import { checkOneOf, moment, schoolPolicy } from './columns.ts';
import { schools } from './core.ts';
import { subscribers } from './subscribers.ts';

/** The tables of families' own actions: sign up, choose, leave. See `core.ts` for the conventions. */

const schoolId = uuid('school_id')
  .notNull()
  .references(() => schools.id, { onDelete: 'cascade' });

/** The abilities that a school gives its families. Without a row: only leaving and choosing among their groups. */
export const familySettings = pgTable(
  'family_settings',
  {
    schoolId: uuid('school_id')
      .primaryKey()
      .references(() => schools.id, { onDelete: 'cascade' }),
    /** Whether the office must approve each family that signs up. */
    approval: boolean('approval').notNull().default(false),
    /** Languages, besides the school's own, that families can choose for the program's words. */
    languages: text('languages').array().notNull().default(sql`'{}'`),
    /** The monthly digest goes out on the first such weekday of a month (Monday is 1); null: there is none. */
    digestWeekday: integer('digest_weekday'),
    /** When the owner was last notified of waiting families. */
    ownerNotifiedAt: moment('told_at'),
  },
  (table) => [
    check('family_settings_weekday', sql`${table.digestWeekday} between 1 and 7`),
    schoolPolicy('family_settings', table.schoolId),
  ],
);

/** A request for a place on a school's list. It stays until it expires, so that its link can show the outcome. */
export const signUps = pgTable(
  'sign_ups',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId,
    email: text('email').notNull(),
    groupIds: uuid('group_ids').array().notNull(),
    language: text('language'),
    state: text('state', { enum: SIGN_UP_STATES }).notNull().default('asked'),
    /** Null until the request's mail is made. */
    tokenHash: text('token_hash').unique(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** The subscriber that the request became, once it is done. */
    subscriberId: uuid('subscriber_id').references(() => subscribers.id, { onDelete: 'cascade' }),
  },
  (table) => [
    uniqueIndex('sign_ups_waiting').on(table.schoolId, table.email).where(sql`${table.state} = 'waiting'`),
    index('sign_ups_school').on(table.schoolId, table.state, table.createdAt),
    index('sign_ups_subscriber').on(table.subscriberId),
    index('sign_ups_expiry').on(table.expiresAt),
    checkOneOf('sign_ups_state', table.state, SIGN_UP_STATES),
    check('sign_ups_email_normalised', sql`${table.email} = lower(${table.email})`),
    schoolPolicy('sign_ups', table.schoolId),
  ],
);

/** A subscriber's change of their own address: confirmed by a link to the new one, undone by a link to the old one. */
export const addressChanges = pgTable(
  'address_changes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId,
    subscriberId: uuid('subscriber_id')
      .notNull()
      .references(() => subscribers.id, { onDelete: 'cascade' }),
    before: text('before').notNull(),
    email: text('email').notNull(),
    /** The hashes of the links' tokens: null until the mails are made. */
    confirmHash: text('confirm_hash').unique(),
    undoHash: text('undo_hash').unique(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    confirmedAt: moment('confirmed_at'),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    index('address_changes_subscriber').on(table.subscriberId),
    index('address_changes_school').on(table.schoolId),
    index('address_changes_expiry').on(table.expiresAt),
    schoolPolicy('address_changes', table.schoolId),
  ],
);
