import { lazy } from 'react';
import type { Access } from '#contract/access.ts';
import { SCREENS } from '#contract/paths.ts';

/** The modules of the signed-in part, each loaded on first navigation. `router.tsx` arranges them into routes. */

/** The screens by their names in the contract's list of paths. */
export const APP_SCREENS = {
  dashboard: () => import('#web/features/dashboard/dashboard-screen.tsx'),
  newsletters: () => import('#web/features/newsletters/newsletters-screen.tsx'),
  createNewsletter: () => import('#web/features/newsletters/create-screen.tsx'),
  calendar: () => import('#web/features/calendar/calendar-screen.tsx'),
  send: () => import('#web/features/deliveries/send-screen.tsx'),
  publicUrl: () => import('#web/features/newsletters/public-url-screen.tsx'),
  edition: () => import('#web/features/editions/edition-screen.tsx'),
  settings: () => import('#web/features/settings/settings-screen.tsx'),
  myDetails: () => import('#web/features/settings/my-details-screen.tsx'),
  passwordSettings: () => import('#web/features/settings/password-screen.tsx'),
  subscription: () => import('#web/features/billing/plans/subscription-screen.tsx'),
  invoices: () => import('#web/features/billing/invoices/invoices-screen.tsx'),
  choosePlan: () => import('#web/features/billing/plans/choose-plan-screen.tsx'),
  billingInfo: () => import('#web/features/billing/details/billing-info-screen.tsx'),
  updateBillingInfo: () => import('#web/features/billing/details/billing-update-screen.tsx'),
  cardSettings: () => import('#web/features/billing/checkout/card-screen.tsx'),
  changeCard: () => import('#web/features/billing/checkout/change-card-screen.tsx'),
  files: () => import('#web/features/files/files-screen.tsx'),
  features: () => import('#web/features/school/features-screen.tsx'),
  groups: () => import('#web/features/groups/groups-screen.tsx'),
  rhythm: () => import('#web/features/rhythm/rhythm-screen.tsx'),
  activity: () => import('#web/features/school/activity-screen.tsx'),
  manageUsers: async () => {
    const [{ ManageUsersScreen }, { SubscriberList }] = await Promise.all([
      import('#web/features/staff/manage-users-screen.tsx'),
      import('#web/features/subscribers/subscriber-list.tsx'),
    ]);
    const subscribers = { list: <SubscriberList />, inviteTo: SCREENS.inviteSubscriber };
    return { Component: () => <ManageUsersScreen subscribers={subscribers} /> };
  },
  apiSettings: () => import('#web/features/settings/api/api-screen.tsx'),
  closeSchool: () => import('#web/features/school-closure/close-school-screen.tsx'),
  inviteSubscriber: () => import('#web/features/subscribers/invite-subscriber-screen.tsx'),
  editSubscriber: () => import('#web/features/subscribers/edit-subscriber-screen.tsx'),
  importSubscribers: () => import('#web/features/subscribers/import/import-screen.tsx'),
  schoolSettings: () => import('#web/features/school/school-settings-screen.tsx'),
  branding: () => import('#web/features/school/branding-screen.tsx'),
  inviteUser: () => import('#web/features/staff/invite-user-screen.tsx'),
  editUser: () => import('#web/features/staff/edit-user-screen.tsx'),
  onboarding: () => import('#web/features/onboarding/onboarding-screen.tsx'),
  editor: () => import('#web/features/editor/editor-screen.tsx'),
};

// Loaded late, because hardly anybody sees it.
const SecondFactorFirst = lazy(async () => {
  const loaded = await import('#web/features/settings/two-step/second-factor-first.tsx');
  return { default: loaded.SecondFactorFirst };
});

/** The layouts around screens. */
export const SCREEN_LAYOUTS = {
  guard: async () => {
    const [{ Queries }, { Component }] = await Promise.all([
      import('#web/api/queries.tsx'),
      import('#web/features/shell/app-guard.tsx'),
    ]);
    return {
      Component: () => (
        <Queries>
          <Component SecondFactorFirst={SecondFactorFirst} />
        </Queries>
      ),
    };
  },
  planGate: () => import('#web/features/billing/plans/plan-gate.tsx'),
  shell: () => import('#web/features/shell/app-shell.tsx'),
  closing: () => import('#web/features/school-closure/closing-layout.tsx'),
  secondFactor: () => import('#web/features/settings/two-step/second-factor-layout.tsx'),
  planBanner: () => import('#web/features/billing/plans/plan-banner-layout.tsx'),
  settingsShell: () => import('#web/features/settings/settings-shell.tsx'),
};

/** The layout around screens that only some roles may see. */
export async function roleGate(access: Access) {
  const { RoleGate } = await import('#web/features/settings/role-gate.tsx');
  return { Component: () => <RoleGate access={access} /> };
}

export type AppScreen = keyof typeof APP_SCREENS;
export type AppLayout = keyof typeof SCREEN_LAYOUTS;
