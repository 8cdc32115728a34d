import {
  IconApi,
  IconArchive,
  IconCalendarRepeat,
  IconCreditCard,
  IconHistory,
  IconKey,
  IconPalette,
  IconPhoto,
  IconReceipt,
  IconSchool,
  IconToggleRight,
  IconUser,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Role } from '#contract/access.ts';
import { SCREENS } from '#contract/paths.ts';
import type { SchoolResource } from '#contract/school.ts';

/** A link to a page of the settings. */
export interface SettingsEntry {
  readonly label: string;
  /** A description of the page. */
  readonly text: string;
  readonly to: string;
  readonly Icon: TablerIcon;
}

/** Links under one heading. */
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
  text: 'Your password, passkeys, two-step sign-in, and where you are signed in',
  to: SCREENS.passwordSettings,
  Icon: IconKey,
};
const school: SettingsEntry = {
  label: 'School details',
  text: 'Name, email, phone and website of your school',
  to: SCREENS.schoolSettings,
  Icon: IconSchool,
};
const branding: SettingsEntry = {
  label: 'Newsletter branding',
  text: 'Logo and colours, at the head of every newsletter',
  to: SCREENS.branding,
  Icon: IconPalette,
};
const files: SettingsEntry = {
  label: 'Files',
  text: 'What was uploaded, and where it is used',
  to: SCREENS.files,
  Icon: IconPhoto,
};
const people: SettingsEntry = {
  label: 'Manage users',
  text: 'Who works on your newsletters, and who gets them',
  to: SCREENS.manageUsers,
  Icon: IconUsersGroup,
};

const groups: SettingsEntry = {
  label: 'Groups',
  text: 'Years, classes and clubs to send to',
  to: SCREENS.groups,
  Icon: IconUsers,
};

const rhythm: SettingsEntry = {
  label: 'Rhythm',
  text: 'When the next draft is made, and your term dates',
  to: SCREENS.rhythm,
  Icon: IconCalendarRepeat,
};

const billing: SettingsEntry = {
  label: 'Billing',
  text: 'Invoices, and whom they are made out to',
  to: SCREENS.invoices,
  Icon: IconReceipt,
};
const subscription: SettingsEntry = {
  label: 'Subscription',
  text: 'Your plan, its price and its renewal',
  to: SCREENS.subscription,
  Icon: IconCreditCard,
};

const uses: SettingsEntry = {
  label: 'Features',
  text: 'What your school uses, such as approval',
  to: SCREENS.features,
  Icon: IconToggleRight,
};

const activity: SettingsEntry = {
  label: 'Activity',
  text: 'Who did what when in your school',
  to: SCREENS.activity,
  Icon: IconHistory,
};

const api: SettingsEntry = {
  label: 'API and webhooks',
  text: 'For programs of your own',
  to: SCREENS.apiSettings,
  Icon: IconApi,
};

const schoolClosure: SettingsEntry = {
  label: 'Your data',
  text: 'Download everything, or close the school',
  to: SCREENS.closeSchool,
  Icon: IconArchive,
};

/** The settings that a person may see, by role and plan, for the tiles and the menu. Pure. */
export function settingsFor(
  role: Role | null,
  plan: SchoolResource['attributes']['subscription_plan'] | undefined,
): readonly SettingsGroup[] {
  const paying = role === 'admin' ? [billing, subscription, groups, rhythm, uses, activity] : [];
  const staff = role === 'editor' || role === 'admin' ? [files] : [];
  const mine: SettingsGroup = { title: 'My settings', entries: [details, password, ...staff, ...paying] };
  if (role !== 'owner') return [mine];
  // Before the first plan there are no invoices.
  const bills = plan === undefined || plan === 'trial' ? [] : [billing];
  return [
    mine,
    {
      title: 'School settings',
      entries: [
        school,
        people,
        groups,
        branding,
        rhythm,
        uses,
        files,
        ...bills,
        subscription,
        activity,
        api,
        schoolClosure,
      ],
    },
  ];
}
