import { SCREENS } from '#contract/paths.ts';

const PLACES: readonly string[] = [
  SCREENS.subscription,
  SCREENS.invoices,
  SCREENS.choosePlan,
  SCREENS.billingInfo,
  SCREENS.updateBillingInfo,
  SCREENS.cardSettings,
  SCREENS.changeCard,
  SCREENS.onboarding,
];

/** Whether a path belongs to choosing a plan: no overlay there. Source: docs/requirements/screens.md 4.8. */
export function isAboutPlan(pathname: string): boolean {
  return PLACES.includes(pathname.replace(/\/$/, ''));
}
