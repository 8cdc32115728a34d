import { SCREENS } from '#contract/paths.ts';

/** The pages of the landing area, as header, sidebar and footer list them. */
export const LANDING_LINKS = [
  { label: 'Home', to: SCREENS.home },
  { label: 'How it works', to: SCREENS.howItWorks },
  { label: 'Pricing', to: SCREENS.pricing },
] as const;

/** What marks the link of the page that is shown. `/` is Home too. */
export function currentAt(link: string, pathname: string) {
  return (pathname === SCREENS.landing ? SCREENS.home : pathname) === link
    ? { 'aria-current': 'page' as const }
    : {};
}
