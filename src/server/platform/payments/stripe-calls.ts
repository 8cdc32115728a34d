import Stripe from 'stripe';
import { PaymentsFailed, PaymentsMisconfigured, PaymentsUnavailable } from './payments.ts';

/**
 * Makes a request and converts its errors: `PaymentsUnavailable` for temporary ones, `PaymentsFailed` for a 5xx, which
 * Stripe repeats for the same idempotency key for a day, and `PaymentsMisconfigured` for rejected API keys.
 */
export async function callStripe<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (isServerError(error))
      throw new PaymentsFailed('Stripe does not answer: it has failed', { cause: error });
    if (isTransient(error)) throw new PaymentsUnavailable('Stripe does not answer', { cause: error });
    if (isKeyError(error))
      throw new PaymentsMisconfigured('STRIPE_SECRET_KEY: Stripe does not take this key', { cause: error });
    throw error;
  }
}

/** Like `callStripe`, but resolves to null for a 404. */
export async function nullIfNotFound<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await callStripe(request);
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

function isServerError(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500;
}

function isKeyError(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  );
}
