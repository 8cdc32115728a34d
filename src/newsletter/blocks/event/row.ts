import { z } from 'zod';
import { blockName, requiredText, strict } from '#newsletter/document/block.ts';
import { cleanLines } from '#newsletter/document/lines.ts';
import { lastDayProblem, timeProblems } from '#newsletter/events/times.ts';
import { calendarDay } from '#newsletter/values/day.ts';

const DESCRIPTION_MAX = 1000;
const APART_MAX = 50;
const time = z.iso.time({ precision: -1, error: 'Not a time, should be like 09:15' }).optional();

/** An event of a block, as it is stored. */
export const row = strict({
  id: blockName,
  title: requiredText(),
  description: requiredText(DESCRIPTION_MAX, cleanLines),
  date: calendarDay,
  /** The last day, for a date of several days. */
  last_day: calendarDay.optional(),
  time,
  end: time,
  place: requiredText().optional(),
  state: z.enum(['cancelled'], 'Not a known state').optional(),
  /** The author's answers: the school's dates from which it differs, by the ids of their rows. */
  apart: z.array(blockName).max(APART_MAX).optional(),
}).superRefine(({ date, ...times }, context) => {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  const problems = { ...lastDayProblem({ date, ...times }), ...timeProblems(times) };
  for (const [field, message] of Object.entries(problems)) refuse(field, message);
});

/** The same in memory. */
export type EventRow = z.output<typeof row>;

/** The labels of the fields that are still invalid, by their key, in the form's order. */
export function unfinishedFields(event: EventRow): ReadonlyMap<string, string> {
  const { error } = row.safeParse(event);
  const invalid = new Set((error?.issues ?? []).map(({ path }) => String(path[0])));
  for (const field of Object.keys(timeProblems(event))) invalid.add(field);
  return new Map([...LABELS].filter(([field]) => invalid.has(field)));
}

const LABELS: ReadonlyMap<string, string> = new Map([
  ['title', 'title'],
  ['date', 'date'],
  ['last_day', 'last day'],
  ['time', 'starts'],
  ['end', 'ends'],
  ['place', 'place'],
  ['description', 'description'],
]);
