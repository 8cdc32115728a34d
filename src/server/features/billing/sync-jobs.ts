import { z } from 'zod';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { applyNewCard } from '#server/features/billing/checkout/card.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { PaymentRefused } from '#server/platform/payments/payments.ts';
import { deleteEventsBefore, endPlansOfFormerProvider, listSubscriptionsToSync } from './repo.ts';
import { syncSubscription } from './sync.ts';

/** The scheduled jobs of billing. */

// Providers stop resending an event long before.
const EVENT_LIFE_MS = 60 * DAY_MS;

const nothing = z.object({});
const dueSubscriptions = queue('due_subscriptions', nothing);
const billingNight = queue('billing_night', nothing);
/** Syncs a subscription. */
export const paymentSync = queue(
  'payment_sync',
  z.object({ subscriptionId: z.string(), givesCard: z.boolean().default(false) }),
);

/** Defines the jobs that sync subscriptions which may have changed without an event. */
export function defineSyncJobs(context: AppContext): void {
  context.jobs.define(paymentSync, ({ subscriptionId, givesCard }) =>
    givesCard ? takeGivenCard(context, subscriptionId) : syncSubscription(context, subscriptionId),
  );
  context.jobs.define(dueSubscriptions, () => enqueueSyncs(context, false));
  context.jobs.schedule(dueSubscriptions, '7 * * * *', 'Europe/London', {});
  context.jobs.define(billingNight, async () => {
    await enqueueSyncs(context, true);
    await endPlansOfFormerProvider(context);
    await deleteEventsBefore(context, new Date(context.clock.now().getTime() - EVENT_LIFE_MS));
  });
  context.jobs.schedule(billingNight, '20 3 * * *', 'Europe/London', {});
}

// Takes the card if the browser was closed before it could report it.
async function takeGivenCard(context: AppContext, subscriptionId: string): Promise<void> {
  try {
    await applyNewCard(context, subscriptionId, null);
  } catch (error) {
    // The invoice stays open, and the plan's page says so.
    if (!(error instanceof PaymentRefused)) throw error;
  }
}

async function enqueueSyncs(context: AppContext, all: boolean): Promise<void> {
  const due = await listSubscriptionsToSync(context, context.clock.now(), all);
  // One job each, so that a failing one is retried alone.
  for (const subscriptionId of due) await context.jobs.send(paymentSync, { subscriptionId });
}
