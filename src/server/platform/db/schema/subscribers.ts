import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
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
import type { StoredGroupValue } from '#contract/groups/import-groups.ts';
import { BOUNCE_KINDS } from '#contract/mail/bounces.ts';
import {
  IMPORT_AGREEMENTS,
  IMPORT_STATUSES,
  IMPORT_UNDER_WAY,
  SUBSCRIBER_STATUSES,
} from '#contract/subscribers.ts';
import { plainTextOf } from '#server/platform/db/plain-text.ts';
import { checkOneOf, moment, quotedWords, schoolPolicy } from './columns.ts';
import { schools, users } from './core.ts';

/** The tables of subscribers; see `core.ts` for the conventions. */

const SORTED_LETTERS = 200;

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
    /** The language in which they read the program's words; null: the school's. */
    language: text('language'),
    /** Their choices: only mails for one of their groups; a monthly digest instead of each newsletter. */
    ownGroupsOnly: boolean('own_groups_only').notNull().default(false),
    monthlyDigest: boolean('monthly_digest').notNull().default(false),
    /** Groups that they left themselves: an import does not put them back. */
    leftGroupIds: uuid('left_group_ids').array().notNull().default(sql`'{}'`),
    /** Their groups in the order of ids, including retired ones. Only triggers of `subscriber_group_members` write it. */
    groupIds: uuid('group_ids').array().notNull().default(sql`'{}'`),
    /** The text for the list's search and its order, cut to what an index takes in any script. */
    searchPlain: text('search_plain')
      .notNull()
      .generatedAlwaysAs(plainTextOf(`"first_name" || ' ' || "last_name" || ' ' || "email"`)),
    sortName: text('sort_name')
      .notNull()
      .generatedAlwaysAs(
        sql`left(${plainTextOf(`"last_name" || '  ' || "first_name"`)}, ${sql.raw(`${SORTED_LETTERS}`)})`,
      ),
    /** Searched by the version before. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower("first_name" || ' ' || "last_name" || ' ' || "email")`),
    /** When they signed up themselves; null if the school added them. */
    signedUpAt: moment('signed_up_at'),
    unsubscribedAt: moment('unsubscribed_at'),
    /** When the receiving server rejected a mail for good, or five in a row came back, and its response. */
    bouncedAt: moment('bounced_at'),
    bounceReason: text('bounce_reason'),
    /** Which of the two it was; null in rows of earlier versions, which only had the first. */
    bounceKind: text('bounce_kind', { enum: BOUNCE_KINDS }),
    /** When their reader called a newsletter spam; null again once they come back. */
    complainedAt: moment('complained_at'),
    /** When this address was changed, or was said to work again: reports about older mails do not count. */
    addressSince: moment('address_since'),
    createdAt,
    /** When a person last changed them by hand, or they left or came back: undoing an import then leaves them alone. */
    editedAt: moment('edited_at'),
    /** The last import whose file contained them. */
    importId: uuid('import_id').references((): AnyPgColumn => subscriberImports.id, { onDelete: 'set null' }),
  },
  (table) => [
    unique('subscribers_school_email').on(table.schoolId, table.email),
    index('subscribers_import').on(table.importId),
    // The dashboard counts them, and those of the last month.
    index('subscribers_subscribed')
      .on(table.schoolId, table.createdAt)
      .where(sql`${table.status} = 'subscribed'`),
    index('subscribers_by_name').on(
      table.schoolId,
      sql`lower(${table.lastName})`,
      sql`lower(${table.firstName})`,
      table.id,
    ),
    // By bytes, which for plain letters is alphabetical, and the same in each database.
    index('subscribers_by_sort_name').on(table.schoolId, sql`${table.sortName} collate "C"`, table.id),
    checkOneOf('subscribers_status', table.status, SUBSCRIBER_STATUSES),
    checkOneOf('subscribers_bounce_kind', table.bounceKind, BOUNCE_KINDS),
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
    /** The import whose file says that they left another program's list. */
    importId: uuid('import_id').references((): AnyPgColumn => subscriberImports.id, { onDelete: 'set null' }),
    createdAt,
  },
  (table) => [
    unique('suppressions_school_email').on(table.schoolId, table.emailHash),
    index('suppressions_import').on(table.importId),
    schoolPolicy('suppressions', table.schoolId),
  ],
);

/** The groups of a school's subscribers; see `groupKey` for what makes two names one. */
export const subscriberGroups = pgTable(
  'subscriber_groups',
  {
    id,
    schoolId,
    name: text('name').notNull(),
    nameKey: text('name_key').notNull(),
    retiredAt: moment('retired_at'),
    /** Whether families can choose it themselves. */
    isOffered: boolean('is_offered').notNull().default(false),
    createdAt,
  },
  (table) => [
    unique('subscriber_groups_name').on(table.schoolId, table.nameKey),
    schoolPolicy('subscriber_groups', table.schoolId),
  ],
);

/** The members of each group. */
export const subscriberGroupMembers = pgTable(
  'subscriber_group_members',
  {
    schoolId,
    groupId: uuid('group_id')
      .notNull()
      .references(() => subscriberGroups.id, { onDelete: 'cascade' }),
    subscriberId: uuid('subscriber_id')
      .notNull()
      .references(() => subscribers.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.subscriberId] }),
    index('subscriber_group_members_subscriber').on(table.subscriberId),
    index('subscriber_group_members_school').on(table.schoolId),
    schoolPolicy('subscriber_group_members', table.schoolId),
  ],
);

/** Groups that were merged into another one: their blocks are now for that one. */
export const mergedGroups = pgTable(
  'merged_groups',
  {
    /** The merged group's id. */
    id: uuid('id').primaryKey(),
    schoolId,
    intoId: uuid('into_id')
      .notNull()
      .references(() => subscriberGroups.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('merged_groups_into').on(table.intoId),
    index('merged_groups_school').on(table.schoolId),
    schoolPolicy('merged_groups', table.schoolId),
  ],
);

/** One step of moving years up: the subscribers that got into `to`, and those who were in it before. Without `to` they left. */
export interface StoredMove {
  readonly from: string;
  readonly to: string | null;
  readonly moved: readonly string[];
  readonly already: readonly string[];
}

/** A moving up of years, to undo it. It contains only ids, so nothing of a deleted subscriber remains. */
export const groupMoves = pgTable(
  'group_moves',
  {
    id,
    schoolId,
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    steps: jsonb('steps').$type<readonly StoredMove[]>().notNull(),
    /** The group that it created for those who left. */
    leaversId: uuid('leavers_id').references(() => subscriberGroups.id, { onDelete: 'set null' }),
    createdAt,
    undoneAt: moment('undone_at'),
  },
  (table) => [
    index('group_moves_school').on(table.schoolId, table.createdAt.desc().nullsFirst()),
    index('group_moves_created_by').on(table.createdBy),
    index('group_moves_leavers').on(table.leaversId),
    schoolPolicy('group_moves', table.schoolId),
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
    /** The number of lines in the file (0 while it is read), how many are done, and their outcomes so far. */
    total: integer('total').notNull().default(0),
    done: integer('done').notNull().default(0),
    added: integer('added').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    /** The skipped lines whose family is also in another line. */
    joined: integer('joined').notNull().default(0),
    unreadable: integer('unreadable').notNull().default(0),
    /** Why its groups were refused, or that reading was interrupted; null if the file could not be read, as that reason may quote it. */
    refusal: text('refusal'),
    /** Headings of ignored columns. */
    ignored: jsonb('ignored').$type<readonly string[]>().notNull().default([]),
    /** The values of its columns of groups, each with its group. */
    groupValues: jsonb('group_values').$type<readonly StoredGroupValue[]>().notNull().default([]),
    /** Whether its changes are kept, so that they can be undone. */
    isUndoable: boolean('is_undoable').notNull().default(false),
    createdAt,
    /** When a process last reported that it reads the file; null from versions that did not. */
    readingAt: moment('reading_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    uniqueIndex('subscriber_imports_under_way')
      .on(table.schoolId)
      .where(sql`${table.status} in (${quotedWords(IMPORT_UNDER_WAY)})`),
    index('subscriber_imports_school').on(table.schoolId, table.createdAt.desc().nullsFirst()),
    index('subscriber_imports_created_by').on(table.createdBy),
    checkOneOf('subscriber_imports_status', table.status, IMPORT_STATUSES),
    checkOneOf('subscriber_imports_agreement', table.agreement, IMPORT_AGREEMENTS),
    schoolPolicy('subscriber_imports', table.schoolId),
  ],
);

/** The lines of an import, in parts that one transaction handles. The lines are deleted a day after its end. */
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

/** An import's changes to a subscriber, until it can no longer be undone. */
export const subscriberImportChanges = pgTable(
  'subscriber_import_changes',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => subscriberImports.id, { onDelete: 'cascade' }),
    subscriberId: uuid('subscriber_id')
      .notNull()
      .references(() => subscribers.id, { onDelete: 'cascade' }),
    schoolId,
    /** The part of the import that contained them. */
    part: integer('part').notNull(),
    isAdded: boolean('is_added').notNull(),
    /** Whether the file marked them as having left, and they left the list because of it. */
    hasLeft: boolean('has_left').notNull().default(false),
    /** The name before, if it changed. */
    firstBefore: text('first_before'),
    lastBefore: text('last_before'),
    /** The groups that the import put them into. */
    groupIds: uuid('group_ids').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.subscriberId] }),
    index('subscriber_import_changes_subscriber').on(table.subscriberId),
    index('subscriber_import_changes_school').on(table.schoolId),
    schoolPolicy('subscriber_import_changes', table.schoolId),
  ],
);
