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
import { bytes, checkOneOf, moment, schoolPolicy } from './columns.ts';
import { schools, users } from './core.ts';

/** The tables of plans and payments: a copy of the provider's last known state. */

/** States of a provider's subscription. `incomplete`: not paid yet. `ended`: expired, or never paid. */
const SUBSCRIPTION_STATES = ['incomplete', 'active', 'past_due', 'ended'] as const;
/** `open`: may still be paid. `done`: paid. `replaced`: expired, or superseded by another attempt. */
const ATTEMPT_STATES = ['open', 'done', 'replaced'] as const;
const PAYMENT_PROVIDERS = ['sandbox', 'stripe'] as const;

// A new column builder each time, because `primaryKey()` changes the builder.
const ofSchool = () =>
  uuid('school_id')
    .notNull()
    .references(() => schools.id, { onDelete: 'cascade' });
const createdAt = moment('created_at').notNull().defaultNow();

/** The addressee of invoices. One row per school, once it has filled in the form. */
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

/** The provider's customer for a school. */
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
    checkOneOf('payment_customers_provider', table.provider, PAYMENT_PROVIDERS),
    schoolPolicy('payment_customers', table.schoolId),
  ],
);

/** Every subscription that a provider has reported, as last read from it. */
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
    /** The end of the paid time; null before the first payment. */
    paidUntil: moment('paid_until'),
    cardLast4: text('card_last4'),
    /** When the card expires; null if unknown. */
    cardExpiresAt: moment('card_expires_at'),
    /** The card expiry for which a warning was sent. */
    cardWarnedOf: moment('card_warned_of'),
    /** Reads from the provider are numbered, so that an answer older than `answered` is ignored. */
    asked: integer('asked').notNull().default(0),
    answered: integer('answered').notNull().default(0),
    createdAt,
  },
  (table) => [
    index('subscriptions_school').on(table.schoolId),
    checkOneOf('subscriptions_provider', table.provider, PAYMENT_PROVIDERS),
    checkOneOf('subscriptions_plan', table.plan, PAID_PLANS),
    checkOneOf('subscriptions_state', table.state, SUBSCRIPTION_STATES),
    schoolPolicy('subscriptions', table.schoolId),
  ],
);

/** A chosen plan that may now be paid. Its id is the idempotency key of the provider's subscription. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId: ofSchool(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    provider: text('provider', { enum: PAYMENT_PROVIDERS }).notNull(),
    plan: text('plan', { enum: PAID_PLANS }).notNull(),
    state: text('state', { enum: ATTEMPT_STATES }).notNull().default('open'),
    /** Null until the provider has answered. */
    subscriptionId: text('subscription_id'),
    createdAt,
  },
  (table) => [
    uniqueIndex('payment_attempts_one_open').on(table.schoolId).where(sql`${table.state} = 'open'`),
    index('payment_attempts_subscription').on(table.subscriptionId),
    index('payment_attempts_user').on(table.userId),
    checkOneOf('payment_attempts_provider', table.provider, PAYMENT_PROVIDERS),
    checkOneOf('payment_attempts_plan', table.plan, PAID_PLANS),
    checkOneOf('payment_attempts_state', table.state, ATTEMPT_STATES),
    schoolPolicy('payment_attempts', table.schoolId),
  ],
);

/** Paid invoices. Rows never change. */
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
    /** The billing details at the time of payment. */
    billedTo: jsonb('billed_to').$type<readonly string[]>().notNull(),
    /** Signs the links to its PDF. */
    linkKey: bytes('link_key').notNull(),
  },
  (table) => [
    unique('invoices_provider_id').on(table.provider, table.providerId),
    index('invoices_by_period').on(table.schoolId, table.periodStart.desc().nullsFirst()),
    checkOneOf('invoices_provider', table.provider, PAYMENT_PROVIDERS),
    checkOneOf('invoices_plan', table.plan, PAID_PLANS),
    schoolPolicy('invoices', table.schoolId),
  ],
);

/**
 * The provider's events that have been received, so that each takes effect once. Their school is not known on receipt.
 */
export const paymentEvents = pgTable(
  'payment_events',
  { id: text('id').primaryKey(), type: text('type').notNull(), receivedAt: moment('received_at').notNull() },
  (table) => [index('payment_events_receipt').on(table.receivedAt)],
);

/** The reminders about the end of its trial that a school was sent. */
export const trialReminders = pgTable(
  'trial_reminders',
  {
    schoolId: ofSchool(),
    /** The days before the end of the trial. */
    days: integer('days').notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'trial_reminders_school_days', columns: [table.schoolId, table.days] }),
    schoolPolicy('trial_reminders', table.schoolId),
  ],
);

/** The payment sandbox's accounts, one document per customer. Only the sandbox reads them. */
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
