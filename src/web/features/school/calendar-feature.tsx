import { IconCalendarMonth } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { schoolPageRoutes } from '#contract/families/school-pages.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { FeatureCard } from './feature-card.tsx';
import { LoadedFeature } from './loaded-feature.tsx';

const KEY = ['school-pages'];

/** Whether the school uses the calendar, with its public diary. */
export function CalendarFeature({ schoolId: id }: { schoolId: string }) {
  const client = useQueryClient();
  const pages = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await call(schoolPageRoutes.getSchoolPages, { params: { id }, signal })).school_pages.data.attributes,
  });
  const save = useMutation({
    mutationFn: async (shows_diary: boolean) =>
      (await call(schoolPageRoutes.updateSchoolPages, { params: { id }, body: { shows_diary } })).school_pages
        .data.attributes,
    onSuccess: async (saved) => {
      client.setQueryData(KEY, saved);
      await client.invalidateQueries({ queryKey: queryKeys.school });
    },
  });
  return (
    <LoadedFeature name="the calendar" loaded={pages}>
      {({ shows_diary }) => (
        <FeatureCard
          id="calendar"
          name="Calendar"
          text="Your dates and those of all published newsletters, on a public page and in families’ own calendars."
          Icon={IconCalendarMonth}
          isOn={save.isPending ? save.variables : shows_diary}
          onSwitch={(isOn) => {
            if (!save.isPending) save.mutate(isOn);
          }}
        />
      )}
    </LoadedFeature>
  );
}
