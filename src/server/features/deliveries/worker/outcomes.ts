import { and, eq, sql } from 'drizzle-orm';
import { FAILURE_LABELS, type FailureReason } from '#contract/deliveries.ts';
import type { AppContext } from '#server/context.ts';
import { noteBounce } from '#server/data/subscribers.ts';
import { notifyWebhooks } from '#server/data/webhooks/outbox.ts';
import { deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';
import { type DeliveryKey, UNCLAIMED, withIds } from './recipient-claims.ts';

/** The result of one attempt to send to a recipient. */
export type Outcome =
  | { readonly id: number; readonly kind: 'sent'; readonly at: Date }
  | {
      readonly id: number;
      readonly kind: 'failed';
      readonly at: Date;
      readonly reason: FailureReason;
      readonly detail: string;
      /** The subscriber whose address accepts no mail: no newsletter is sent to it from now on. */
      readonly bounced?: { readonly subscriberId: string; readonly email: string };
    }
  | {
      readonly id: number;
      readonly kind: 'retry';
      readonly dueAt: Date;
      readonly detail: string;
      /** False if our own mail server was down: that is no attempt at this recipient. */
      readonly counts: boolean;
      /** Whether the mail may have arrived nevertheless. */
      readonly mayHaveArrived: boolean;
    };

/** Writes the outcomes of several attempts in one transaction. */
export async function recordOutcomes(
  context: AppContext,
  { schoolId }: DeliveryKey,
  outcomes: readonly Outcome[],
): Promise<void> {
  const { database } = context;
  await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    const sent = outcomes.filter((outcome) => outcome.kind === 'sent');
    // Recorded even if another process has claimed it meanwhile: it was sent.
    if (sent.length > 0)
      await orm
        .update(recipients)
        .set({ ...UNCLAIMED, state: 'sent', endedAt: sent[0]?.at, reason: null, detail: null })
        .where(withIds(sent.map(({ id }) => id)));
    for (const outcome of outcomes) {
      if (outcome.kind !== 'sent') await recordFailure(context, schoolId, outcome);
    }
  });
}

async function recordFailure(
  context: AppContext,
  schoolId: string,
  outcome: Exclude<Outcome, { readonly kind: 'sent' }>,
): Promise<void> {
  const { database } = context;
  const orm = database.orm();
  const open = and(eq(recipients.id, outcome.id), eq(recipients.state, 'sending'));
  const { detail } = outcome;
  if (outcome.kind === 'retry') {
    const attempts = outcome.counts ? recipients.attempts : sql`greatest(${recipients.attempts} - 1, 0)`;
    await orm
      .update(recipients)
      .set({
        ...UNCLAIMED,
        state: 'waiting',
        dueAt: outcome.dueAt,
        detail,
        attempts: sql`${attempts}`,
        ...(outcome.mayHaveArrived && { mayHaveArrived: true }),
      })
      .where(open);
    return;
  }
  const { at, reason, bounced } = outcome;
  await orm
    .update(recipients)
    .set({ ...UNCLAIMED, state: 'failed', endedAt: at, reason, detail })
    .where(open);
  if (bounced === undefined) return;
  const bounce = {
    bouncedAt: at,
    bounceReason: detail || FAILURE_LABELS[reason],
    bounceKind: 'gone' as const,
  };
  await noteBounce(database, schoolId, bounced, bounce);
  const subscriber = { id: bounced.subscriberId, email: bounced.email };
  await notifyWebhooks(context, schoolId, 'subscriber.bounced', [
    { subscriber, reason: bounce.bounceReason },
  ]);
}
