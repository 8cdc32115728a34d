import { ERROR_MESSAGES } from '#contract/errors.ts';
import type { AppContext } from '#server/context.ts';
import { badRequest } from '#server/platform/http/errors.ts';
import { ForgedEvent, type PaymentEvent } from '#server/platform/payments/payments.ts';
import { recordEvent } from './repo.ts';
import { paymentSync } from './sync-jobs.ts';

/**
 * Receives an event of the payment provider. It is recorded and answered at once; a job enqueued in the same transaction
 * syncs the subscription, so that no event is lost and each takes effect once. Throws 400 for an invalid signature.
 */
export async function receiveEvent(context: AppContext, body: unknown, signature: unknown): Promise<void> {
  const event = readEvent(context, body, signature);
  await context.database.transaction(async () => {
    if (!(await recordEvent(context, event)) || event.subscriptionId === null) return;
    await context.jobs.send(paymentSync, {
      subscriptionId: event.subscriptionId,
      givesCard: event.givesCard,
    });
  });
}

function readEvent(context: AppContext, body: unknown, signature: unknown): PaymentEvent {
  try {
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new ForgedEvent('Nothing signed');
    return context.payments.readEvent(body, signature);
  } catch (error) {
    if (error instanceof ForgedEvent) throw badRequest(ERROR_MESSAGES.malformed);
    throw error;
  }
}
