/** Prices, in one table. Without zod: the landing page shows them and does not load it. Source: docs/requirements/screens.md 9.2. */

/** The currencies with their signs. The switch between them is in the page, hidden. */
export const CURRENCIES = { gbp: '£', usd: '$' } as const;
/** A hundredth of each, as it is written after a number. */
export const HUNDREDTHS = { gbp: 'p', usd: '¢' } as const;
export type Currency = keyof typeof CURRENCIES;
export const DEFAULT_CURRENCY: Currency = 'gbp';

/** A year of the product as the landing page names it, excluding taxes, the same number in either currency. */
export const LANDING_YEARLY_PRICE = 295;

/** What can be bought inside of the app, the default first. */
export const PAID_PLANS = ['yearly', 'monthly'] as const;
export type PaidPlan = (typeof PAID_PLANS)[number];
export const DEFAULT_PLAN: PaidPlan = 'yearly';

/** What a plan costs each time, in pounds, and how many months that pays for. */
export const PLANS = {
  yearly: { price: 180, months: 12, title: 'Yearly plan' },
  monthly: { price: 18, months: 1, title: 'Monthly plan' },
} as const satisfies Readonly<Record<PaidPlan, object>>;

/** A month's share of the yearly plan, in pounds. */
export const YEARLY_PER_MONTH = PLANS.yearly.price / PLANS.yearly.months;
/** What the yearly plan saves against twelve monthly ones, in whole per cent. */
export const YEARLY_SAVES = Math.round(100 * (1 - PLANS.yearly.price / (12 * PLANS.monthly.price)));
