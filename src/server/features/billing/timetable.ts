import { z } from 'zod';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { takeCard } from '#server/features/billing/checkout/card.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { PaymentRefused } from '#server/platform/payments/payments.ts';
import { endPlansOfFormerProvider, forgetEvents, listDue } from './repo.ts';
import { syncSubscription } from './sync.ts';

/** What has to be done because time passes. */

// Providers stop sending an event again long before.
const EVENT_LIFE_MS = 60 * DAY_MS;

const nothing = z.object({});
const dueSubscriptions = queue('due_subscriptions', nothing);
const billingNight = queue('billing_night', nothing);
/** Asks the provider how a subscription stands. */
export const paymentSync = queue(
  'payment_sync',
  z.object({ subscriptionId: z.string(), givesCard: z.boolean().default(false) }),
);

/** Asks the provider where something may have happened that nobody told us of. */
export function defineTimetable(context: AppContext): void {
  context.jobs.define(paymentSync, ({ subscriptionId, givesCard }) =>
    givesCard ? takeGivenCard(context, subscriptionId) : syncSubscription(context, subscriptionId),
  );
  context.jobs.define(dueSubscriptions, () => askAbout(context, false));
  context.jobs.schedule(dueSubscriptions, '7 * * * *', 'Europe/London', {});
  context.jobs.define(billingNight, async () => {
    await askAbout(context, true);
    await endPlansOfFormerProvider(context);
    await forgetEvents(context, new Date(context.clock.now().getTime() - EVENT_LIFE_MS));
  });
  context.jobs.schedule(billingNight, '20 3 * * *', 'Europe/London', {});
}

// Where the browser was closed before it could say that the card was given.
async function takeGivenCard(context: AppContext, subscriptionId: string): Promise<void> {
  try {
    await takeCard(context, subscriptionId, null);
  } catch (error) {
    // What is open stays open, and who pays is told so where the plan is shown.
    if (!(error instanceof PaymentRefused)) throw error;
  }
}

async function askAbout(context: AppContext, all: boolean): Promise<void> {
  const due = await listDue(context, context.clock.now(), all);
  // Each a job of its own: one that fails is tried again by itself.
  for (const subscriptionId of due) await context.jobs.send(paymentSync, { subscriptionId });
}
