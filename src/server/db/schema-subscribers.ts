import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { SUBSCRIBER_STATUSES } from '#contract/subscribers.ts';
import { moment, oneOf, schoolPolicy } from './columns.ts';
import { schools } from './schema.ts';

/** The tables of subscribers; see `schema.ts` for how tables are written. */

const id = uuid('id').primaryKey().defaultRandom();
const createdAt = moment('created_at').notNull().defaultNow();
const schoolId = uuid('school_id')
  .notNull()
  .references(() => schools.id, { onDelete: 'cascade' });

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
 * address is kept, made with the school's id, so that the address itself is really deleted. The row's id is the deleted
 * subscriber's: their own unsubscribe link leads to it, and takes it away.
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
