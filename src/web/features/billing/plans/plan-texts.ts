import { type PaidPlan, YEARLY_PER_MONTH } from '#contract/rules/prices.ts';
import type { SchoolResource } from '#contract/school.ts';

/** Texts about plans and sums. */

type School = SchoolResource['attributes'];

/** '£180.00' for a sum in pounds. */
export function exactSum(cost: number): string {
  return `£${cost.toFixed(2)}`;
}

/** 'every year' */
export const BILLED_EVERY: Readonly<Record<PaidPlan, string>> = {
  yearly: 'every year',
  monthly: 'every month',
};
/** 'a year' */
export const PRICE_PER: Readonly<Record<PaidPlan, string>> = { yearly: 'a year', monthly: 'a month' };
/** The line below the price. */
export const PRICE_LINES: Readonly<Record<PaidPlan, string>> = {
  yearly: `£${YEARLY_PER_MONTH} per month, billed once a year`,
  monthly: `Billed monthly. Paid yearly, it is £${YEARLY_PER_MONTH} per month`,
};
/** Shown with every sum. */
export const VAT_NOTE = 'Prices exclude VAT. No VAT is added to this payment.';

/** The plan that the school has paid for; null on trial. */
export function paidPlanOf({ subscription_plan: plan }: School): PaidPlan | null {
  return plan === 'trial' ? null : plan;
}
