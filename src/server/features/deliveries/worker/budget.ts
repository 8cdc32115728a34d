import { eq, sql } from 'drizzle-orm';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { mailBudget } from '#server/platform/db/schema/deliveries.ts';

/**
 * How many mails may go just now under MAIL_PER_MINUTE: a bucket in the database that fills with time, so that all
 * processes together keep to the limit, in every minute and not only on average.
 */

// The bucket holds five seconds' worth: jobs look every two.
const BURSTS_A_MINUTE = 12;
// Whoever asks for a new password during a big sending need not wait for it.
const KEPT_FOR_OTHER_MAILS = 10;

/** Some of the mails that are wanted, and when to ask again where it is none. */
export interface Grant {
  readonly mails: number;
  readonly retryAt: Date | null;
}

/** Takes mails out of the bucket. Without a limit everything is granted. */
export async function takeFromBudget(context: AppContext, wanted: number): Promise<Grant> {
  const { mailPerMinute: limit } = context.config;
  if (limit === undefined || wanted === 0) return { mails: wanted, retryAt: null };
  const { room, perMs } = bucketOf(limit);
  const at = context.clock.now();
  return await context.database.transaction(async () => {
    const orm = context.database.orm();
    await orm.insert(mailBudget).values({ mails: room, at }).onConflictDoNothing();
    const [bucket] = await orm.select().from(mailBudget).where(eq(mailBudget.id, 1)).for('update');
    const passed = Math.max(0, at.getTime() - (bucket?.at.getTime() ?? 0));
    const full = Math.min(room, (bucket?.mails ?? 0) + passed * perMs);
    const mails = Math.min(wanted, Math.floor(full));
    await orm.update(mailBudget).set({ mails: full - mails, at: sql`greatest(${mailBudget.at}, ${at})` });
    if (mails > 0) return { mails, retryAt: null };
    return { mails, retryAt: new Date(at.getTime() + Math.ceil((1 - full) / perMs)) };
  });
}

/** Puts back what was taken and not used. */
export async function returnToBudget(context: AppContext, mails: number): Promise<void> {
  if (context.config.mailPerMinute === undefined || mails <= 0) return;
  await context.database
    .orm()
    .update(mailBudget)
    .set({ mails: sql`${mailBudget.mails} + ${mails}` });
}

// A full bucket and what flows into it within a minute make the limit together.
function bucketOf(limit: number): { readonly room: number; readonly perMs: number } {
  const mine = limit - Math.floor(limit / KEPT_FOR_OTHER_MAILS);
  const room = Math.max(1, Math.floor(mine / BURSTS_A_MINUTE));
  return { room, perMs: (mine - room + 1) / MINUTE_MS };
}
