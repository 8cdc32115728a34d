import { useQuery } from '@tanstack/react-query';
import { schoolQuery } from '#web/api/account.ts';
import { useSession } from '#web/session/session.ts';
import { settingsFor } from './settings-menu.ts';

/** The settings that the signed-in person may see. */
export function useSettings() {
  const person = useSession()?.user.attributes;
  // The server refuses this call until the password is changed.
  const school = useQuery({ ...schoolQuery, enabled: person?.need_change_password === false });
  return settingsFor(person?.role ?? null, school.data?.attributes.subscription_plan);
}
