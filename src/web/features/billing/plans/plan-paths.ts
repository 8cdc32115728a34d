import { SCREENS } from '#contract/paths.ts';

const PLAN_PATHS: readonly string[] = [
  SCREENS.subscription,
  SCREENS.invoices,
  SCREENS.choosePlan,
  SCREENS.billingInfo,
  SCREENS.updateBillingInfo,
  SCREENS.cardSettings,
  SCREENS.changeCard,
  SCREENS.onboarding,
];

/** Whether a screen is about the plan: there the dialog stays away. Source: docs/requirements/screens.md 4.8. */
export function isAboutPlan(pathname: string): boolean {
  return PLAN_PATHS.includes(pathname.replace(/\/$/, ''));
}
