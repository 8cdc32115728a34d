import { and, desc, eq } from 'drizzle-orm';
import type { PaidPlan } from '#contract/rules/prices.ts';
import type { AppContext } from '#server/context.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { paymentAttempts } from '#server/platform/db/schema/billing.ts';

/** The queries of payment attempts: a chosen plan that has not been paid for yet. */

export type Attempt = typeof paymentAttempts.$inferSelect;

export async function findOpenAttempt(context: AppContext, schoolId: string): Promise<Attempt | undefined> {
  const open = and(eq(paymentAttempts.schoolId, schoolId), eq(paymentAttempts.state, 'open'));
  const [row] = await context.database.orm().select().from(paymentAttempts).where(open);
  return row;
}

export async function insertAttempt(
  context: AppContext,
  attempt: { readonly schoolId: string; readonly userId: string; readonly plan: PaidPlan },
): Promise<Attempt> {
  return returnedRow(
    await context.database
      .orm()
      .insert(paymentAttempts)
      .values({ ...attempt, provider: context.payments.provider, createdAt: context.clock.now() })
      .returning(),
  );
}

/** Changes an attempt that is open; false if it is not. */
export async function changeOpenAttempt(
  context: AppContext,
  id: string,
  changes: Partial<Pick<Attempt, 'state' | 'subscriptionId'>>,
): Promise<boolean> {
  const rows = await context.database
    .orm()
    .update(paymentAttempts)
    .set(changes)
    .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.state, 'open')))
    .returning({ id: paymentAttempts.id });
  return rows.length > 0;
}

/** Closes the open attempt of a subscription. Returns the person who made its newest attempt. */
export async function closeAttempts(
  context: AppContext,
  subscriptionId: string,
  state: 'done' | 'replaced',
): Promise<string | null> {
  const mine = eq(paymentAttempts.subscriptionId, subscriptionId);
  await context.database
    .orm()
    .update(paymentAttempts)
    .set({ state })
    .where(and(mine, eq(paymentAttempts.state, 'open')));
  const [row] = await context.database
    .orm()
    .select({ userId: paymentAttempts.userId })
    .from(paymentAttempts)
    .where(mine)
    .orderBy(desc(paymentAttempts.createdAt), desc(paymentAttempts.id));
  return row?.userId ?? null;
}
