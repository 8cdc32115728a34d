import { useQuery } from '@tanstack/react-query';
import { schoolQuery } from '#web/api/account.ts';
import { useSession } from '#web/session/session.ts';
import { settingsFor } from './settings-menu.ts';

/** What the signed-in person finds in the settings. */
export function useSettings() {
  const person = useSession()?.user.attributes;
  // Until the password is chosen, nothing may be asked.
  const school = useQuery({ ...schoolQuery, enabled: person?.need_change_password === false });
  return settingsFor(person?.role ?? null, school.data?.attributes.subscription_plan);
}
