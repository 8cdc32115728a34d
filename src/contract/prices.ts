/** Prices, in one table. Without zod: the landing page shows them and does not load it. Source: specification §9. */

/** The currencies with their signs. The switch between them is in the page, hidden. */
export const CURRENCIES = { gbp: '£', usd: '$' } as const;
export type Currency = keyof typeof CURRENCIES;
export const DEFAULT_CURRENCY: Currency = 'gbp';

/** A year of the product as the landing page names it, excluding taxes, the same number in either currency. */
export const LANDING_YEARLY_PRICE = 295;
