import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { FAILURE_REASONS, MAIL_STATES } from '#contract/deliveries.ts';
import { DELIVERY_STATUSES } from '#contract/delivery-state.ts';
import type { GroupChoice } from '#contract/groups/audience.ts';
import { MAIL_REPORTS } from '#contract/mail/bounces.ts';
import { bytes, checkOneOf, moment, schoolPolicy } from './columns.ts';
import { schools, users } from './core.ts';
import { editionVariants, pastEditions } from './history.ts';
import { newsletters } from './newsletters.ts';
import { subscribers } from './subscribers.ts';

/** The tables of deliveries; see `core.ts` for the conventions. */

const schoolId = uuid('school_id')
  .notNull()
  .references(() => schools.id, { onDelete: 'cascade' });

/** A newsletter in a monthly digest as it was then, with its audience (null: everybody). */
export interface DigestItem {
  readonly newsletterId: string;
  readonly audience: GroupChoice | null;
  readonly title: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly slug: string;
  /** An uploaded file's path or its URL, in a block for everyone. */
  readonly picture: string | null;
  /** The groups that its blocks are for, and the sent edition; absent in digests of earlier program versions. */
  readonly targets?: readonly string[];
  readonly editionId?: string | null;
  /** An earlier digest that contained it: then it is only for families that the earlier digest should have reached and did not. */
  readonly again?: string;
}

/** The people who can fix the reason of a pause. */
const TROUBLE_FOR = ['school', 'operator'] as const;

/** One sending of a newsletter to the subscribers of its school, or of the month's newsletters in one mail. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId,
    /** Null for a monthly digest. */
    newsletterId: uuid('newsletter_id').references(() => newsletters.id, { onDelete: 'cascade' }),
    /** The month of the digest, `YYYY-MM`, and its items. */
    digestMonth: text('digest_month'),
    digest: jsonb('digest').$type<readonly DigestItem[]>(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    status: text('status', { enum: DELIVERY_STATUSES }).notNull(),
    subject: text('subject').notNull(),
    previewText: text('preview_text').notNull(),
    replyTo: text('reply_to').notNull(),
    fromName: text('from_name').notNull(),
    /** Null: everybody. The words are the groups' names at that time. */
    audience: jsonb('audience').$type<GroupChoice>(),
    audienceWords: text('audience_words'),
    /** Null: immediately. */
    sendAt: moment('send_at'),
    /** The mail as it was when the sending began. Null before the beginning and after the end. */
    mailHtml: text('mail_html'),
    mailText: text('mail_text'),
    /** The edition of the mail; after a pause a delivery may continue with another one. */
    editionId: uuid('edition_id').references(() => pastEditions.id, { onDelete: 'set null' }),
    /** The reason of a pause or of giving up, as a sentence for staff. */
    trouble: text('trouble'),
    /** The people who can fix it; null if a person paused it, and in rows of the version before. */
    troubleFor: text('trouble_for', { enum: TROUBLE_FOR }),
    /** While the mail server is unavailable: not tried before this, and the number of consecutive outages. */
    heldUntil: moment('held_until'),
    outages: integer('outages').notNull().default(0),
    /** When it last continued with a working mail server: its lateness counts from then. */
    wentOnAt: moment('went_on_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    // At most one delivery of a newsletter is in progress: a second click finds the first one.
    uniqueIndex('deliveries_under_way')
      .on(table.newsletterId)
      .where(sql`${table.status} in ('scheduled', 'sending', 'paused')`),
    uniqueIndex('deliveries_digest').on(table.schoolId, table.digestMonth),
    check(
      'deliveries_newsletter_or_digest',
      sql`(${table.newsletterId} is null) = (${table.digestMonth} is not null)`,
    ),
    index('deliveries_newsletter').on(table.newsletterId, table.createdAt.desc().nullsFirst()),
    index('deliveries_status').on(table.status),
    index('deliveries_school').on(table.schoolId),
    index('deliveries_created_by').on(table.createdBy),
    index('deliveries_edition').on(table.editionId),
    checkOneOf('deliveries_status_known', table.status, DELIVERY_STATUSES),
    checkOneOf('deliveries_trouble_for', table.troubleFor, TROUBLE_FOR),
    schoolPolicy('deliveries', table.schoolId),
  ],
);

/**
 * Whether a recipient has the mail, may have it, or is about to get it, so that it is not sent to them again. The unique index below has
 * this condition, and so finds them.
 */
export function countsAsReceived({ state, reason }: Readonly<Record<'state' | 'reason', SQLWrapper>>): SQL {
  return sql`(${state} in ('waiting', 'sending', 'sent') or ${reason} = 'unconfirmed')`;
}

/** The recipients of a delivery and the state of their mail. Only the subscriber holds the address. */
export const deliveryRecipients = pgTable(
  'delivery_recipients',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    schoolId,
    /** The delivery's newsletter, for the index that prevents sending it to anybody twice; for a digest, the delivery, whose
     * items are what it brings. */
    newsletterId: uuid('newsletter_id').notNull(),
    /** Null after the subscriber was deleted. */
    subscriberId: uuid('subscriber_id').references(() => subscribers.id, { onDelete: 'set null' }),
    /** The edition whose mail was last tried. It is deleted only with the newsletter, as is this row. */
    editionId: uuid('edition_id'),
    /** A bit for each group that blocks of the newsletter are for, as at the beginning; null if there are none. See `group-bits.ts`. */
    groupBits: bigint('group_bits', { mode: 'bigint' }),
    /** `sending`: claimed by a process, which may have died. */
    state: text('state', { enum: MAIL_STATES }).notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** Not tried before this. */
    dueAt: moment('due_at').notNull(),
    firstTriedAt: moment('first_tried_at'),
    /** The process that has claimed the mail, and when its claim ends. */
    claimedBy: uuid('claimed_by'),
    claimedUntil: moment('claimed_until'),
    /** When the mail was sent, failed or skipped. */
    endedAt: moment('ended_at'),
    reason: text('reason', { enum: FAILURE_REASONS }),
    /** The mail server's response to the last try. */
    detail: text('detail'),
    /** The report about the mail after it was handed over. */
    report: text('report', { enum: MAIL_REPORTS }),
    /** Whether a try may have arrived: the mail server took it and did not confirm that, or the process that had claimed it died. */
    mayHaveArrived: boolean('may_have_arrived').notNull().default(false),
  },
  (table) => [
    uniqueIndex('delivery_recipients_once')
      .on(table.newsletterId, table.subscriberId)
      .where(countsAsReceived(table)),
    index('delivery_recipients_due')
      .on(table.deliveryId, table.dueAt, table.id)
      .where(sql`${table.state} in ('waiting', 'sending')`),
    index('delivery_recipients_state').on(table.deliveryId, table.state),
    index('delivery_recipients_subscriber').on(table.subscriberId),
    // The day's quota counts what ended within 24 hours, among all that a school has ever sent.
    index('delivery_recipients_ended').on(table.schoolId, table.endedAt),
    checkOneOf('delivery_recipients_state_known', table.state, MAIL_STATES),
    checkOneOf('delivery_recipients_reason_known', table.reason, FAILURE_REASONS),
    checkOneOf('delivery_recipients_report_known', table.report, MAIL_REPORTS),
    schoolPolicy('delivery_recipients', table.schoolId),
  ],
);

/** The number of recipients whose mail may have arrived. They are among the failed. */
export function countUnconfirmed(): SQL<number> {
  const { state, reason } = deliveryRecipients;
  return sql`count(*) filter (where ${state} = 'failed' and ${reason} = 'unconfirmed')`.mapWith(Number);
}

/** The variant for recipients who are in the same groups of the blocks. Without a row: everyone's mail. */
export const deliveryReadings = pgTable(
  'delivery_readings',
  {
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    schoolId,
    editionId: uuid('edition_id')
      .notNull()
      .references(() => pastEditions.id, { onDelete: 'cascade' }),
    groupBits: bigint('group_bits', { mode: 'bigint' }).notNull(),
    variantId: uuid('variant_id')
      .notNull()
      .references(() => editionVariants.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.editionId, table.groupBits] }),
    index('delivery_readings_edition').on(table.editionId),
    index('delivery_readings_variant').on(table.variantId),
    index('delivery_readings_school').on(table.schoolId),
    schoolPolicy('delivery_readings', table.schoolId),
  ],
);

/** The shared rate limits of mails: token buckets for all processes, 1 of a minute and 2 of a new sender's day. */
export const mailBudget = pgTable(
  'mail_budget',
  {
    id: integer('id').primaryKey().default(1),
    mails: doublePrecision('mails').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [check('mail_budget_known', sql`${table.id} in (1, 2)`)],
);

/** Receivers that asked for fewer mails, until they accept one again. */
export const slowReceivers = pgTable('slow_receivers', {
  /** A large receiver's name, or a domain. */
  receiver: text('receiver').primaryKey(),
  /** The number of refusals in a row. */
  refusals: integer('refusals').notNull(),
  heldUntil: moment('held_until').notNull(),
});

/** The position in the mailbox of reports: its server's UIDVALIDITY, and the last UID read. */
export const reportMailboxes = pgTable('report_mailboxes', {
  /** Server, account and folder. */
  mailbox: text('mailbox').primaryKey(),
  uidValidity: text('uid_validity').notNull(),
  lastUid: bigint('last_uid', { mode: 'number' }).notNull(),
});

/** Random keys that the program creates once, for signatures that all processes must be able to verify. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
});
