import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { PAID_PLANS } from '#contract/rules/prices.ts';
import { bytes, moment, oneOf, schoolPolicy } from './columns.ts';
import { schools, users } from './core.ts';

/** The tables of plan and payment. What the provider has said last stands here; nothing changes without its word. */

/** Where a provider's subscription stands. `incomplete`: not paid for yet. `ended`: over, or never paid. */
export const SUBSCRIPTION_STATES = ['incomplete', 'active', 'past_due', 'ended'] as const;
/** `open`: may still be paid. `done`: paid. `replaced`: another one was begun, or it has expired. */
export const ATTEMPT_STATES = ['open', 'done', 'replaced'] as const;
export const PAYMENT_PROVIDERS = ['sandbox', 'stripe'] as const;

// A fresh one each time: making one of them a primary key would make it of all.
const ofSchool = () =>
  uuid('school_id')
    .notNull()
    .references(() => schools.id, { onDelete: 'cascade' });
const createdAt = moment('created_at').notNull().defaultNow();

/** Who the invoices are made out to; one a school, there once it has been filled in. */
export const billingDetails = pgTable(
  'billing_details',
  {
    schoolId: ofSchool().primaryKey(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    telephone: text('telephone').notNull(),
    address: text('address').notNull(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [schoolPolicy('billing_details', table.schoolId)],
);

/** As whom a provider knows a school. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    schoolId: ofSchool(),
    provider: text('provider', { enum: PAYMENT_PROVIDERS }).notNull(),
    /** The provider's own id. */
    customerId: text('customer_id').notNull().unique(),
    createdAt,
  },
  (table) => [
    primaryKey({ name: 'payment_customers_school_provider', columns: [table.schoolId, table.provider] }),
    oneOf('payment_customers_provider', table.provider, PAYMENT_PROVIDERS),
    schoolPolicy('payment_customers', table.schoolId),
  ],
);

/** Every subscription that a provider has ever told of, as it was when it was last asked. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    /** The provider's own id. */
    id: text('id').primaryKey(),
    schoolId: ofSchool(),
    provider: text('provider', { enum: PAYMENT_PROVIDERS }).notNull(),
    plan: text('plan', { enum: PAID_PLANS }).notNull(),
    state: text('state', { enum: SUBSCRIPTION_STATES }).notNull(),
    /** False once the renewal is cancelled. */
    renews: boolean('renews').notNull(),
    /** Until when it is paid; null before the first payment. */
    paidUntil: moment('paid_until'),
    cardLast4: text('card_last4'),
    /** From when that card pays no more; null where that is not known. */
    cardExpiresAt: moment('card_expires_at'),
    /** The end of the card that somebody was warned of. */
    cardWarnedOf: moment('card_warned_of'),
    /** Questions to the provider about it are numbered; an answer to an older one than `answered` is out of date. */
    asked: integer('asked').notNull().default(0),
    answered: integer('answered').notNull().default(0),
    createdAt,
  },
  (table) => [
    index('subscriptions_school').on(table.schoolId),
    oneOf('subscriptions_provider', table.provider, PAYMENT_PROVIDERS),
    oneOf('subscriptions_plan', table.plan, PAID_PLANS),
    oneOf('subscriptions_state', table.state, SUBSCRIPTION_STATES),
    schoolPolicy('subscriptions', table.schoolId),
  ],
);

/** Somebody has chosen a plan and may now pay. Its id is the key under which the provider makes one subscription only. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId: ofSchool(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    provider: text('provider', { enum: PAYMENT_PROVIDERS }).notNull(),
    plan: text('plan', { enum: PAID_PLANS }).notNull(),
    state: text('state', { enum: ATTEMPT_STATES }).notNull().default('open'),
    /** Unknown until the provider has answered. */
    subscriptionId: text('subscription_id'),
    createdAt,
  },
  (table) => [
    uniqueIndex('payment_attempts_one_open').on(table.schoolId).where(sql`${table.state} = 'open'`),
    index('payment_attempts_subscription').on(table.subscriptionId),
    index('payment_attempts_user').on(table.userId),
    oneOf('payment_attempts_provider', table.provider, PAYMENT_PROVIDERS),
    oneOf('payment_attempts_plan', table.plan, PAID_PLANS),
    oneOf('payment_attempts_state', table.state, ATTEMPT_STATES),
    schoolPolicy('payment_attempts', table.schoolId),
  ],
);

/** What has been paid. A row is never changed. */
export const invoices = pgTable(
  'invoices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId: ofSchool(),
    provider: text('provider', { enum: PAYMENT_PROVIDERS }).notNull(),
    /** The provider's own id. */
    providerId: text('provider_id').notNull(),
    number: text('number').notNull(),
    plan: text('plan', { enum: PAID_PLANS }).notNull(),
    /** In pence. */
    amount: integer('amount').notNull(),
    periodStart: moment('period_start').notNull(),
    periodEnd: moment('period_end').notNull(),
    paidAt: moment('paid_at').notNull(),
    cardLast4: text('card_last4'),
    /** Whom it was made out to, as at the payment. */
    billedTo: jsonb('billed_to').$type<readonly string[]>().notNull(),
    /** With which the addresses of its PDF are signed. */
    linkKey: bytes('link_key').notNull(),
  },
  (table) => [
    unique('invoices_provider_id').on(table.provider, table.providerId),
    index('invoices_by_period').on(table.schoolId, table.periodStart.desc().nullsFirst()),
    oneOf('invoices_provider', table.provider, PAYMENT_PROVIDERS),
    oneOf('invoices_plan', table.plan, PAID_PLANS),
    schoolPolicy('invoices', table.schoolId),
  ],
);

/** The provider's events that have come in: each takes effect once. Of no school, as it is only looked at later whose it is. */
export const paymentEvents = pgTable(
  'payment_events',
  { id: text('id').primaryKey(), type: text('type').notNull(), receivedAt: moment('received_at').notNull() },
  (table) => [index('payment_events_receipt').on(table.receivedAt)],
);

/** Which reminders about the end of its trial a school has been sent. */
export const trialReminders = pgTable(
  'trial_reminders',
  {
    schoolId: ofSchool(),
    /** How many days before the end. */
    days: integer('days').notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'trial_reminders_school_days', columns: [table.schoolId, table.days] }),
    schoolPolicy('trial_reminders', table.schoolId),
  ],
);

/** The sandbox's own books: one document a customer. Only the sandbox reads them. */
export const sandboxAccounts = pgTable(
  'sandbox_accounts',
  {
    customerId: text('customer_id').primaryKey(),
    schoolId: ofSchool(),
    account: jsonb('account').$type<unknown>().notNull(),
  },
  (table) => [
    index('sandbox_accounts_school').on(table.schoolId),
    schoolPolicy('sandbox_accounts', table.schoolId),
  ],
);
