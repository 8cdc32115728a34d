import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { DELIVERY_STATUSES, FAILURE_REASONS } from '#contract/deliveries.ts';
import { bytes, moment, oneOf, schoolPolicy } from './columns.ts';
import { schools, users } from './core.ts';
import { newsletters } from './newsletters.ts';
import { subscribers } from './subscribers.ts';

/** The tables of sending by e-mail; see `schema.ts` for how tables are written. */

/** Where a recipient's mail is. `sending`: claimed by a process, which may have died. `skipped`: nobody tried. */
export const RECIPIENT_STATES = ['waiting', 'sending', 'sent', 'failed', 'skipped'] as const;

const schoolId = uuid('school_id')
  .notNull()
  .references(() => schools.id, { onDelete: 'cascade' });

/** One sending of a newsletter to the subscribers of its school. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId,
    newsletterId: uuid('newsletter_id')
      .notNull()
      .references(() => newsletters.id, { onDelete: 'cascade' }),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    status: text('status', { enum: DELIVERY_STATUSES }).notNull(),
    subject: text('subject').notNull(),
    previewText: text('preview_text').notNull(),
    replyTo: text('reply_to').notNull(),
    fromName: text('from_name').notNull(),
    /** Null: at once. */
    sendAt: moment('send_at'),
    /** The mail as it was when the sending began, the same for everybody; null before, and again when it has ended. */
    mailHtml: text('mail_html'),
    mailText: text('mail_text'),
    /** Why it stands still or was given up, in a sentence for a person. */
    trouble: text('trouble'),
    /** While the mail server is away nobody tries before this, and how often that has been so in a row. */
    heldUntil: moment('held_until'),
    outages: integer('outages').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    // A newsletter is under way once at most: a second click finds the first one.
    uniqueIndex('deliveries_under_way')
      .on(table.newsletterId)
      .where(sql`${table.status} in ('scheduled', 'sending', 'paused')`),
    index('deliveries_newsletter').on(table.newsletterId, table.createdAt.desc().nullsFirst()),
    index('deliveries_status').on(table.status),
    index('deliveries_school').on(table.schoolId),
    index('deliveries_created_by').on(table.createdBy),
    oneOf('deliveries_status_known', table.status, DELIVERY_STATUSES),
    schoolPolicy('deliveries', table.schoolId),
  ],
);

/** Everybody whom a delivery goes to, with what has become of it. The address stands with the subscriber alone. */
export const deliveryRecipients = pgTable(
  'delivery_recipients',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    schoolId,
    /** Its delivery's, for the index that keeps anybody from getting a newsletter twice. */
    newsletterId: uuid('newsletter_id').notNull(),
    /** Null once the subscriber was deleted. */
    subscriberId: uuid('subscriber_id').references(() => subscribers.id, { onDelete: 'set null' }),
    state: text('state', { enum: RECIPIENT_STATES }).notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** Not tried before this. */
    dueAt: moment('due_at').notNull(),
    firstTriedAt: moment('first_tried_at'),
    /** Who is at it, and until when they count as alive. */
    claimedBy: uuid('claimed_by'),
    claimedUntil: moment('claimed_until'),
    /** When it was sent, failed or was skipped. */
    endedAt: moment('ended_at'),
    reason: text('reason', { enum: FAILURE_REASONS }),
    /** What the mail server said at the last try. */
    detail: text('detail'),
  },
  (table) => [
    uniqueIndex('delivery_recipients_once')
      .on(table.newsletterId, table.subscriberId)
      .where(sql`${table.state} in ('waiting', 'sending', 'sent')`),
    index('delivery_recipients_due')
      .on(table.deliveryId, table.dueAt, table.id)
      .where(sql`${table.state} in ('waiting', 'sending')`),
    index('delivery_recipients_state').on(table.deliveryId, table.state),
    index('delivery_recipients_subscriber').on(table.subscriberId),
    index('delivery_recipients_school').on(table.schoolId),
    oneOf('delivery_recipients_state_known', table.state, RECIPIENT_STATES),
    oneOf('delivery_recipients_reason_known', table.reason, FAILURE_REASONS),
    schoolPolicy('delivery_recipients', table.schoolId),
  ],
);

/** How many mails may go just now, for all processes together: one row, a bucket that fills with time. */
export const mailBudget = pgTable(
  'mail_budget',
  {
    id: integer('id').primaryKey().default(1),
    mails: doublePrecision('mails').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [check('mail_budget_one', sql`${table.id} = 1`)],
);

/** Random keys that the program makes for itself, once: they sign what must be known again by all processes. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
});
