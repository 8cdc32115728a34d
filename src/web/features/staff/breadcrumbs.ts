import { SCREENS } from '#contract/paths.ts';

/** The breadcrumbs of the pages below Manage Users. */
export const MANAGE_USERS = [
  { label: 'Settings', to: SCREENS.settings },
  { label: 'Manage Users', to: SCREENS.manageUsers },
] as const;
