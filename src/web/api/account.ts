import { queryOptions, useQuery } from '@tanstack/react-query';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { currentSession, updateSessionUser, useSession } from '#web/session/session.ts';
import { call } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The signed-in person. Each answer also updates the session in the browser. */
export const profileQuery = queryOptions({
  queryKey: queryKeys.profile,
  queryFn: async ({ signal }) => {
    const token = currentSession()?.accessToken;
    const { user } = await call(peopleRoutes.myProfile, { signal });
    if (token === currentSession()?.accessToken) updateSessionUser(user.data);
    return user.data;
  },
  staleTime: MINUTE_MS,
});

/** The person's school; null before onboarding has created one. */
export const schoolQuery = queryOptions({
  queryKey: queryKeys.school,
  queryFn: async ({ signal }) => (await call(schoolRoutes.mySchool, { signal })).school.data ?? null,
  staleTime: MINUTE_MS,
});

/**
 * The school; undefined while it loads, null if there is none. Below the app guard it is always loaded, except for
 * people who must change their password first: the server refuses them everything else.
 */
export function useSchool() {
  const session = useSession();
  const enabled = session !== null && !session.user.attributes.need_change_password;
  return useQuery({ ...schoolQuery, enabled }).data;
}

/** Whether the school is closed: its pages are not public, and nothing can be created, sent or paid for. */
export function useIsSchoolClosed(): boolean {
  return (useSchool()?.attributes.closes_at ?? null) !== null;
}

/** The signed-in person; undefined while it loads. */
export function useProfile() {
  return useQuery(profileQuery).data;
}
