import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { type EventResource, eventRoutes } from '#contract/calendar/events.ts';
import type { Block } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { schoolDates } from '#newsletter/document/school-dates.ts';
import { datesOf, filledWith, isUnfilled } from '#newsletter/document/traits.ts';
import { isPublicDate } from '#newsletter/events/public-dates.ts';
import type { AnnouncedDate } from '#newsletter/events/same-date.ts';
import type { KnownDates } from '#newsletter/fields/school-dates-context.tsx';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { call } from '#web/api/client.ts';
import { choosable, isGroupInUse } from '#web/api/groups.ts';
import type { EditorState } from '#web/features/editor/kernel/state/editor-state.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { groupOf, useGroups } from './block-groups.ts';

/** The school's dates, for blocks that fill themselves from them. */

/** Begins like the calendar's own key, so that its invalidations reach this one, too. */
const DATES_KEY = ['calendar', 'coming'];

const comingQuery = (from: string) =>
  queryOptions({
    queryKey: [...DATES_KEY, from],
    queryFn: ({ signal }) => call(eventRoutes.listEvents, { query: { from }, signal, handles: () => true }),
    refetchOnMount: 'always',
  });

/** Loads the dates for the canvas and keeps them up to date while a block of the newsletter uses them. Contributors see none. */
export function useSchoolDatesOfBlocks(): void {
  const { editing, school } = useTools();
  const isUsed = useEditor(
    ({ document, workingCopies }) =>
      blocksOf(document).some((block) => isUnfilled(block) || datesOf(block).length > 0) ||
      Object.values(workingCopies).some((block) => datesOf(block).length > 0),
  );
  const own = useEditor(rowsOf);
  const today = dayIn(school.time_zone, new Date());
  const groups = useGroups();
  const { data, isError } = useQuery({
    ...comingQuery(today),
    enabled: isUsed && !editing.isContributor,
  });
  const known = useMemo(
    (): KnownDates => ({
      dates:
        data === undefined
          ? null
          : schoolDates(
              {
                today,
                dates: data.events.data.map(({ id, attributes }) => ({
                  ...{ id, title: attributes.title, date: attributes.date, lastDay: attributes.last_day },
                  ...{ time: attributes.time, end: attributes.end, place: attributes.place },
                  ...{ isCancelled: attributes.is_cancelled, groups: attributes.groups },
                })),
                diary: data.diary,
                groupOf: (id) => {
                  const group = groupOf(groups, id);
                  return group && isGroupInUse(group)
                    ? { id: group.id, name: group.attributes.name }
                    : undefined;
                },
                isPublic: (ids) => isPublicDate(ids, groups.filter(isGroupInUse).map(choosable)),
              },
              data.holidays.map(({ name, first_on, last_on }) => ({
                name,
                firstOn: first_on,
                lastOn: last_on,
              })),
            ),
      announced: announcedElsewhere(data?.events.data ?? [], own),
      groups: groups.filter(isGroupInUse).map(({ id, attributes }) => ({ id, name: attributes.name })),
      without: editing.isContributor ? 'contributor' : isError ? 'failed' : 'loading',
    }),
    [data, groups, today, isError, editing, own],
  );
  useEffect(() => editing.schoolDates.setState(known, true), [editing, known]);
}

/** The ids of the newsletter's rows with dates, separated by spaces. */
function rowsOf({ document, workingCopies }: EditorState): string {
  const blocks = [...blocksOf(document), ...Object.values(workingCopies)];
  return blocks.flatMap((block) => datesOf(block).map(({ row }) => row)).join(' ');
}

function announcedElsewhere(events: readonly EventResource[], own: string): readonly AnnouncedDate[] {
  const rows = new Set(own.split(' '));
  return events
    .map(({ attributes: { row, other_rows, title, date } }) => ({ rows: [row, ...other_rows], title, date }))
    .filter((announced) => !announced.rows.some((id) => rows.has(id)));
}

/** Returns a function that fills a block as families will see it: with the school's dates, if it takes them. */
export function useFilling(): (block: Block) => Block {
  const dates = useStore(useTools().editing.schoolDates, (known) => known.dates);
  return useCallback(
    (block) => (dates !== null && isUnfilled(block) ? filledWith(block, dates) : block),
    [dates],
  );
}
