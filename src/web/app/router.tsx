import { Navigate, type RouteObject } from 'react-router';
import type { Access } from '#contract/access.ts';
import { SCREENS } from '#contract/paths.ts';
import type { AppLayout, AppScreen } from './app-files.tsx';
import { publicScreens, screenAt, withRoot } from './public-screens.tsx';
import { ScreenError } from './route-error.tsx';

// The list of app screens is loaded with the first of them: visitors' pages do not need it.
const files = () => import('./app-files.tsx');

function screen(name: AppScreen, title: string): RouteObject {
  return screenAt(name, title, async () => (await files()).APP_SCREENS[name]());
}

function inLayout(name: AppLayout, children: RouteObject[]): RouteObject {
  return { lazy: async () => (await files()).SCREEN_LAYOUTS[name](), children };
}

/** Limits screens to people with this access; others are redirected to the settings. */
function forRole(access: Access, children: RouteObject[]): RouteObject {
  return { lazy: async () => (await files()).roleGate(access), children };
}

// The screens below the app's header.
const appScreens: RouteObject[] = [
  screen('dashboard', 'Dashboard'),
  forRole('member', [
    screen('newsletters', 'Newsletters'),
    screen('createNewsletter', 'Create newsletter'),
    screen('send', 'Send by email'),
    screen('publicUrl', 'Published'),
    screen('calendar', 'Calendar'),
  ]),
  screen('settings', 'Settings'),
  inLayout('settingsShell', [
    screen('myDetails', 'My details'),
    screen('passwordSettings', 'Password settings'),
    forRole('member', [screen('files', 'Files')]),
    forRole('owner_or_admin', [
      screen('subscription', 'Subscription'),
      screen('invoices', 'Billing'),
      screen('choosePlan', 'Choose plan'),
      screen('billingInfo', 'Billing details'),
      screen('updateBillingInfo', 'Billing details'),
      screen('cardSettings', 'Payment Information'),
      screen('changeCard', 'Change card'),
    ]),
    forRole('owner_or_admin', [
      screen('activity', 'Activity'),
      screen('features', 'Features'),
      screen('groups', 'Groups'),
      screen('rhythm', 'Rhythm'),
    ]),
    forRole('owner', [
      screen('manageUsers', 'Manage users'),
      screen('closeSchool', 'Your data'),
      screen('apiSettings', 'API and webhooks'),
      screen('inviteSubscriber', 'Invite subscriber'),
      screen('editSubscriber', 'Edit subscriber'),
      screen('importSubscribers', 'Import subscribers'),
      screen('schoolSettings', 'School settings'),
      screen('branding', 'Newsletter branding'),
      screen('inviteUser', 'Invite user'),
      screen('editUser', 'Edit user'),
    ]),
  ]),
];

/** All screens. Features do not import each other; they are put together here and in `app-files.tsx`. */
export const screens: RouteObject[] = withRoot([
  publicScreens,
  inLayout('guard', [
    inLayout('planGate', [
      { path: SCREENS.app, element: <Navigate to={SCREENS.newsletters} replace /> },
      screen('onboarding', 'Welcome'),
      screen('editor', 'Editor'),
      forRole('member', [screen('edition', 'As families saw it')]),
      inLayout('shell', [
        inLayout('closing', [
          { ...inLayout('planBanner', [inLayout('secondFactor', appScreens)]), ErrorBoundary: ScreenError },
        ]),
      ]),
    ]),
  ]),
]);
