import { SCREENS } from '#contract/paths.ts';

/** The way to what lies below the list of people. */
export const MANAGE_USERS = [
  { label: 'Settings', to: SCREENS.settings },
  { label: 'Manage Users', to: SCREENS.manageUsers },
] as const;
