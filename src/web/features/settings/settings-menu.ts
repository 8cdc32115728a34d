import { IconKey, IconUser, IconUsersGroup, type TablerIcon } from '@tabler/icons-react';
import type { Role } from '#contract/access.ts';
import { SCREENS } from '#contract/paths.ts';
import type { SchoolResource } from '#contract/school.ts';

/** A page of the settings. */
export interface SettingsEntry {
  readonly label: string;
  /** What is found there. */
  readonly text: string;
  readonly to: string;
  readonly Icon: TablerIcon;
}

/** Pages that belong together, under their heading. */
export interface SettingsGroup {
  readonly title: string;
  readonly entries: readonly SettingsEntry[];
}

const details: SettingsEntry = {
  label: 'My details',
  text: 'Your name, email and phone number',
  to: SCREENS.myDetails,
  Icon: IconUser,
};
const password: SettingsEntry = {
  label: 'Password settings',
  text: 'Your password, and where you are signed in',
  to: SCREENS.passwordSettings,
  Icon: IconKey,
};
const people: SettingsEntry = {
  label: 'Manage users',
  text: 'Who works on your newsletters, and who gets them',
  to: SCREENS.manageUsers,
  Icon: IconUsersGroup,
};

/** What a person finds in the settings, by role and plan: the tiles, and the menu beside each page. Pure. */
export function settingsFor(
  role: Role | null,
  _plan: SchoolResource['attributes']['subscription_plan'] | undefined,
): readonly SettingsGroup[] {
  const mine: SettingsGroup = { title: 'My settings', entries: [details, password] };
  if (role !== 'owner') return [mine];
  return [mine, { title: 'School settings', entries: [people] }];
}
