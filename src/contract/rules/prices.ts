/**
 * All prices. No zod here: the landing page shows them and must not load it.
 * Source: docs/requirements/screens.md 9.2.
 */

/** The currencies and their symbols. The landing page's currency switch is hidden. */
export const CURRENCIES = { gbp: '£', usd: '$' } as const;
/** The symbols of the minor units, written after the number. */
export const MINOR_UNITS = { gbp: 'p', usd: '¢' } as const;
export type Currency = keyof typeof CURRENCIES;
export const DEFAULT_CURRENCY: Currency = 'gbp';

/** The yearly price on the landing page, excluding tax: the same number in either currency. */
export const LANDING_YEARLY_PRICE = 295;

/** The plans for sale inside the app, the default first. */
export const PAID_PLANS = ['yearly', 'monthly'] as const;
export type PaidPlan = (typeof PAID_PLANS)[number];
export const DEFAULT_PLAN: PaidPlan = 'yearly';

/** The price of one payment, in pounds, and how many months it pays for. */
export const PLANS = {
  yearly: { price: 180, months: 12, title: 'Yearly plan' },
  monthly: { price: 18, months: 1, title: 'Monthly plan' },
} as const satisfies Readonly<Record<PaidPlan, object>>;

/** The yearly plan's price per month, in pounds. */
export const YEARLY_PER_MONTH = PLANS.yearly.price / PLANS.yearly.months;
/** How much cheaper the yearly plan is than twelve monthly payments, in whole per cent. */
export const YEARLY_SAVING_PERCENT = Math.round(100 * (1 - PLANS.yearly.price / (12 * PLANS.monthly.price)));
