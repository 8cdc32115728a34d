/** The objects that the Stripe double stores. Times are in seconds, as in Stripe's API. */

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
  /** An end date set in Stripe's dashboard. */
  cancelAt: number | null;
  periodStart: number;
  periodEnd: number;
  periods: number;
  endedAt: number | null;
  /** The id of its payment method. */
  method: string | null;
}

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

/** A stored card. */
export interface DoubleCard {
  readonly id: string;
  readonly customer: string;
  readonly number: string;
  readonly created: number;
}

/** A setup for a card. `method` is null until the card is given. */
export interface DoubleSetup {
  readonly id: string;
  readonly secret: string;
  readonly customer: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: number;
  method: string | null;
}

/** A customer. Deleted ones are kept, as Stripe does. */
export interface DoubleCustomer {
  metadata: Readonly<Record<string, string>>;
  isDeleted: boolean;
}
