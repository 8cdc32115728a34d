import type { ReactNode } from 'react';
import type { RouteObject } from 'react-router';
import { SCREENS, type Screen } from '#contract/paths.ts';
import { Root } from './root.tsx';
import { PageError } from './route-error.tsx';

type Load = () => Promise<{ Component: () => ReactNode }>;

/** A screen of the list in the contract: loaded when it is first gone to. */
export function screenAt(name: Screen, title: string | undefined, load: Load): RouteObject {
  return { path: SCREENS[name], handle: { title }, lazy: load };
}

const landing = () => import('#web/features/landing/landing-screen.tsx');

const screens: RouteObject[] = [
  screenAt('landing', 'Newsletters for schools', landing),
  screenAt('home', 'Newsletters for schools', landing),
  screenAt('invite', 'Get access', landing),
  screenAt('forgotPassword', 'Forgot Password', landing),
  screenAt('howItWorks', 'How it works', () => import('#web/features/landing/how-it-works-screen.tsx')),
  screenAt('pricing', 'Pricing', () => import('#web/features/landing/pricing-screen.tsx')),
  screenAt('terms', 'Terms of Service', () => import('#web/features/policies/terms-screen.tsx')),
  screenAt('privacy', 'Privacy Notice', () => import('#web/features/policies/privacy-screen.tsx')),
  screenAt('cookies', 'Cookie Policy', () => import('#web/features/policies/cookies-screen.tsx')),
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

/** What anybody can see, in the landing area's header and footer. Rendered at the build as well. */
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

/** Screens below what surrounds all of them. */
export function withRoot(children: RouteObject[]): RouteObject[] {
  return [
    {
      Component: Root,
      ErrorBoundary: PageError,
      // While the first screen's files load; the page has its colour already.
      HydrateFallback: () => null,
      children,
    },
  ];
}
