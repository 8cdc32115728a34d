import { Navigate, type RouteObject } from 'react-router';
import type { Access } from '#contract/access.ts';
import { SCREENS } from '#contract/paths.ts';
import type { AppFile, AppScreen } from './app-files.tsx';
import { publicScreens, screenAt, withRoot } from './public-screens.tsx';
import { ScreenError } from './route-error.tsx';

// The long list of what each screen is made of comes with the first of them: a visitor's page has no use for it.
const files = () => import('./app-files.tsx');

function screen(name: AppScreen, title: string): RouteObject {
  return screenAt(name, title, async () => (await files()).APP_SCREENS[name]());
}

function around(name: AppFile, children: RouteObject[]): RouteObject {
  return { lazy: async () => (await files()).SCREEN_LAYOUTS[name](), children };
}

/** Screens for those alone who may make the calls of this access; others are led to the settings. */
function forRole(access: Access, children: RouteObject[]): RouteObject {
  return { lazy: async () => (await files()).roleGate(access), children };
}

// Below the app's header.
const appScreens: RouteObject[] = [
  screen('dashboard', 'Dashboard'),
  screen('newsletters', 'Newsletters'),
  screen('createNewsletter', 'Create newsletter'),
  screen('send', 'Send by email'),
  screen('publicUrl', 'Published'),
  screen('settings', 'Settings'),
  around('settingsShell', [
    screen('myDetails', 'My details'),
    screen('passwordSettings', 'Password settings'),
    screen('files', 'Files'),
    forRole('billing', [
      screen('subscription', 'Subscription'),
      screen('invoices', 'Billing'),
      screen('choosePlan', 'Choose plan'),
      screen('billingInfo', 'Billing details'),
      screen('updateBillingInfo', 'Billing details'),
      screen('cardSettings', 'Payment Information'),
      screen('changeCard', 'Change card'),
    ]),
    forRole('billing', [screen('activity', 'Activity')]),
    forRole('owner', [
      screen('manageUsers', 'Manage users'),
      screen('closeSchool', 'Your data'),
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

/** All screens. Features know nothing of each other; here and in `app-files.tsx` they are put together. */
export const screens: RouteObject[] = withRoot([
  publicScreens,
  around('guard', [
    around('planGate', [
      { path: SCREENS.app, element: <Navigate to={SCREENS.newsletters} replace /> },
      screen('onboarding', 'Welcome'),
      screen('editor', 'Editor'),
      around('shell', [
        around('closing', [{ ...around('planBanner', appScreens), ErrorBoundary: ScreenError }]),
      ]),
    ]),
  ]),
]);
