import { and, eq, ne } from 'drizzle-orm';
import { type BillingForm, billedTo } from '#contract/billing.ts';
import type { AppContext } from '#server/context.ts';
import { attributesOf, columnsOf } from '#server/platform/columns.ts';
import { billingDetails, paymentCustomers } from '#server/platform/db/schema/billing.ts';

/** The queries of a school's billing details and of its customer id at the payment provider. */

export async function findCustomer(context: AppContext, schoolId: string): Promise<string | null> {
  const mine = and(
    eq(paymentCustomers.schoolId, schoolId),
    eq(paymentCustomers.provider, context.payments.provider),
  );
  const [row] = await context.database.orm().select().from(paymentCustomers).where(mine);
  return row?.customerId ?? null;
}

/** Stores a school's customer id, replacing an earlier one. */
export async function saveCustomer(context: AppContext, schoolId: string, customerId: string): Promise<void> {
  const { provider } = context.payments;
  const orm = context.database.orm();
  // In two steps, because concurrent upserts by school could violate the other unique key, the customer's.
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
