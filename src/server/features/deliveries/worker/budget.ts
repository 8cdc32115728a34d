import { eq, sql } from 'drizzle-orm';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { mailBudget } from '#server/platform/db/schema/deliveries.ts';

/**
 * The rate limit MAIL_PER_MINUTE: a token bucket in the database, so that all processes together keep to it in every
 * minute, not only on average.
 */

// The bucket holds five seconds' worth: jobs ask every two.
const BURSTS_A_MINUTE = 12;
// One mail in ten is reserved, so that password mails need not wait for a large delivery.
const RESERVED_SHARE = 10;

/** How many of the wanted mails are granted, and when to ask again if none. */
export interface Grant {
  readonly mails: number;
  readonly retryAt: Date | null;
}

/** Takes mails from the bucket. Without a limit all are granted. */
export async function takeFromBudget(context: AppContext, wanted: number): Promise<Grant> {
  const { mailPerMinute: limit } = context.config;
  if (limit === undefined || wanted === 0) return { mails: wanted, retryAt: null };
  const { capacity, perMs } = bucketOf(limit);
  const at = context.clock.now();
  return await context.database.transaction(async () => {
    const orm = context.database.orm();
    await orm.insert(mailBudget).values({ mails: capacity, at }).onConflictDoNothing();
    const [bucket] = await orm.select().from(mailBudget).where(eq(mailBudget.id, 1)).for('update');
    const passed = Math.max(0, at.getTime() - (bucket?.at.getTime() ?? 0));
    const level = Math.min(capacity, (bucket?.mails ?? 0) + passed * perMs);
    const mails = Math.min(wanted, Math.floor(level));
    await orm.update(mailBudget).set({ mails: level - mails, at: sql`greatest(${mailBudget.at}, ${at})` });
    if (mails > 0) return { mails, retryAt: null };
    return { mails, retryAt: new Date(at.getTime() + Math.ceil((1 - level) / perMs)) };
  });
}

/** Returns unused mails to the bucket. */
export async function returnToBudget(context: AppContext, mails: number): Promise<void> {
  if (context.config.mailPerMinute === undefined || mails <= 0) return;
  await context.database
    .orm()
    .update(mailBudget)
    .set({ mails: sql`${mailBudget.mails} + ${mails}` });
}

// A full bucket and its refill of one minute add up to the limit.
function bucketOf(limit: number): { readonly capacity: number; readonly perMs: number } {
  const available = limit - Math.floor(limit / RESERVED_SHARE);
  const capacity = Math.max(1, Math.floor(available / BURSTS_A_MINUTE));
  return { capacity, perMs: (available - capacity + 1) / MINUTE_MS };
}
