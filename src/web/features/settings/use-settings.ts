import { useSchool } from '../../api/account.ts';
import { useSession } from '../../session.ts';
import { settingsFor } from './settings-menu.ts';

/** What the signed-in person finds in the settings. */
export function useSettings() {
  const role = useSession()?.user.attributes.role ?? null;
  return settingsFor(role, useSchool()?.attributes.subscription_plan);
}
