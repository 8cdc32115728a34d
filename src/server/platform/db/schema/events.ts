import { bigint, boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { EVENT_SOURCES } from '#contract/calendar/events.ts';
import { checkOneOf, moment, schoolPolicy } from './columns.ts';
import { schools } from './core.ts';

/** The tables of a school's calendar; see `core.ts` for the conventions. Days and times are in the school's time zone. */

const id = uuid('id').primaryKey().defaultRandom();
const schoolId = uuid('school_id')
  .notNull()
  .references(() => schools.id, { onDelete: 'cascade' });

/** The content of a date in calendars. */
export interface ShownDate {
  readonly title: string;
  readonly description: string;
  readonly date: string;
  readonly lastDay: string | null;
  readonly time: string | null;
  readonly end: string | null;
  readonly place: string | null;
  readonly isCancelled: boolean;
}

/** A school's dates. */
export const schoolEvents = pgTable(
  'school_events',
  {
    id,
    schoolId,
    /** The date's UID in calendars; see `eventsOf` in `publishing/calendar-entries.ts`. */
    uid: text('uid').notNull(),
    /** The other UIDs under which newsletters show it: the same day and title, written twice. */
    aliases: jsonb('aliases').$type<readonly string[]>().notNull().default([]),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    /** `YYYY-MM-DD` */
    date: text('date').notNull(),
    /** The last of several days. */
    lastDay: text('last_day'),
    /** `HH:mm` */
    time: text('time'),
    end: text('ends'),
    place: text('place'),
    /** The ids of the date's groups; none for the whole school. A deleted group's id stays, so that the date never becomes one for all. */
    groups: jsonb('groups').$type<readonly string[]>().notNull().default([]),
    isCancelled: boolean('is_cancelled').notNull().default(false),
    source: text('source', { enum: EVENT_SOURCES }).notNull(),
    /** The UID in the calendar that it was imported from. */
    importUid: text('import_uid'),
    /** Rises with each change that calendars show. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    changedAt: moment('changed_at').notNull(),
    /** When a newsletter with it was first published. */
    publishedAt: moment('published_at'),
    /** Whether it came from newsletters, and none shows it any more: then only calendars still list it, as cancelled. */
    withdrawn: boolean('withdrawn').notNull().default(false),
    /** Its forms before its changes, the newest last: copies of newsletters still contain them. */
    forms: jsonb('forms').$type<readonly ShownDate[]>().notNull().default([]),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('school_events_uid').on(table.schoolId, table.uid),
    index('school_events_date').on(table.schoolId, table.date),
    checkOneOf('school_events_source', table.source, EVENT_SOURCES),
    schoolPolicy('school_events', table.schoolId),
  ],
);

/** A date before and after an import; `before` is null if the import added it. */
export interface ImportedChange {
  readonly id: string;
  readonly before: ShownDate | null;
  readonly after: ShownDate;
}

/** The imports of dates, so that they can be undone. */
export const eventImports = pgTable(
  'event_imports',
  {
    id,
    schoolId,
    changes: jsonb('changes').$type<readonly ImportedChange[]>().notNull(),
    createdAt: moment('created_at').notNull(),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    index('event_imports_school').on(table.schoolId, table.createdAt),
    schoolPolicy('event_imports', table.schoolId),
  ],
);
