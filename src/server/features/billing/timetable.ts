import { z } from 'zod';
import type { House } from '#server/context.ts';
import { takeCard } from '#server/features/billing/checkout/card.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { PaymentRefused } from '#server/platform/payments/payments.ts';
import { endForeignPlans, forgetEvents, listDue } from './repo.ts';
import { syncSubscription } from './sync.ts';

/** What has to be done because time passes. */

const DAY_MS = 86_400_000;
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
export function defineTimetable(house: House): void {
  house.jobs.define(paymentSync, ({ subscriptionId, givesCard }) =>
    givesCard ? takeGivenCard(house, subscriptionId) : syncSubscription(house, subscriptionId),
  );
  house.jobs.define(dueSubscriptions, () => askAbout(house, false));
  house.jobs.schedule(dueSubscriptions, '7 * * * *', 'Europe/London', {});
  house.jobs.define(billingNight, async () => {
    await askAbout(house, true);
    await endForeignPlans(house);
    await forgetEvents(house, new Date(house.clock.now().getTime() - EVENT_LIFE_MS));
  });
  house.jobs.schedule(billingNight, '20 3 * * *', 'Europe/London', {});
}

// Where the browser was closed before it could say that the card was given.
async function takeGivenCard(house: House, subscriptionId: string): Promise<void> {
  try {
    await takeCard(house, subscriptionId, null);
  } catch (error) {
    // What is open stays open, and who pays is told so where the plan is shown.
    if (!(error instanceof PaymentRefused)) throw error;
  }
}

async function askAbout(house: House, all: boolean): Promise<void> {
  const due = await listDue(house, house.clock.now(), all);
  // Each a job of its own: one that fails is tried again by itself.
  for (const subscriptionId of due) await house.jobs.send(paymentSync, { subscriptionId });
}
