import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { GIVE_UP_MS } from '#contract/deliveries.ts';
import type { House } from '#server/context.ts';
import { isOnTrialQuota } from '#server/data/trial-quota.ts';
import { HELD, obstacleTo } from '#server/features/deliveries/obstacles.ts';
import {
  type Delivery,
  findDueDeliveries,
  findForJob,
  findMember,
  isRetrying,
} from '#server/features/deliveries/repo.ts';
import { staffAddresses } from '#server/platform/files/staff-addresses.ts';
import { finish, finishBatch, pauseForTrouble } from './after-batch.ts';
import { beginPlanned } from './begin.ts';
import { type LoadMailSource, testMail } from './mail.ts';
import { deliveryQueue, heldQueue, summaryQueue, sweepQueue, testMailQueue, wakeDelivery } from './queues.ts';
import { mailsPerDay } from './quota.ts';
import { skipWaiting } from './recipients.ts';
import { sendBatch } from './send-batch.ts';
import { sendHeld, sendSummary } from './summary.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findForJob>>>;

/** What the jobs do: begin what is planned, go on with what is under way, end what is done. */

// That a sending is on hold because of the mail server can be said only once that works again: for two days.
const HELD_OPTIONS = { retries: 50, retryDelay: 60, retryDelayMax: 3600 };

/** Defines the jobs of sending. */
export function defineSending(house: House, loadSource: LoadMailSource): void {
  // Claims carry it: what another process has claimed is left alone while it lives.
  const by = randomUUID();
  house.jobs.define(deliveryQueue, ({ id }) => continueDelivery(house, loadSource, id, by), {
    oneWaiting: true,
  });
  house.jobs.define(testMailQueue, (order) => deliverTest(house, loadSource, order));
  house.jobs.define(summaryQueue, ({ schoolId, id }) => sendSummary(house, schoolId, id));
  house.jobs.define(heldQueue, (about) => sendHeld(house, about), HELD_OPTIONS);
  // Should a job ever be lost, nothing waits longer than this.
  house.jobs.define(sweepQueue, async () => {
    for (const id of await findDueDeliveries(house.database, house.clock.now()))
      await wakeDelivery(house, id);
  });
  house.jobs.schedule(sweepQueue, '*/5 * * * *', 'UTC', {});
}

/** Has a test mail sent. */
export async function sendTest(house: House, order: z.input<typeof testMailQueue.data>): Promise<void> {
  await house.jobs.send(testMailQueue, order);
}

async function deliverTest(
  house: House,
  loadSource: LoadMailSource,
  { schoolId, personId, newsletterId, words }: z.output<typeof testMailQueue.data>,
): Promise<void> {
  const person = await findMember(house.database, schoolId, personId);
  const source = await loadSource(house, schoolId, newsletterId);
  // Deleted, or no longer on the staff, before its turn came.
  if (person === null || source === null) return;
  const name = `${person.firstName} ${person.lastName}`.trim();
  // What is not published yet can be seen by staff alone.
  const files = await staffAddresses(house);
  const parts = { html: files.inMail(source.html), text: files.inMail(source.text) };
  await house.mail.send(testMail(house, words, parts, { name, address: person.email, schoolId }));
}

async function continueDelivery(
  house: House,
  loadSource: LoadMailSource,
  id: string,
  by: string,
): Promise<void> {
  const found = await findForJob(house.database, id);
  // Its newsletter was deleted.
  if (found === null) return;
  const row = found.delivery;
  if (row.status === 'canceled') return await skipWaiting(house.database, row, 'canceled', house.clock.now());
  if (row.status === 'scheduled') return await beginPlanned(house, loadSource, found);
  if (row.status !== 'sending' && !isRetrying(row)) return;
  const obstacle = obstacleTo(found, house.clock.now());
  if (obstacle === 'planEnded' && isSpreadByTrial(house, found))
    return await pauseForTrouble(house, row, HELD[obstacle], 'tell');
  // Any other sending that runs is not stopped by the end of a plan.
  if (obstacle !== null && obstacle !== 'planEnded') {
    if (row.status === 'sending') return await pauseForTrouble(house, row, HELD[obstacle]);
    return await waitWithRetries(house, row);
  }
  if (row.heldUntil !== null && row.heldUntil > house.clock.now() && !isQuotaLifted(house, found))
    return await wakeDelivery(house, id, row.heldUntil);
  // The next job works beside this one in another process, or after it in this one.
  const sender = { by, perDay: await mailsPerDay(house, found.school) };
  await finishBatch(house, row, await sendBatch(house, row, sender, () => wakeDelivery(house, id)));
}

// Not on hold, as the sending is over for everybody else: the sweep looks again until nobody would try any more.
async function waitWithRetries(house: House, row: Delivery): Promise<void> {
  const now = house.clock.now();
  if (now.getTime() - (row.finishedAt?.getTime() ?? 0) < GIVE_UP_MS) return;
  await skipWaiting(house.database, row, 'canceled', now);
  await finish(house, row);
}

// What a trial has not sent within its days waits for a plan: at so many a day it would go on for months.
function isSpreadByTrial(house: House, { delivery, school }: Found): boolean {
  const { status, heldUntil, outages } = delivery;
  return status === 'sending' && heldUntil !== null && outages === 0 && isOnTrialQuota(house, school);
}

// What waits for its next day, and not for the mail server, need not when the school has got a plan meanwhile.
function isQuotaLifted(house: House, { delivery, school }: Found): boolean {
  return delivery.outages === 0 && !isOnTrialQuota(house, school);
}
