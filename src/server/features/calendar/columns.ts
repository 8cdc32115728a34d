import type { EventForm } from '#contract/calendar/events.ts';
import { laterLastDay } from '#newsletter/events/when.ts';
import type { SchoolEventRow } from '#server/data/events/events.ts';

/** The columns for a date's form. An evening that ends past midnight gets a last day. */
export function eventColumns(form: EventForm) {
  const { title, description, date, time, end, place, groups } = form;
  const times = { last_day: form.last_day ?? undefined, time: time ?? undefined, end: end ?? undefined };
  const lastDay = laterLastDay({ date, ...times }) ?? null;
  return { title, description, date, lastDay, time, end, place, groups, isCancelled: form.is_cancelled };
}

/** A stored date in the shape of its form: without a last day that only an end past midnight has added. */
export function eventFormOf({ lastDay, isCancelled, ...event }: SchoolEventRow): EventForm {
  const { title, description, date, time, end, place, groups } = event;
  const times = { last_day: undefined, time: time ?? undefined, end: end ?? undefined };
  const last_day = lastDay === laterLastDay({ date, ...times }) ? null : lastDay;
  const fields = { title, description, date, last_day, time, end, place };
  return { ...fields, groups: [...groups], is_cancelled: isCancelled };
}
