import { and, eq, gte, lt, lte } from 'drizzle-orm';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { isSubscriberAt } from '#server/data/subscribers.ts';
import { deliveryRecipients as recipients, slowReceivers } from '#server/platform/db/schema/deliveries.ts';
import type { Receiver } from '#server/platform/mail/receivers.ts';
import type { DeliveryKey } from './recipient-claims.ts';

/**
 * Receivers that ask us to slow down: nothing goes to any of their addresses for a time, longer after each refusal in a row, by no process
 * and for no school. A sender that continues is taken for a spammer, and so is everybody who sends from here.
 */

const HOLDS_MS = [5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE_MS);
/** A receiver that has refused nothing for this long starts afresh. */
const FORGOTTEN_MS = DAY_MS;

/** The receivers that have refused lately, and until when each is held; some of these times may have passed. */
export async function listSlowReceivers(context: AppContext): Promise<Map<string, Date>> {
  const since = new Date(context.clock.now().getTime() - FORGOTTEN_MS);
  const rows = await context.database
    .orm()
    .select()
    .from(slowReceivers)
    .where(gte(slowReceivers.heldUntil, since));
  return new Map(rows.map(({ receiver, heldUntil }) => [receiver, heldUntil]));
}

/** Holds a receiver that has refused, and postpones the delivery's recipients there. Returns until when. */
export async function holdReceiver(
  context: AppContext,
  delivery: DeliveryKey,
  receiver: Receiver,
): Promise<Date> {
  const now = context.clock.now();
  // Mails on their way at that moment are refused too, and count once.
  const until = await context.database.transaction(async () => {
    const orm = context.database.orm();
    const first = { receiver: receiver.name, refusals: 0, heldUntil: now };
    await orm.insert(slowReceivers).values(first).onConflictDoNothing();
    const isIt = eq(slowReceivers.receiver, receiver.name);
    const [row = first] = await orm.select().from(slowReceivers).where(isIt).for('update');
    if (row.heldUntil > now) return row.heldUntil;
    const isForgotten = now.getTime() - row.heldUntil.getTime() > FORGOTTEN_MS;
    const refusals = isForgotten ? 1 : row.refusals + 1;
    const heldUntil = holdAfter(refusals, now);
    await orm.update(slowReceivers).set({ refusals, heldUntil }).where(isIt);
    return heldUntil;
  });
  await putOff(context, delivery, receiver, until);
  return until;
}

function holdAfter(refusals: number, now: Date): Date {
  return new Date(now.getTime() + (HOLDS_MS[Math.min(refusals, HOLDS_MS.length) - 1] ?? MINUTE_MS));
}

/** Postpones a delivery's remaining recipients at a receiver. */
export async function putOff(
  { database }: AppContext,
  { id, schoolId }: DeliveryKey,
  { domains }: Receiver,
  until: Date,
): Promise<void> {
  await database.forSchool(schoolId, () =>
    database
      .orm()
      .update(recipients)
      .set({ dueAt: until })
      .where(
        and(
          eq(recipients.deliveryId, id),
          eq(recipients.state, 'waiting'),
          lt(recipients.dueAt, until),
          isSubscriberAt(database, schoolId, recipients.subscriberId, domains),
        ),
      ),
  );
}

/** Forgets a receiver's refusals after it has accepted a mail again. */
export async function forgetReceiver(context: AppContext, name: string): Promise<void> {
  await context.database
    .orm()
    .delete(slowReceivers)
    .where(and(eq(slowReceivers.receiver, name), lte(slowReceivers.heldUntil, context.clock.now())));
}
