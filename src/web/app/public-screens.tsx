import type { ReactNode } from 'react';
import type { RouteObject } from 'react-router';
import { SCREENS, type Screen } from '#contract/paths.ts';
import { Root } from './root.tsx';
import { PageError } from './route-error.tsx';

type Load = () => Promise<{ Component: () => ReactNode }>;

/** The route of a screen in the contract's list, loaded on first navigation. */
export function screenAt(name: Screen, title: string | undefined, load: Load): RouteObject {
  return { path: SCREENS[name], handle: { title }, lazy: load };
}

const landing = () => import('#web/features/landing/landing-screen.tsx');

const screens: RouteObject[] = [
  screenAt('landing', 'Create School Newsletters', landing),
  screenAt('home', 'Create School Newsletters', landing),
  screenAt('invite', 'Get access', landing),
  screenAt('forgotPassword', 'Forgot Password', landing),
  screenAt('signIn', 'Signing in', landing),
  screenAt('howItWorks', 'How it works', () => import('#web/features/landing/how-it-works-screen.tsx')),
  screenAt('pricing', 'Pricing', () => import('#web/features/landing/pricing-screen.tsx')),
  screenAt('terms', 'Terms of Service', () => import('#web/features/policies/terms-screen.tsx')),
  screenAt('privacy', 'Privacy Notice', () => import('#web/features/policies/privacy-screen.tsx')),
  screenAt('cookies', 'Cookie Policy', () => import('#web/features/policies/cookies-screen.tsx')),
  screenAt('help', 'Help', () => import('#web/features/help/help-screen.tsx')),
  screenAt('apiGuide', 'API and webhooks', () => import('#web/features/help/api-guide-screen.tsx')),
  screenAt(
    'accessibility',
    'Accessibility statement',
    () => import('#web/features/help/accessibility-screen.tsx'),
  ),
  {
    lazy: () => import('#web/api/queries.tsx'),
    children: [
      screenAt(
        'changePassword',
        'Choose your password',
        () => import('#web/features/sign-in/change-password-screen.tsx'),
      ),
      screenAt(
        'confirmEmail',
        'Confirm your email',
        () => import('#web/features/sign-in/confirm-email-screen.tsx'),
      ),
      screenAt(
        'confirmSchoolEmail',
        'Confirm the school’s email',
        () => import('#web/features/sign-in/confirm-school-email-screen.tsx'),
      ),
    ],
  },
  {
    path: '*',
    handle: { title: 'Not Found' },
    lazy: () => import('#web/features/not-found/not-found-screen.tsx'),
  },
];

/** The screens that need no session, between the landing header and footer. Also rendered at build time. */
export const publicScreens: RouteObject = {
  lazy: async () => {
    const [{ LandingShell }, { AuthPanelGate }] = await Promise.all([
      import('#web/features/landing/landing-shell.tsx'),
      import('#web/features/sign-in/auth-panel-gate.tsx'),
    ]);
    return { Component: () => <LandingShell panel={<AuthPanelGate />} /> };
  },
  children: screens,
};

/** Puts routes below the root layout. */
export function withRoot(children: RouteObject[]): RouteObject[] {
  return [
    {
      Component: Root,
      ErrorBoundary: PageError,
      // Nothing while the first screen loads: the page already has its background.
      HydrateFallback: () => null,
      children,
    },
  ];
}
