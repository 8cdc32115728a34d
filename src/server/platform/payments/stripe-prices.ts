import Stripe from 'stripe';
import { PAID_PLANS, type PaidPlan, PLANS } from '#contract/rules/prices.ts';
import type { Config } from '#server/config.ts';
import { PaymentsMisconfigured } from './payments.ts';
import { callStripe } from './stripe-calls.ts';

/** Checks that Stripe's prices equal ours, so that nobody pays another amount than the one shown. */

type Prices = Pick<NonNullable<Config['stripe']>, 'priceMonthly' | 'priceYearly'>;

const VARIABLES = { yearly: 'STRIPE_PRICE_YEARLY', monthly: 'STRIPE_PRICE_MONTHLY' } as const;
const UNITS = { yearly: 'year', monthly: 'month' } as const;

/** The id of a plan's price. */
export function priceOf(prices: Prices, plan: PaidPlan): string {
  return plan === 'yearly' ? prices.priceYearly : prices.priceMonthly;
}

/** Throws `PaymentsMisconfigured` unless the amount is the plan's price. */
export function expectOurPrice(plan: PaidPlan, pence: number | null, currency: string): void {
  const { price } = PLANS[plan];
  if (pence !== price * 100 || currency !== 'gbp')
    throw new PaymentsMisconfigured(`${VARIABLES[plan]}: this price is not £${price}`);
}

/** Makes a request that names a plan's price. Throws `PaymentsMisconfigured` if Stripe rejects the price. */
export async function callWithPrice<T>(plan: PaidPlan, request: () => Promise<T>): Promise<T> {
  try {
    return await callStripe(request);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && /price/.test(error.param ?? ''))
      throw new PaymentsMisconfigured(`${VARIABLES[plan]}: Stripe has no such price for sale`, {
        cause: error,
      });
    throw error;
  }
}

/** Throws `PaymentsMisconfigured` if the keys or a price are wrong. */
export async function checkPrices(stripe: Stripe, prices: Prices): Promise<void> {
  for (const plan of PAID_PLANS) {
    const price = await callWithPrice(plan, () => stripe.prices.retrieve(priceOf(prices, plan)));
    const { interval, interval_count: count = 0 } = price.recurring ?? {};
    if (!price.active || interval !== UNITS[plan] || count !== 1)
      throw new PaymentsMisconfigured(`${VARIABLES[plan]}: this price is not one by the ${UNITS[plan]}`);
    expectOurPrice(plan, price.unit_amount, price.currency);
  }
}
