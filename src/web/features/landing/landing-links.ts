import { SCREENS } from '#contract/paths.ts';

/** The public pages that header, sidebar and footer link to. */
export const LANDING_LINKS = [
  { label: 'Home', to: SCREENS.home },
  { label: 'How it works', to: SCREENS.howItWorks },
  { label: 'Pricing', to: SCREENS.pricing },
] as const;

/** `aria-current` for the link of the current page. `/` counts as Home, too. */
export function currentAt(link: string, pathname: string) {
  return (pathname === SCREENS.landing ? SCREENS.home : pathname) === link
    ? { 'aria-current': 'page' as const }
    : {};
}
