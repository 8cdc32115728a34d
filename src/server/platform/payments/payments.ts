import type { PaidPlan } from '#contract/rules/prices.ts';

/** Whom a provider sends its receipts and invoices to. */
export interface BilledTo {
  readonly name: string;
  readonly email: string;
  readonly telephone: string;
  readonly address: string;
}

/**
 * Where a subscription stands. `incomplete`: not paid for yet. `past_due`: a renewal could not be paid. `ended`: over
 * for good, or never paid in time.
 */
export type SubscriptionState = 'incomplete' | 'active' | 'past_due' | 'ended';

/** A subscription as its provider has it at this moment. */
export interface ProviderSubscription {
  readonly id: string;
  /** Null where it was not made by this program. */
  readonly schoolId: string | null;
  readonly plan: PaidPlan;
  readonly state: SubscriptionState;
  /** False once it is to end with its period. */
  readonly renews: boolean;
  /** Until when it is paid, or was when it ended; null before the first payment. */
  readonly paidUntil: Date | null;
  readonly cardLast4: string | null;
  /** From when its card pays no more; null where that is not known. */
  readonly cardExpiresAt: Date | null;
  readonly createdAt: Date;
  /** What was paid, oldest first. */
  readonly invoices: readonly ProviderInvoice[];
}

/** Something that was paid. */
export interface ProviderInvoice {
  readonly id: string;
  /** For people. */
  readonly number: string;
  readonly plan: PaidPlan;
  /** In pence. */
  readonly amount: number;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly paidAt: Date;
}

/** What a provider has to say. It is only ever a reason to ask how things stand: events come late, twice, out of order. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** The subscription that it is about; null where it is about none. */
  readonly subscriptionId: string | null;
  /** Whether a card was given for it, which is to be taken up. */
  readonly givesCard: boolean;
}

/** A subscription that waits for its first payment, and the secret with which a browser pays. */
export interface BegunSubscription {
  readonly subscriptionId: string;
  readonly clientSecret: string;
}

/** Takes payments. Every method may throw `PaymentsAway` or `PaymentsMisconfigured`; nothing is half done then, and the same call may be made again. */
export interface PaymentPort {
  readonly provider: 'sandbox' | 'stripe';
  /**
   * Makes the school known to the provider, or changes how it is known (`customerId`). Resolves to its customer id,
   * which is another one where the provider has forgotten the school. The same key makes the same one.
   */
  putCustomer(school: {
    readonly key: string;
    readonly schoolId: string;
    readonly customerId: string | null;
    readonly billedTo: BilledTo;
  }): Promise<string>;
  /** Begins a subscription. The same key gives the same one, however often and however much at once. */
  begin(attempt: {
    readonly key: string;
    readonly schoolId: string;
    readonly customerId: string;
    readonly plan: PaidPlan;
  }): Promise<BegunSubscription>;
  /** The secret with which what is open may be paid, the first payment or a renewal that failed; null if nothing is. */
  openSecret(subscriptionId: string): Promise<string | null>;
  /** Makes sure that a subscription which nobody has paid for can't be paid any more; leaves a paid one as it is. */
  abandon(subscriptionId: string): Promise<void>;
  /** The secret with which a browser gives another card for a subscription; null where that is over. */
  beginCardChange(subscriptionId: string): Promise<string | null>;
  /**
   * Takes up the card that was given last: what is open is paid with it now, and all that comes later. Calling it again
   * is safe. Throws `PaymentRefused` where the card was taken up and what is open could not be paid with it.
   */
  takeCard(subscriptionId: string): Promise<TakenCard>;
  /** It ends with its paid time, or, when that is over already (past_due), at once. */
  cancelRenewal(subscriptionId: string): Promise<void>;
  /** Takes `cancelRenewal` back, as long as it has not ended. */
  resumeRenewal(subscriptionId: string): Promise<void>;
  /** How a subscription stands; null where there is none of this id. */
  read(subscriptionId: string): Promise<ProviderSubscription | null>;
  /** Throws `PaymentsMisconfigured` where nobody could pay as things are set up, saying why. */
  check(): Promise<void>;
  /** Where the provider's own PDF of an invoice is just now; null where we draw it. */
  invoicePdf(invoiceId: string): Promise<string | null>;
  /** Reads an event from the bytes that came in. Throws `ForgedEvent` unless the provider has signed them just now. */
  readEvent(body: Buffer, signature: string | undefined): PaymentEvent;
  /**
   * Takes a card's number itself, to pay or to keep, as the secret says: the sandbox only. Throws `PaymentRefused`.
   * Paying twice by one secret pays once.
   */
  readonly pay?: (payment: {
    readonly customerId: string;
    readonly clientSecret: string;
    readonly cardNumber: string;
  }) => Promise<{ readonly subscriptionId: string }>;
}

/**
 * `new`: a card was taken up now. `before`: that of the last change was taken up by an earlier call. `none`: nobody has
 * given a card since the last change was begun, or ever.
 */
export type TakenCard = 'new' | 'before' | 'none';

/** The provider does not answer, or answers that it can't just now. */
export class PaymentsAway extends Error {
  override readonly name: string = 'PaymentsAway';
}

/** The provider has failed at it, and says so again whenever it is asked under the same key. */
export class PaymentsFailed extends PaymentsAway {
  override readonly name = 'PaymentsFailed';
}

/** The provider does not know our keys or prices, or has other prices: nobody can pay until the operator mends it. */
export class PaymentsMisconfigured extends Error {
  override readonly name = 'PaymentsMisconfigured';
}

/** The provider does not take the payment; the message is for the person who pays. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
}

/** An event that the provider did not sign, or signed too long ago. */
export class ForgedEvent extends Error {
  override readonly name = 'ForgedEvent';
}
