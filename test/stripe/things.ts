/** What the double of Stripe keeps. Times are in seconds, as Stripe's are. */

/** A subscription of the double. */
export interface DoubleSubscription {
  readonly id: string;
  readonly customer: string;
  readonly price: string;
  readonly interval: 'month' | 'year';
  readonly created: number;
  readonly invoices: DoubleInvoice[];
  metadata: Readonly<Record<string, string>>;
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled';
  cancelAtPeriodEnd: boolean;
  /** A day that somebody has set in Stripe's own pages. */
  cancelAt: number | null;
  periodStart: number;
  periodEnd: number;
  periods: number;
  endedAt: number | null;
  /** The id of the payment method that pays it. */
  method: string | null;
}

/** One of its invoices. */
export interface DoubleInvoice {
  readonly id: string;
  readonly number: string;
  readonly secret: string;
  readonly total: number;
  readonly created: number;
  readonly start: number;
  readonly end: number;
  status: 'draft' | 'open' | 'paid' | 'void';
  paidAt: number | null;
}

/** A card that was given in a browser. */
export interface DoubleCard {
  readonly id: string;
  readonly customer: string;
  readonly number: string;
  readonly created: number;
}

/** A card that is to be given, or was. */
export interface DoubleSetup {
  readonly id: string;
  readonly secret: string;
  readonly customer: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: number;
  method: string | null;
}

/** A customer; deleted ones are remembered, as Stripe does. */
export interface DoubleCustomer {
  metadata: Readonly<Record<string, string>>;
  isDeleted: boolean;
}
