import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { GroupChoice } from '#contract/groups/audience.ts';
import { TIMING_KINDS, TIMING_STATUSES } from '#contract/timing/timing-state.ts';
import { checkOneOf, moment, schoolPolicy } from './columns.ts';
import { schools, users } from './core.ts';
import type { StateSettings } from './history.ts';
import { newsletters } from './newsletters.ts';

/** The choices for the mail. Absent: the defaults of a sending, which goes to everybody. */
export interface StoredTimedMail {
  readonly subject?: string | undefined;
  readonly preview_text?: string | undefined;
  readonly reply_to?: string | undefined;
  readonly groups?: GroupChoice | null | undefined;
  /** The groups' names at the time of planning, in words. */
  readonly audience?: string | undefined;
}

/** The table of what is planned for a time; see `core.ts` for the conventions. */

export const timings = pgTable(
  'timings',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    schoolId: uuid('school_id')
      .notNull()
      .references(() => schools.id, { onDelete: 'cascade' }),
    newsletterId: uuid('newsletter_id')
      .notNull()
      .references(() => newsletters.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: TIMING_KINDS }).notNull(),
    status: text('status', { enum: TIMING_STATUSES }).notNull().default('planned'),
    at: moment('at').notNull(),
    /** The draft as planned, which is what gets published; its hash is the one of approval. */
    version: integer('version').notNull(),
    fingerprint: text('fingerprint').notNull(),
    settings: jsonb('settings').$type<StateSettings>().notNull(),
    code: jsonb('code').$type<readonly unknown[]>().notNull(),
    codeVersion: integer('code_version').notNull(),
    /** The choices for the mail. Null: the newsletter is only published. */
    mail: jsonb('mail').$type<StoredTimedMail>(),
    /** The reason why it is held, as a sentence for staff. */
    trouble: text('trouble'),
    plannedBy: uuid('planned_by').references(() => users.id, { onDelete: 'set null' }),
    plannedAt: moment('planned_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('timings_open')
      .on(table.newsletterId, table.kind)
      .where(sql`${table.status} in ('planned', 'held')`),
    index('timings_newsletter').on(table.newsletterId),
    index('timings_due').on(table.at).where(sql`${table.status} = 'planned'`),
    index('timings_school').on(table.schoolId),
    index('timings_planned_by').on(table.plannedBy),
    checkOneOf('timings_kind', table.kind, TIMING_KINDS),
    checkOneOf('timings_status', table.status, TIMING_STATUSES),
    schoolPolicy('timings', table.schoolId),
  ],
);
