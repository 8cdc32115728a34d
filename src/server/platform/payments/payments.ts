import type { PaidPlan } from '#contract/rules/prices.ts';

/** The addressee of a provider's receipts and invoices. */
export interface BilledTo {
  readonly name: string;
  readonly email: string;
  readonly telephone: string;
  readonly address: string;
}

/**
 * States of a subscription. `incomplete`: not paid yet. `past_due`: a renewal could not be paid. `ended`: expired, or
 * never paid in time.
 */
export type SubscriptionState = 'incomplete' | 'active' | 'past_due' | 'ended';

/** A subscription's current state at the provider. */
export interface ProviderSubscription {
  readonly id: string;
  /** Null if another program made it. */
  readonly schoolId: string | null;
  readonly plan: PaidPlan;
  readonly state: SubscriptionState;
  /** False once it is set to end with its period. */
  readonly renews: boolean;
  /** The end of the paid time; null before the first payment. */
  readonly paidUntil: Date | null;
  readonly cardLast4: string | null;
  /** When its card expires; null if unknown. */
  readonly cardExpiresAt: Date | null;
  readonly createdAt: Date;
  /** Paid invoices, oldest first. */
  readonly invoices: readonly ProviderInvoice[];
}

export interface ProviderInvoice {
  readonly id: string;
  /** The number for people. */
  readonly number: string;
  readonly plan: PaidPlan;
  /** In pence. */
  readonly amount: number;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly paidAt: Date;
}

/**
 * An event of the provider. Events come late, twice and out of order, so they only trigger reading the current state.
 */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** The subscription concerned, if any. */
  readonly subscriptionId: string | null;
  /** Whether the customer entered a new card, to be applied with `applyNewCard`. */
  readonly givesCard: boolean;
}

/** A subscription that waits for its first payment, and the secret for paying in the browser. */
export interface PendingSubscription {
  readonly subscriptionId: string;
  readonly clientSecret: string;
}

/**
 * Takes payments. Every method may throw `PaymentsUnavailable` or `PaymentsMisconfigured`; the call can then be
 * repeated safely.
 */
export interface PaymentPort {
  readonly provider: 'sandbox' | 'stripe';
  /**
   * Creates the provider's customer for a school, or updates the one with `customerId`. Resolves to the customer id, which
   * is a new one if the provider no longer has the old. Idempotent by `key`.
   */
  putCustomer(school: {
    readonly key: string;
    readonly schoolId: string;
    readonly customerId: string | null;
    readonly billedTo: BilledTo;
  }): Promise<string>;
  /** Begins a subscription. Idempotent by `key`, also for concurrent calls. */
  begin(attempt: {
    readonly key: string;
    readonly schoolId: string;
    readonly customerId: string;
    readonly plan: PaidPlan;
  }): Promise<PendingSubscription>;
  /** The secret for paying what is due: the first payment or a failed renewal. Null if nothing is due. */
  openSecret(subscriptionId: string): Promise<string | null>;
  /** Ends an unpaid subscription, so that it can no longer be paid. Does not change a paid one. */
  abandon(subscriptionId: string): Promise<void>;
  /** The secret for entering a new card in the browser; null if the subscription has ended. */
  beginCardChange(subscriptionId: string): Promise<string | null>;
  /**
   * Applies the card that was entered last to the subscription, and pays what is due with it. Idempotent. Throws
   * `PaymentRefused` if the card was applied but the payment failed.
   */
  applyNewCard(subscriptionId: string): Promise<NewCardResult>;
  /** Ends a subscription at the end of its paid time, or at once if that has passed (past_due). */
  cancelRenewal(subscriptionId: string): Promise<void>;
  /** Undoes `cancelRenewal`, as long as the subscription has not ended. */
  resumeRenewal(subscriptionId: string): Promise<void>;
  /** Reads a subscription; null if there is none with this id. */
  read(subscriptionId: string): Promise<ProviderSubscription | null>;
  /** Throws `PaymentsMisconfigured` with the reason if nobody could pay with this configuration. */
  check(): Promise<void>;
  /** The current URL of the provider's PDF of an invoice; null if we make the PDF. */
  invoicePdf(invoiceId: string): Promise<string | null>;
  /** Parses a received event. Throws `ForgedEvent` unless the provider signed it recently. */
  readEvent(body: Buffer, signature: string | undefined): PaymentEvent;
  /**
   * Sandbox only: takes a card number, to pay or to change the card, depending on the secret. Idempotent by secret. Throws
   * `PaymentRefused`.
   */
  readonly pay?: (payment: {
    readonly customerId: string;
    readonly clientSecret: string;
    readonly cardNumber: string;
  }) => Promise<{ readonly subscriptionId: string }>;
}

/**
 * `new`: a card was applied now. `before`: an earlier call applied it. `none`: no card was entered since the last
 * change began.
 */
export type NewCardResult = 'new' | 'before' | 'none';

/** The provider does not answer, or is temporarily unavailable. */
export class PaymentsUnavailable extends Error {
  override readonly name: string = 'PaymentsUnavailable';
}

/** The provider failed, and repeats this answer for the same idempotency key. */
export class PaymentsFailed extends PaymentsUnavailable {
  override readonly name = 'PaymentsFailed';
}

/**
 * The provider does not know our keys or prices, or has other prices. The operator must fix this before anybody can
 * pay.
 */
export class PaymentsMisconfigured extends Error {
  override readonly name = 'PaymentsMisconfigured';
}

/** The payment was declined. The message is for the payer. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
}

/** An event without a valid, recent signature of the provider. */
export class ForgedEvent extends Error {
  override readonly name = 'ForgedEvent';
}
