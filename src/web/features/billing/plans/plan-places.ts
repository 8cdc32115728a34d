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

/** Whether one is just doing something about the plan, so that nothing needs to lead there. Source: specification §4. */
export function isAboutPlan(pathname: string): boolean {
  return PLACES.includes(pathname.replace(/\/$/, ''));
}
