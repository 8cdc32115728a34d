import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { APPROVAL_STATUSES } from '#contract/approval/approval.ts';
import { checkOneOf, moment, schoolPolicy } from './columns.ts';
import { schools, users } from './core.ts';
import { newsletterStates, type StateSettings } from './history.ts';
import { newsletters } from './newsletters.ts';

/** The tables of approval; see `core.ts` for the conventions. Whether it is on is a column of the school. */

const schoolId = uuid('school_id')
  .notNull()
  .references(() => schools.id, { onDelete: 'cascade' });

/** The people who approve newsletters. Only the owner and active admins among them are asked. */
export const approvers = pgTable(
  'approvers',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    schoolId,
  },
  (table) => [index('approvers_school').on(table.schoolId), schoolPolicy('approvers', table.schoolId)],
);

/** Requests for approval of a draft, each with its content. */
export const approvals = pgTable(
  'approvals',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId,
    newsletterId: uuid('newsletter_id')
      .notNull()
      .references(() => newsletters.id, { onDelete: 'cascade' }),
    /** Orders the requests, whatever the clock says. */
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
    status: text('status', { enum: APPROVAL_STATUSES }).notNull().default('waiting'),
    version: integer('version').notNull(),
    /** A hash of settings and blocks: the approval covers nothing else. */
    fingerprint: text('fingerprint').notNull(),
    /** A hash of the newsletter as families would see it, with the dates of the calendar; null in requests of older versions. */
    shownHash: text('shown_hash'),
    settings: jsonb('settings').$type<StateSettings>().notNull(),
    code: jsonb('code').$type<readonly unknown[]>().notNull(),
    codeVersion: integer('code_version').notNull(),
    askedBy: uuid('asked_by').references(() => users.id, { onDelete: 'set null' }),
    approverId: uuid('approver_id').references(() => users.id, { onDelete: 'set null' }),
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
    message: text('message').notNull().default(''),
    /** The day by which the answer is needed, `YYYY-MM-DD` in the school's time zone; null: none was given. */
    neededBy: text('needed_by'),
    /** `HH:mm` on that day; null: none was given. */
    neededTime: text('needed_time'),
    /** The text of the answer, and the name of the block that it is about; null: the whole page. */
    words: text('words').notNull().default(''),
    about: text('about'),
    /** The SHA-256 of the mailed link's token in hex; null before the mail is made. */
    tokenHash: text('token_hash').unique(),
    askedAt: moment('asked_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    decidedAt: moment('decided_at'),
    /** The state that was approved. */
    stateId: uuid('state_id').references(() => newsletterStates.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('approvals_newest').on(table.newsletterId, table.position.desc().nullsFirst()),
    uniqueIndex('approvals_waiting').on(table.newsletterId).where(sql`${table.status} = 'waiting'`),
    index('approvals_school').on(table.schoolId),
    index('approvals_asked_by').on(table.askedBy),
    index('approvals_approver').on(table.approverId),
    index('approvals_decided_by').on(table.decidedBy),
    index('approvals_state').on(table.stateId),
    checkOneOf('approvals_status', table.status, APPROVAL_STATUSES),
    schoolPolicy('approvals', table.schoolId),
  ],
);
