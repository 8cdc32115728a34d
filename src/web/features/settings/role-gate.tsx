import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet } from 'react-router';
import { type Access, admits } from '#contract/access.ts';
import { SCREENS } from '#contract/paths.ts';
import { profileQuery } from '#web/api/account.ts';
import { useSession } from '#web/session/session.ts';

/** Renders its screens for people whose calls the server would allow; redirects others to the settings. */
export function RoleGate({ access }: { access: Access }) {
  const role = useSession()?.user.attributes.role ?? null;
  const { isFetching } = useQuery(profileQuery);
  // Below the app guard, everybody has a school.
  // A person who has just joined has no role in the session yet.
  if (access === 'member' && role === null) return <Outlet />;
  if (admits(access, { role, schoolId: 'own' })) return <Outlet />;
  // The stored role may be out of date, so wait for the profile before redirecting.
  return isFetching ? null : (
    <Navigate to={access === 'member' ? SCREENS.dashboard : SCREENS.settings} replace />
  );
}
