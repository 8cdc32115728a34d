import { ERROR_MESSAGES } from '#contract/errors.ts';
import type { AppContext } from '#server/context.ts';
import { badRequest } from '#server/platform/http/errors.ts';
import { ForgedEvent, type PaymentEvent } from '#server/platform/payments/payments.ts';
import { noteEvent } from './repo.ts';
import { paymentSync } from './timetable.ts';

/**
 * Takes an event of the payment provider. It is noted and answered at once; what it is about is asked for by a job, in
 * the same transaction, so that none is lost and each takes effect once. Throws 400 for what the provider has not signed.
 */
export async function takeEvent(context: AppContext, body: unknown, signature: unknown): Promise<void> {
  const event = readEvent(context, body, signature);
  await context.database.transaction(async () => {
    if (!(await noteEvent(context, event)) || event.subscriptionId === null) return;
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
