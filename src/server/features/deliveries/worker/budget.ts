import { asc, eq, inArray, sql } from 'drizzle-orm';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { JUMP_MS } from '#server/platform/clock.ts';
import { mailBudget } from '#server/platform/db/schema/deliveries.ts';

/**
 * The budget of newsletter mails: MAIL_PER_MINUTE, and a daily number under MAIL_WARM_UP. Each is a token bucket in the database, so that
 * all processes together keep to it in every minute or day, not only on average.
 */

// The bucket holds five seconds' worth: jobs ask every two.
const BURSTS_A_MINUTE = 12;
// One mail in ten is reserved, so that password mails need not wait for a large delivery.
const RESERVED_SHARE = 10;

/** The warm-up of a new sender: the mails of the first day, the growth from day to day, and the number of days. */
const WARM_UP = { first: 1000, growth: 1.5, days: 21 } as const;

/** The number of granted mails, and when to ask again if there are none. */
export interface Grant {
  readonly mails: number;
  readonly retryAt: Date | null;
}

interface Bucket {
  /** The id of the bucket's row. */
  readonly id: 1 | 2;
  readonly capacity: number;
  readonly perMs: number;
}

/** Takes mails from the buckets. Without a limit all are granted. */
export async function takeFromBudget(context: AppContext, wanted: number): Promise<Grant> {
  const at = context.clock.now();
  const buckets = bucketsAt(context, at);
  if (buckets.length === 0 || wanted === 0) return { mails: wanted, retryAt: null };
  return await context.database.transaction(async () => {
    const levels = await levelsOf(context, buckets, at);
    const mails = Math.min(wanted, ...levels.map(({ level }) => Math.floor(level)));
    for (const { id, level, since } of levels)
      await context.database
        .orm()
        .update(mailBudget)
        .set({ mails: level - mails, at: since })
        .where(eq(mailBudget.id, id));
    if (mails > 0) return { mails, retryAt: null };
    const waits = levels.map(({ level, perMs }) => Math.max(0, Math.ceil((1 - level) / perMs)));
    return { mails, retryAt: new Date(at.getTime() + Math.max(...waits)) };
  });
}

/** The buckets and their levels, locked in their order until the transaction ends. */
async function levelsOf(context: AppContext, buckets: readonly Bucket[], at: Date) {
  const orm = context.database.orm();
  const full = buckets.map(({ id, capacity }) => ({ id, mails: capacity, at }));
  await orm.insert(mailBudget).values(full).onConflictDoNothing();
  const rows = await orm
    .select()
    .from(mailBudget)
    .where(
      inArray(
        mailBudget.id,
        buckets.map(({ id }) => id),
      ),
    )
    .orderBy(asc(mailBudget.id))
    .for('update');
  return buckets.map((bucket) => {
    const row = rows.find(({ id }) => id === bucket.id);
    const passed = at.getTime() - (row?.at.getTime() ?? 0);
    const level = Math.min(bucket.capacity, (row?.mails ?? 0) + Math.max(0, passed) * bucket.perMs);
    // Another process's clock may be a little ahead. One that was far ahead has been corrected.
    return { ...bucket, level, since: row !== undefined && passed < 0 && passed > -JUMP_MS ? row.at : at };
  });
}

/** Returns unused mails to the buckets. */
export async function returnToBudget(context: AppContext, mails: number): Promise<void> {
  const ids = bucketsAt(context, context.clock.now()).map(({ id }) => id);
  if (ids.length === 0 || mails <= 0) return;
  await context.database
    .orm()
    .update(mailBudget)
    .set({ mails: sql`${mailBudget.mails} + ${mails}` })
    .where(inArray(mailBudget.id, ids));
}

function bucketsAt({ config: { mailPerMinute, mailWarmUp } }: AppContext, at: Date): readonly Bucket[] {
  const perDay = mailWarmUp === undefined ? undefined : warmUpAt(mailWarmUp, at);
  return [
    ...(mailPerMinute === undefined ? [] : [{ id: 1 as const, ...bucketOf(mailPerMinute) }]),
    // Half of a day's mails may go out at once, such as the first newsletter; the rest in the course of the day.
    ...(perDay === undefined ? [] : [{ id: 2 as const, capacity: perDay / 2, perMs: perDay / 2 / DAY_MS }]),
  ];
}

/** The limit on a day (UTC) of the warm-up, `first` being its first day, as `YYYY-MM-DD`; undefined once it is complete. */
function warmUpAt(first: string, at: Date): number | undefined {
  const day = Math.max(0, Math.floor((at.getTime() - Date.parse(first)) / DAY_MS));
  return day < WARM_UP.days ? Math.floor(WARM_UP.first * WARM_UP.growth ** day) : undefined;
}

// A full bucket and its refill of one minute add up to the limit.
function bucketOf(limit: number): { readonly capacity: number; readonly perMs: number } {
  const available = limit - Math.floor(limit / RESERVED_SHARE);
  const capacity = Math.max(1, Math.floor(available / BURSTS_A_MINUTE));
  return { capacity, perMs: (available - capacity + 1) / MINUTE_MS };
}
