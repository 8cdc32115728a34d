import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
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
import {
  IMPORT_AGREEMENTS,
  IMPORT_STATUSES,
  IMPORT_UNDER_WAY,
  SUBSCRIBER_STATUSES,
} from '#contract/subscribers.ts';
import { moment, oneOf, quoted, schoolPolicy } from './columns.ts';
import { schools, users } from './core.ts';

/** The tables of subscribers; see `core.ts` for the conventions. */

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
    /** When the receiving server rejected a mail for good, and its response. */
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
 * Addresses that unsubscribed and were deleted afterwards, so that an import does not add them again. Only a hash of the
 * address and the school's id is kept. The row has the id of the deleted subscriber, whose unsubscribe link can delete it.
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

/** An import of a file: its progress, and how its subscribers agreed to get newsletters. */
export const subscriberImports = pgTable(
  'subscriber_imports',
  {
    id,
    schoolId,
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    fileName: text('file_name').notNull(),
    agreement: text('agreement', { enum: IMPORT_AGREEMENTS }).notNull(),
    status: text('status', { enum: IMPORT_STATUSES }).notNull().default('reading'),
    /** The lines of the file (0 while it is read), how many are done, and their outcomes so far. */
    total: integer('total').notNull().default(0),
    done: integer('done').notNull().default(0),
    added: integer('added').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    unreadable: integer('unreadable').notNull().default(0),
    /** Headings of ignored columns. */
    ignored: jsonb('ignored').$type<readonly string[]>().notNull().default([]),
    createdAt,
    finishedAt: moment('finished_at'),
  },
  (table) => [
    uniqueIndex('subscriber_imports_under_way')
      .on(table.schoolId)
      .where(sql`${table.status} in (${quoted(IMPORT_UNDER_WAY)})`),
    index('subscriber_imports_school').on(table.schoolId, table.createdAt.desc().nullsFirst()),
    index('subscriber_imports_created_by').on(table.createdBy),
    oneOf('subscriber_imports_status', table.status, IMPORT_STATUSES),
    oneOf('subscriber_imports_agreement', table.agreement, IMPORT_AGREEMENTS),
    schoolPolicy('subscriber_imports', table.schoolId),
  ],
);

/** The lines of an import, in parts that one transaction handles. Deleted a day after its end. */
export const subscriberImportParts = pgTable(
  'subscriber_import_parts',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => subscriberImports.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    schoolId,
    /** A list of `keptLine`, with outcomes once the part is done. */
    lines: jsonb('lines').notNull(),
    isDone: boolean('is_done').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.number] }),
    index('subscriber_import_parts_school').on(table.schoolId),
    schoolPolicy('subscriber_import_parts', table.schoolId),
  ],
);
