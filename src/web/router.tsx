import { Navigate, type RouteObject } from 'react-router';
import type { Access } from '#contract/access.ts';
import { SCREENS } from '#contract/paths.ts';
import { publicScreens, screen, withRoot } from './public-screens.tsx';
import { ScreenError } from './route-error.tsx';

/** Screens for those alone who may make the calls of this access; others are led to the settings. */
function forRole(access: Access, children: RouteObject[]): RouteObject {
  return {
    lazy: async () => {
      const { RoleGate } = await import('#web/features/settings/role-gate.tsx');
      return { Component: () => <RoleGate access={access} /> };
    },
    children,
  };
}

// Below the app's header.
const appScreens: RouteObject[] = [
  screen('dashboard', 'Dashboard', () => import('#web/features/dashboard/dashboard-screen.tsx')),
  screen('newsletters', 'Newsletters', () => import('#web/features/newsletters/newsletters-screen.tsx')),
  screen(
    'createNewsletter',
    'Create newsletter',
    () => import('#web/features/newsletters/create-screen.tsx'),
  ),
  screen('send', 'Send by email', () => import('#web/features/sending/send-screen.tsx')),
  screen('publicUrl', 'Published', () => import('#web/features/newsletters/public-url-screen.tsx')),
  screen('settings', 'Settings', () => import('#web/features/settings/settings-screen.tsx')),
  {
    lazy: () => import('#web/features/settings/settings-shell.tsx'),
    children: [
      screen('myDetails', 'My details', () => import('#web/features/settings/my-details-screen.tsx')),
      screen(
        'passwordSettings',
        'Password settings',
        () => import('#web/features/settings/password-screen.tsx'),
      ),
      forRole('billing', [
        screen('subscription', 'Subscription', () => import('#web/features/billing/subscription-screen.tsx')),
        screen('invoices', 'Billing', () => import('#web/features/billing/invoices-screen.tsx')),
        screen('choosePlan', 'Choose plan', () => import('#web/features/billing/choose-plan-screen.tsx')),
        screen(
          'billingInfo',
          'Billing details',
          () => import('#web/features/billing/billing-info-screen.tsx'),
        ),
        screen(
          'updateBillingInfo',
          'Billing details',
          () => import('#web/features/billing/billing-update-screen.tsx'),
        ),
        screen('cardSettings', 'Payment Information', () => import('#web/features/billing/card-screen.tsx')),
        screen('changeCard', 'Change card', () => import('#web/features/billing/change-card-screen.tsx')),
      ]),
      forRole('billing', [
        screen('activity', 'Activity', () => import('#web/features/school/activity-screen.tsx')),
      ]),
      forRole('owner', [
        screen('manageUsers', 'Manage users', async () => {
          const [{ ManageUsersScreen }, { SubscriberList }] = await Promise.all([
            import('#web/features/people/manage-users-screen.tsx'),
            import('#web/features/subscribers/subscriber-list.tsx'),
          ]);
          const subscribers = { list: <SubscriberList />, inviteTo: SCREENS.inviteSubscriber };
          return { Component: () => <ManageUsersScreen subscribers={subscribers} /> };
        }),
        screen('closeSchool', 'Your data', () => import('#web/features/leaving/close-school-screen.tsx')),
        screen(
          'inviteSubscriber',
          'Invite subscriber',
          () => import('#web/features/subscribers/invite-subscriber-screen.tsx'),
        ),
        screen(
          'editSubscriber',
          'Edit subscriber',
          () => import('#web/features/subscribers/edit-subscriber-screen.tsx'),
        ),
        screen(
          'importSubscribers',
          'Import subscribers',
          () => import('#web/features/subscribers/import-screen.tsx'),
        ),
        screen(
          'schoolSettings',
          'School settings',
          () => import('#web/features/school/school-settings-screen.tsx'),
        ),
        screen('branding', 'Newsletter branding', () => import('#web/features/school/branding-screen.tsx')),
        screen('inviteUser', 'Invite user', () => import('#web/features/people/invite-user-screen.tsx')),
        screen('editUser', 'Edit user', () => import('#web/features/people/edit-user-screen.tsx')),
      ]),
    ],
  },
];

/** All screens. Features know nothing of each other; here they are put together. */
export const screens: RouteObject[] = withRoot([
  publicScreens,
  {
    lazy: async () => {
      const [{ Queries }, { Component }] = await Promise.all([
        import('./api/queries.tsx'),
        import('#web/features/shell/app-guard.tsx'),
      ]);
      return {
        Component: () => (
          <Queries>
            <Component />
          </Queries>
        ),
      };
    },
    children: [
      {
        lazy: () => import('#web/features/billing/plan-gate.tsx'),
        children: [
          { path: SCREENS.app, element: <Navigate to={SCREENS.newsletters} replace /> },
          screen('onboarding', 'Welcome', () => import('#web/features/onboarding/onboarding-screen.tsx')),
          screen('editor', 'Editor', () => import('#web/features/editor/editor-screen.tsx')),
          {
            lazy: () => import('#web/features/shell/app-shell.tsx'),
            children: [
              {
                lazy: () => import('#web/features/leaving/closing-layout.tsx'),
                children: [
                  {
                    ErrorBoundary: ScreenError,
                    lazy: () => import('#web/features/billing/plan-banner-layout.tsx'),
                    children: appScreens,
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
]);
