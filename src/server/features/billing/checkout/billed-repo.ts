import { and, eq, ne } from 'drizzle-orm';
import { type BillingForm, billedTo } from '#contract/billing.ts';
import type { AppContext } from '#server/context.ts';
import { attributesOf, columnsOf } from '#server/platform/columns.ts';
import { billingDetails, paymentCustomers } from '#server/platform/db/schema/billing.ts';

/** The queries of whom a school's payments are made out to, and as whom the provider knows it. */

export async function findCustomer(context: AppContext, schoolId: string): Promise<string | null> {
  const mine = and(
    eq(paymentCustomers.schoolId, schoolId),
    eq(paymentCustomers.provider, context.payments.provider),
  );
  const [row] = await context.database.orm().select().from(paymentCustomers).where(mine);
  return row?.customerId ?? null;
}

/** Notes as whom the provider knows a school, instead of what was noted before. */
export async function noteCustomer(context: AppContext, schoolId: string, customerId: string): Promise<void> {
  const { provider } = context.payments;
  const orm = context.database.orm();
  // In two steps: of several at once, an upsert by the school may still break the other unique key, the customer's.
  await orm
    .insert(paymentCustomers)
    .values({ schoolId, customerId, provider, createdAt: context.clock.now() })
    .onConflictDoNothing();
  const mine = and(eq(paymentCustomers.schoolId, schoolId), eq(paymentCustomers.provider, provider));
  await orm
    .update(paymentCustomers)
    .set({ customerId })
    .where(and(mine, ne(paymentCustomers.customerId, customerId)));
}

export async function findDetails(context: AppContext, schoolId: string): Promise<BillingForm | undefined> {
  const [row] = await context.database
    .orm()
    .select()
    .from(billingDetails)
    .where(eq(billingDetails.schoolId, schoolId));
  return row && attributesOf(billedTo, row);
}

export async function saveDetails(
  context: AppContext,
  schoolId: string,
  details: BillingForm,
): Promise<void> {
  const row = { ...columnsOf(details), updatedAt: context.clock.now() };
  await context.database
    .orm()
    .insert(billingDetails)
    .values({ schoolId, ...row })
    .onConflictDoUpdate({ target: billingDetails.schoolId, set: row });
}
