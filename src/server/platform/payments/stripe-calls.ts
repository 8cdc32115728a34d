import Stripe from 'stripe';
import { PaymentsAway, PaymentsFailed, PaymentsMisconfigured } from './payments.ts';

/** What can go wrong when Stripe is asked something, in our terms. */

/**
 * The answer. Throws `PaymentsAway` for what may be otherwise in a minute, `PaymentsFailed` where Stripe has failed and
 * keeps that answer under its idempotency key for a day, `PaymentsMisconfigured` for keys that Stripe does not take.
 */
export async function asked<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (isKept(error)) throw new PaymentsFailed('Stripe does not answer: it has failed', { cause: error });
    if (isTransient(error)) throw new PaymentsAway('Stripe does not answer', { cause: error });
    if (isAboutKeys(error))
      throw new PaymentsMisconfigured('STRIPE_SECRET_KEY: Stripe does not take this key', { cause: error });
    throw error;
  }
}

/** The answer; null where Stripe has no such thing. */
export async function found404<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await asked(request);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return null;
    throw error;
  }
}

function isTransient(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeConnectionError) return true;
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  const { statusCode } = error;
  return statusCode === 429 || statusCode === 409;
}

function isKept(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500;
}

function isAboutKeys(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  );
}
