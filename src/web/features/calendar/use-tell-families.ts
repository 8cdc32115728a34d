import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { EventResource } from '#contract/calendar/events.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import { NOTICES, type Notice } from '#newsletter/events/notices.ts';
import { startOf } from '#newsletter/values/start-of.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { storeDraftMessage } from '#web/newsletter-ui/audience/draft-message.ts';

/** The titles of newsletters about a date. */
const TITLES = {
  off: (title: string) => `Cancelled: ${title}`,
  on: (title: string) => `On again: ${title}`,
  changed: (title: string) => `Changed: ${title}`,
  reminder: (title: string) => title,
} as const satisfies Record<Notice, (title: string) => string>;
const TITLE_MAX = 200;

/** Begins a newsletter that tells families of a date, and opens it. Its sending begins with the groups that the date is for. */
export function useTellFamilies(): (event: EventResource, notice: Notice) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const begin = useMutation({
    mutationFn: async ({ event, notice }: { event: EventResource; notice: Notice }) => {
      const { title } = event.attributes;
      const body = {
        title: startOf(TITLES[notice](title), TITLE_MAX).trim(),
        layout_type: 'one_column' as const,
        code: [{ name: 'date', type: 'event' as const, value: { rows: [rowOf(event, notice)] } }],
      };
      return (await call(newsletterRoutes.createNewsletter, { body })).news_letter.data.id;
    },
    onSuccess: async (id, { event }) => {
      const { groups } = event.attributes;
      if (groups.length > 0) storeDraftMessage(id, { to: { some: true, any: [...groups], none: [] } });
      await navigate(screenPath('editor', { id }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.newsletters.all }),
  });
  return (event, notice) => begin.mutate({ event, notice });
}

/** Whether there is something to tell: families know the date, and not only by newsletters, which tell it themselves. */
export function canTell({ attributes: { is_cancelled, can_delete, source } }: EventResource): boolean {
  return is_cancelled || (!can_delete && source !== 'newsletter');
}

function rowOf({ attributes }: EventResource, notice: Notice) {
  const { row, title, description, date, last_day, time, end, place, is_cancelled } = attributes;
  return {
    ...{ id: row, title, description: description || NOTICES[notice], date },
    ...(is_cancelled && { state: 'cancelled' as const }),
    ...(last_day !== null && { last_day }),
    ...(time !== null && { time }),
    ...(end !== null && { end }),
    ...(place !== null && { place }),
  };
}
