import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import {
  type EventChange,
  type EventForm,
  type EventResource,
  eventRoutes,
} from '#contract/calendar/events.ts';
import { screenPath } from '#contract/paths.ts';
import { changedValues } from '#ui/forms/stored-values.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';

/** The queries and mutations of the calendar's screen. */

export const CALENDAR_KEY = ['calendar'];

/** The dates that are not over before `from`, a day; without it, all of them. */
export function datesQuery(from?: string) {
  return queryOptions({
    queryKey: [...CALENDAR_KEY, from ?? 'all'],
    queryFn: async ({ signal }) => {
      const query = from === undefined ? {} : { from };
      const { events, holidays } = await call(eventRoutes.listEvents, { query, signal, handles: () => true });
      return { events: events.data, holidays };
    },
    refetchOnMount: 'always',
  });
}

/** The form's values for a date, for example to restore it. */
export function formOf({ attributes }: EventResource): EventForm {
  const { title, description, date, last_day, time, end, place, groups, is_cancelled } = attributes;
  return { title, description, date, last_day, time, end, place, groups, is_cancelled };
}

const TIMES = ['date', 'last_day', 'time', 'end'] as const;

/**
 * The changed fields of a date's form, so that saving does not overwrite a colleague's changes of others. Leaves out calling off. Day and
 * times count as one field, because they depend on each other.
 */
export function changesOf(form: EventForm, before: EventForm): EventChange {
  const { is_cancelled: _, ...changed } = changedValues(form, before);
  const { date, last_day, time, end } = form;
  return TIMES.some((field) => field in changed) ? { ...changed, date, last_day, time, end } : changed;
}

type Handles = (error: ApiError) => boolean;

export function useDateActions() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const onSettled = () => client.invalidateQueries({ queryKey: CALENDAR_KEY });
  const add = useMutation({
    mutationFn: async ({ handles, ...body }: EventForm & { handles?: Handles }) =>
      (await call(eventRoutes.createEvent, { body, ...(handles && { handles }) })).event.data,
    onSettled,
  });
  /** Adds a date on each of these days; none if one of them fails. */
  const addEach = useMutation({
    mutationFn: async ({
      days,
      handles,
      ...body
    }: EventForm & { days: readonly string[]; handles: Handles }) => {
      const made: EventResource[] = [];
      try {
        for (const date of days) {
          const { event } = await call(eventRoutes.createEvent, { body: { ...body, date }, handles });
          made.push(event.data);
        }
      } catch (error) {
        for (const { id } of made) await call(eventRoutes.deleteEvent, { params: { id } });
        throw error;
      }
      return made;
    },
    onSettled,
  });
  const change = useMutation({
    mutationFn: async ({ id, handles, ...body }: EventChange & { id: string; handles?: Handles }) =>
      (await call(eventRoutes.updateEvent, { params: { id }, body, ...(handles && { handles }) })).event.data,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(eventRoutes.deleteEvent, { params: { id } }),
    onSettled,
  });
  /** Corrects and opens the newsletter, even if the panel with the button has closed meanwhile. */
  const correct = useMutation({
    mutationFn: ({ id, news_letter_id }: { id: string; news_letter_id: string }) =>
      call(eventRoutes.correctNewsletter, { params: { id }, body: { news_letter_id } }),
    onSuccess: async (_, { news_letter_id: id }) => {
      await client.invalidateQueries({ queryKey: queryKeys.newsletters.all });
      await navigate(screenPath('editor', { id }));
    },
  });
  return { add, addEach, change, remove, correct };
}
