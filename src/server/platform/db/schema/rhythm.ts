import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { RHYTHMS, TERM_KINDS } from '#contract/rhythm/issue-days.ts';
import { RHYTHM_TROUBLES } from '#contract/rhythm/next-issue.ts';
import { checkOneOf, moment, schoolPolicy } from './columns.ts';
import { schools, users } from './core.ts';
import { newsletters } from './newsletters.ts';

/** The tables of the rhythm; see `core.ts` for the conventions. Days are `YYYY-MM-DD` in the school's time zone. */

/** A part without a person, since its person has left. */
export interface VacantPart {
  readonly newsletterId: string;
  readonly block: string;
  /** The name of its former person. */
  readonly person: string;
}

/** The rhythm of a school's newsletter. */
export const rhythms = pgTable(
  'rhythms',
  {
    schoolId: uuid('school_id')
      .primaryKey()
      .references(() => schools.id, { onDelete: 'cascade' }),
    isOn: boolean('is_on').notNull(),
    every: text('every', { enum: RHYTHMS }).notNull(),
    firstOn: text('first_on').notNull(),
    /** `HH:mm` */
    time: text('time').notNull(),
    draftDaysBefore: integer('draft_days_before').notNull(),
    inTermOnly: boolean('in_term_only').notNull(),
    /** The newsletter whose next issues these are, and when it was chosen. */
    newsletterId: uuid('newsletter_id').references(() => newsletters.id, { onDelete: 'set null' }),
    chosenAt: moment('chosen_at').notNull(),
    inChargeId: uuid('in_charge_id').references(() => users.id, { onDelete: 'set null' }),
    /** The parts of people who left, in the last issues. */
    vacant: jsonb('vacant').$type<readonly VacantPart[]>().notNull().default([]),
    /** Issues that were due before are ignored. */
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [
    index('rhythms_newsletter').on(table.newsletterId),
    index('rhythms_in_charge').on(table.inChargeId),
    checkOneOf('rhythms_every', table.every, RHYTHMS),
    schoolPolicy('rhythms', table.schoolId),
  ],
);

/** The outcome of each issue of a rhythm. The key ensures that no issue is made twice. */
export const rhythmIssues = pgTable(
  'rhythm_issues',
  {
    schoolId: uuid('school_id')
      .notNull()
      .references(() => schools.id, { onDelete: 'cascade' }),
    day: text('day').notNull(),
    newsletterId: uuid('newsletter_id').references(() => newsletters.id, { onDelete: 'set null' }),
    /** Null until its draft is made. It stays if the draft is deleted. */
    madeAt: moment('made_at'),
    /** The reason why no draft was made. */
    trouble: text('trouble', { enum: RHYTHM_TROUBLES }),
  },
  (table) => [
    primaryKey({ columns: [table.schoolId, table.day] }),
    index('rhythm_issues_newsletter').on(table.newsletterId),
    checkOneOf('rhythm_issues_trouble', table.trouble, RHYTHM_TROUBLES),
    schoolPolicy('rhythm_issues', table.schoolId),
  ],
);

/** The terms and holidays of a school. */
export const termDates = pgTable(
  'term_dates',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId: uuid('school_id')
      .notNull()
      .references(() => schools.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: TERM_KINDS }).notNull(),
    name: text('name').notNull(),
    firstOn: text('first_on').notNull(),
    lastOn: text('last_on').notNull(),
  },
  (table) => [
    index('term_dates_school').on(table.schoolId, table.firstOn),
    checkOneOf('term_dates_kind', table.kind, TERM_KINDS),
    schoolPolicy('term_dates', table.schoolId),
  ],
);
