import { Navigate, type RouteObject } from 'react-router';
import type { Access } from '#contract/access.ts';
import { SCREENS, type Screen } from '#contract/paths.ts';
import { Root } from './root.tsx';
import { PageError, ScreenError } from './route-error.tsx';

type Load = () => Promise<{ Component: () => React.ReactNode }>;

/** A screen of the list in the contract: loaded when it is first gone to. */
function screen(name: Screen, title: string | undefined, load: Load): RouteObject {
  return { path: SCREENS[name], handle: { title }, lazy: load };
}

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

const landing = () => import('#web/features/landing/landing-screen.tsx');

const publicScreens: RouteObject[] = [
  screen('landing', 'Newsletters for schools', landing),
  screen('home', 'Newsletters for schools', landing),
  screen('invite', 'Get access', landing),
  screen('forgotPassword', 'Forgot Password', landing),
  screen('howItWorks', 'How it works', () => import('#web/features/landing/how-it-works-screen.tsx')),
  screen('pricing', 'Pricing', () => import('#web/features/landing/pricing-screen.tsx')),
  screen('terms', 'Terms of Service', () => import('#web/features/policies/terms-screen.tsx')),
  screen('privacy', 'Privacy Notice', () => import('#web/features/policies/privacy-screen.tsx')),
  screen('cookies', 'Cookie Policy', () => import('#web/features/policies/cookies-screen.tsx')),
  screen(
    'changePassword',
    'Choose your password',
    () => import('#web/features/sign-in/change-password-screen.tsx'),
  ),
  screen(
    'confirmEmail',
    'Confirm your email',
    () => import('#web/features/sign-in/confirm-email-screen.tsx'),
  ),
  {
    path: '*',
    handle: { title: 'Not Found' },
    lazy: () => import('#web/features/not-found/not-found-screen.tsx'),
  },
];

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
        screen('inviteUser', 'Invite user', () => import('#web/features/people/invite-user-screen.tsx')),
        screen('editUser', 'Edit user', () => import('#web/features/people/edit-user-screen.tsx')),
      ]),
    ],
  },
];

/** All screens. Features know nothing of each other; here they are put together. */
export const screens: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: PageError,
    // While the first screen's files load; the page has its colour already.
    HydrateFallback: () => null,
    children: [
      {
        lazy: async () => {
          const [{ LandingShell }, { AuthPanelGate }] = await Promise.all([
            import('#web/features/landing/landing-shell.tsx'),
            import('#web/features/sign-in/auth-panel-gate.tsx'),
          ]);
          return { Component: () => <LandingShell panel={<AuthPanelGate />} /> };
        },
        children: publicScreens,
      },
      {
        lazy: () => import('#web/features/shell/app-guard.tsx'),
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
];
