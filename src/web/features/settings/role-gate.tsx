import { Navigate, Outlet } from 'react-router';
import { type Access, admits } from '#contract/access.ts';
import { SCREENS } from '#contract/paths.ts';
import { useSession } from '../../session.ts';

/** Lets to its screens whom the server would answer there; anybody else is led to the settings. */
export function RoleGate({ access }: { access: Access }) {
  const role = useSession()?.user.attributes.role ?? null;
  // Whoever is here has a school: the guard of the app's screens has seen to that.
  return admits(access, { role, schoolId: 'own' }) ? <Outlet /> : <Navigate to={SCREENS.settings} replace />;
}
