import type { EventForm } from '#contract/calendar/events.ts';
import { laterLastDay } from '#newsletter/events/when.ts';

/** The columns of a date's form. An evening that ends past midnight has its last day written down. */
export function columnsOf(form: EventForm) {
  const { title, description, date, time, end, place, groups } = form;
  const times = { last_day: form.last_day ?? undefined, time: time ?? undefined, end: end ?? undefined };
  const lastDay = laterLastDay({ date, ...times }) ?? null;
  return { title, description, date, lastDay, time, end, place, groups, isCancelled: form.is_cancelled };
}
