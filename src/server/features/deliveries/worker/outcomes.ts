import { and, eq, sql } from 'drizzle-orm';
import { FAILURE_WORDS, type FailureReason } from '#contract/deliveries.ts';
import { noteBounce } from '#server/data/subscribers.ts';
import type { Database } from '#server/platform/db/client.ts';
import { deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';
import { type Of, UNCLAIMED, withIds } from './recipients.ts';

/** What became of a delivery's recipients. */

/** What became of a try. */
export type Outcome =
  | { readonly id: number; readonly kind: 'sent'; readonly at: Date }
  | {
      readonly id: number;
      readonly kind: 'failed';
      readonly at: Date;
      readonly reason: FailureReason;
      readonly detail: string;
      /** Takes no more mails from now on. */
      readonly bounced?: { readonly subscriberId: string; readonly email: string };
    }
  | {
      readonly id: number;
      readonly kind: 'later';
      readonly dueAt: Date;
      readonly detail: string;
      /** Our own server was away: that is no try of this recipient's. */
      readonly counts: boolean;
    };

/** Writes down what became of these tries, at once. */
export async function recordOutcomes(
  database: Database,
  { schoolId }: Of,
  outcomes: readonly Outcome[],
): Promise<void> {
  await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    const sent = outcomes.filter((outcome) => outcome.kind === 'sent');
    // Whoever else may have claimed it meanwhile: it has arrived.
    if (sent.length > 0)
      await orm
        .update(recipients)
        .set({ ...UNCLAIMED, state: 'sent', endedAt: sent[0]?.at, reason: null, detail: null })
        .where(withIds(sent));
    for (const outcome of outcomes) {
      if (outcome.kind !== 'sent') await recordFailure(database, schoolId, outcome);
    }
  });
}

async function recordFailure(
  database: Database,
  schoolId: string,
  outcome: Exclude<Outcome, { readonly kind: 'sent' }>,
): Promise<void> {
  const orm = database.orm();
  const open = and(eq(recipients.id, outcome.id), eq(recipients.state, 'sending'));
  const { detail } = outcome;
  if (outcome.kind === 'later') {
    const attempts = outcome.counts ? recipients.attempts : sql`greatest(${recipients.attempts} - 1, 0)`;
    await orm
      .update(recipients)
      .set({ ...UNCLAIMED, state: 'waiting', dueAt: outcome.dueAt, detail, attempts: sql`${attempts}` })
      .where(open);
    return;
  }
  const { at, reason, bounced } = outcome;
  await orm
    .update(recipients)
    .set({ ...UNCLAIMED, state: 'failed', endedAt: at, reason, detail })
    .where(open);
  if (bounced === undefined) return;
  const bounce = { bouncedAt: at, bounceReason: detail || FAILURE_WORDS[reason] };
  await noteBounce(database, schoolId, bounced, bounce);
}
