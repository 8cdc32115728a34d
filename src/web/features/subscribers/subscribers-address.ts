import { SCREENS } from '#contract/paths.ts';

/** Where the list of subscribers is shown: a half of Manage users. */
export const SUBSCRIBERS_ADDRESS = `${SCREENS.manageUsers}?show=subscribers`;

/** The way to the screens about subscribers, for their breadcrumbs. */
export const ABOVE = [
  { label: 'Settings', to: SCREENS.settings },
  { label: 'Manage Users', to: SUBSCRIBERS_ADDRESS },
] as const;
