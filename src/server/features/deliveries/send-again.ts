import { and, eq, inArray } from 'drizzle-orm';
import type { FailureReason } from '#contract/deliveries.ts';
import type { AppContext } from '#server/context.ts';
import { findDeliveryForJob } from '#server/data/deliveries.ts';
import { subscribersWithout } from '#server/data/families/received.ts';
import { findOwner } from '#server/data/staff.ts';
import type { LoadMailSource } from '#server/features/deliveries/worker/mail-source.ts';
import { deliveries, deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';
import { conflict, notFound } from '#server/platform/http/errors.ts';
import { logDelivery } from './repo.ts';
import { resumeDelivery } from './service.ts';

/** Sends an ended delivery again to those it has not reached. For the operator. */

/** Refused because of the mail or its sender, or not accepted for days; never because the address does not exist. */
const FAILED: readonly FailureReason[] = ['rejected', 'gave_up'];
/** Never attempted, as the delivery was stopped. */
const STOPPED: readonly FailureReason[] = ['canceled'];

/**
 * Sends the newsletter, as published now, to those whose mail failed, and unless `failedOnly` to those left out when the sending was
 * stopped. Nobody who has it gets it again; people who have left or whose addresses do not exist get none. Resolves to the number of
 * recipients. Throws 404; 409 if it has not ended or cannot continue, with the reason.
 */
export async function sendAgain(
  context: AppContext,
  loadSource: LoadMailSource,
  id: string,
  { failedOnly }: { readonly failedOnly: boolean },
): Promise<number> {
  const found = await findDeliveryForJob(context.database, id);
  if (found === null || found.delivery.newsletterId === null) throw notFound('Delivery');
  const { schoolId, newsletterId, status } = found.delivery;
  if (status !== 'done' && status !== 'canceled')
    throw conflict('This sending has not ended: staff can go on with it, or stop it.');
  const owner = await findOwner(context.database, schoolId);
  if (owner === undefined) throw notFound('School');
  const without = await subscribersWithout(context.database, schoolId, newsletterId);
  return await context.database.transaction(async () => {
    const orm = context.database.orm();
    const reasons = failedOnly ? FAILED : [...FAILED, ...STOPPED];
    const again = await orm
      .update(recipients)
      .set({
        state: 'waiting',
        attempts: 0,
        dueAt: context.clock.now(),
        firstTriedAt: null,
        endedAt: null,
        reason: null,
        detail: null,
        report: null,
        mayHaveArrived: false,
      })
      .where(
        and(
          eq(recipients.deliveryId, id),
          inArray(recipients.reason, [...reasons]),
          inArray(recipients.subscriberId, without),
        ),
      )
      .returning({ id: recipients.id });
    if (again.length === 0) return 0;
    await orm.update(deliveries).set({ status: 'paused', finishedAt: null }).where(eq(deliveries.id, id));
    await logDelivery(context, found.delivery, null, 'send_again', { sent_to: again.length });
    const caller = { personId: owner.id, schoolId, role: 'owner', sessionId: '' } as const;
    await resumeDelivery(context, loadSource, caller, id);
    return again.length;
  });
}
