import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet } from 'react-router';
import { type Access, admits } from '#contract/access.ts';
import { SCREENS } from '#contract/paths.ts';
import { profileQuery } from '#web/api/account.ts';
import { useSession } from '#web/session/session.ts';

/** Lets to its screens whom the server would answer there; anybody else is led to the settings. */
export function RoleGate({ access }: { access: Access }) {
  const role = useSession()?.user.attributes.role ?? null;
  const { isFetching } = useQuery(profileQuery);
  // Whoever is here has a school: the guard of the app's screens has seen to that.
  if (admits(access, { role, schoolId: 'own' })) return <Outlet />;
  // The role that the browser remembers may be an older one: nobody is led away before the server has said.
  return isFetching ? null : <Navigate to={SCREENS.settings} replace />;
}
