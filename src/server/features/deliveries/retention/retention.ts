import { and, inArray, isNotNull, lt, or } from 'drizzle-orm';
import { z } from 'zod';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { forgetAuditLines } from '#server/data/audit-log.ts';
import { deliveries, deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { forgottenBefore } from './forgotten.ts';

const retention = queue('retention', z.object({}));
// Small transactions: deliveries at night must not wait.
const AT_A_TIME = 5000;

/** Every night, forgets what the operator's RETENTION variables say: lines of the log, and the recipients of newsletters. */
export function defineRetention(context: AppContext): void {
  context.jobs.define(retention, async () => {
    await forgetLog(context);
    await forgetRecipients(context);
  });
  context.jobs.schedule(retention, '15 2 * * *', 'Europe/London', {});
}

async function forgetLog({ config, clock, database }: AppContext): Promise<void> {
  const days = config.retentionLogDays;
  if (days === undefined) return;
  await forgetAuditLines(database, new Date(clock.now().getTime() - days * DAY_MS));
}

// Keeps counts and reasons, as for a family that the school has removed.
async function forgetRecipients(context: AppContext): Promise<void> {
  const before = forgottenBefore(context);
  if (before === null) return;
  const orm = context.database.orm();
  const ended = orm.select({ id: deliveries.id }).from(deliveries).where(lt(deliveries.finishedAt, before));
  const known = and(
    inArray(recipients.deliveryId, ended),
    or(isNotNull(recipients.subscriberId), isNotNull(recipients.detail)),
  );
  for (;;) {
    const some = orm.select({ id: recipients.id }).from(recipients).where(known).limit(AT_A_TIME);
    const forgotten = await orm
      .update(recipients)
      .set({ subscriberId: null, detail: null })
      .where(inArray(recipients.id, some))
      .returning({ id: recipients.id });
    if (forgotten.length < AT_A_TIME) return;
  }
}
