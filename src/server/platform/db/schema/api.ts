import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { DELIVERY_STATES, NO_ANSWER, PAYLOAD_TYPES } from '#contract/api/webhook-states.ts';
import { checkOneOf, moment, schoolPolicy } from './columns.ts';
import { schools, users } from './core.ts';

/** The tables of API tokens and webhooks; see `core.ts` for the conventions. */

const id = uuid('id').primaryKey().defaultRandom();
const createdAt = moment('created_at').notNull().defaultNow();
const schoolId = uuid('school_id')
  .notNull()
  .references(() => schools.id, { onDelete: 'cascade' });

/** Only the SHA-256 of a token is stored, in hex. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id,
    schoolId,
    /** The owner who made the token, and to whom its creations belong. It works while they are the school's owner. */
    madeBy: uuid('made_by').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** The token's last characters. */
    hint: text('hint').notNull(),
    scopes: text('scopes').array().notNull(),
    endsAt: moment('ends_at').notNull(),
    lastUsedAt: moment('last_used_at'),
    useCount: bigint('use_count', { mode: 'number' }).notNull().default(0),
    /** The minute in which calls are counted, and their number so far. */
    windowStart: moment('window_start'),
    windowCount: integer('window_count').notNull().default(0),
    createdAt,
  },
  (table) => [
    index('api_tokens_school').on(table.schoolId),
    index('api_tokens_made_by').on(table.madeBy),
    index('api_tokens_end').on(table.endsAt),
    schoolPolicy('api_tokens', table.schoolId),
  ],
);

export const webhooks = pgTable(
  'webhooks',
  {
    id,
    schoolId,
    url: text('url').notNull(),
    events: text('events').array().notNull(),
    /** The key that signs. Receivers have it too, so storing a hash would not work. */
    secret: text('secret').notNull(),
    /** The former key, which also signs until then. */
    oldSecret: text('old_secret'),
    oldSecretUntil: moment('old_secret_until'),
    failingSince: moment('failing_since'),
    offSince: moment('off_since'),
    isOffByFailure: boolean('is_off_by_failure').notNull().default(false),
    createdAt,
  },
  (table) => [index('webhooks_school').on(table.schoolId), schoolPolicy('webhooks', table.schoolId)],
);

/** The deliveries of webhooks: written in the transaction of the event, sent by a job, kept for 30 days. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id,
    schoolId,
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text('event', { enum: PAYLOAD_TYPES }).notNull(),
    /** Signed byte for byte. */
    body: text('body').notNull(),
    state: text('state', { enum: DELIVERY_STATES }).notNull().default('waiting'),
    tries: integer('tries').notNull().default(0),
    nextTryAt: moment('next_try_at'),
    lastTriedAt: moment('last_tried_at'),
    statusCode: integer('status_code'),
    noAnswer: text('no_answer', { enum: NO_ANSWER }),
    answer: text('answer').notNull().default(''),
    milliseconds: integer('milliseconds'),
    createdAt,
    /** Orders events of the same transaction. */
    sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    index('webhook_deliveries_by_creation').on(
      table.webhookId,
      table.createdAt.desc().nullsFirst(),
      table.sequence.desc().nullsFirst(),
    ),
    index('webhook_deliveries_due')
      .on(table.webhookId, table.nextTryAt)
      .where(sql`${table.state} = 'waiting'`),
    index('webhook_deliveries_age').on(table.createdAt),
    index('webhook_deliveries_school').on(table.schoolId),
    checkOneOf('webhook_deliveries_state', table.state, DELIVERY_STATES),
    schoolPolicy('webhook_deliveries', table.schoolId),
  ],
);
