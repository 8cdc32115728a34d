import { z } from 'zod';
import { type EventForm, type EventResource, eventForm } from '#contract/calendar/events.ts';
import { daysWithTimes } from '#newsletter/events/each-day.ts';

/** The typed values of a date's form: an empty field is absent. */
export const typedDate = z
  .object({
    title: z.string(),
    description: z.string(),
    date: z.string(),
    last_day: z.string(),
    time: z.string(),
    end: z.string(),
    place: z.string(),
  })
  .superRefine((typed, context) => {
    const { error } = eventForm.safeParse(toForm(typed, [], false));
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
  });
/** The fields of the form of a date. */
export type TypedDate = z.output<typeof typedDate>;

/** The request body for the typed values. */
export function toForm(typed: TypedDate, groups: readonly string[], is_cancelled: boolean): EventForm {
  const { title, description, date } = typed;
  const given = (text: string) => (text === '' ? null : text);
  // Browsers may add seconds.
  const timeOf = (text: string) => given(text.slice(0, 5));
  return {
    ...{ title, description, date, groups: [...groups], is_cancelled },
    last_day: given(typed.last_day),
    time: timeOf(typed.time),
    end: timeOf(typed.end),
    place: given(typed.place),
  };
}

/** The days on which a date with times may be meant. */
export function daysOf(typed: TypedDate): readonly string[] {
  const { date, last_day, time, end } = toForm(typed, [], false);
  return daysWithTimes({
    date,
    ...(last_day !== null && { last_day }),
    ...(time !== null && { time }),
    ...(end !== null && { end }),
  });
}

const EMPTY: TypedDate = { title: '', description: '', date: '', last_day: '', time: '', end: '', place: '' };

/** The initial values of a date's form; a new date only has its day. */
export function typedOf(event: EventResource | null, day: string): TypedDate {
  if (event === null) return { ...EMPTY, date: day };
  const { title, description, date, last_day, time, end, place } = event.attributes;
  return {
    title,
    description,
    date,
    last_day: last_day ?? '',
    time: time ?? '',
    end: end ?? '',
    place: place ?? '',
  };
}
