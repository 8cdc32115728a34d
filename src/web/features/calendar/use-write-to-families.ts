import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { EventResource } from '#contract/calendar/events.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import type { Notice } from '#newsletter/events/notices.ts';
import { startOf } from '#newsletter/values/start-of.ts';
import { type NoticeWords, noticeWords } from '#newsletter/words/notice-words.ts';
import { useSchool } from '#web/api/account.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { storeDraftMessage } from '#web/newsletter-ui/audience/draft-message.ts';

/** The word before a date's title in the title of a newsletter about it. */
const TITLES = {
  off: 'offTitle',
  on: 'onTitle',
  changed: 'changedTitle',
  reminder: null,
} as const satisfies Record<Notice, keyof NoticeWords | null>;
const TITLE_MAX = 200;

/** Begins a newsletter about a date, and opens it. Its sending starts with the date's groups. */
export function useWriteToFamilies(): (event: EventResource, notice: Notice) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { words } = noticeWords(useSchool()?.attributes.language ?? 'en');
  const begin = useMutation({
    mutationFn: async ({ event, notice }: { event: EventResource; notice: Notice }) => {
      const { title } = event.attributes;
      const before = TITLES[notice];
      const body = {
        title: startOf(before === null ? title : `${words[before]} ${title}`, TITLE_MAX).trim(),
        layout_type: 'one_column' as const,
        code: [{ name: 'date', type: 'event' as const, value: { rows: [rowOf(event, words[notice])] } }],
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

/** Whether families should hear of a change: they know the date, and not only from newsletters, which announce it themselves. */
export function concernsFamilies({
  attributes: { is_cancelled, can_delete, source },
}: EventResource): boolean {
  return is_cancelled || (!can_delete && source !== 'newsletter');
}

function rowOf({ attributes }: EventResource, notice: string) {
  const { row, title, description, date, last_day, time, end, place, is_cancelled } = attributes;
  return {
    ...{ id: row, title, description: description || notice, date },
    ...(is_cancelled && { state: 'cancelled' as const }),
    ...(last_day !== null && { last_day }),
    ...(time !== null && { time }),
    ...(end !== null && { end }),
    ...(place !== null && { place }),
  };
}
