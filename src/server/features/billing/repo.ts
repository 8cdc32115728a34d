import { and, desc, eq, gte, inArray, lt, lte, ne, notExists, sql } from 'drizzle-orm';
import type { BillingForm } from '#contract/billing.ts';
import type { PaidPlan } from '#contract/prices.ts';
import { schools, users } from '../../db/schema.ts';
import {
  billingDetails,
  invoices,
  paymentAttempts,
  paymentCustomers,
  paymentEvents,
  subscriptions,
  trialReminders,
} from '../../db/schema-billing.ts';
import type { House } from '../../house.ts';

/** The queries of plan and payment. */

export type School = typeof schools.$inferSelect;
export type Subscription = typeof subscriptions.$inferSelect;
export type Attempt = typeof paymentAttempts.$inferSelect;
export type Invoice = typeof invoices.$inferSelect;
export type NewInvoice = typeof invoices.$inferInsert;

/** The school, kept from changing until the transaction ends: what decides about its money is read after this. */
export async function lockSchool(house: House, schoolId: string): Promise<School | undefined> {
  const [school] = await house.database
    .orm()
    .select()
    .from(schools)
    .where(eq(schools.id, schoolId))
    .for('update');
  return school;
}

export async function setPlan(
  house: House,
  schoolId: string,
  plan: Pick<School, 'subscriptionStatus' | 'subscriptionPlan' | 'subscriptionEndDate'>,
): Promise<void> {
  await house.database.orm().update(schools).set(plan).where(eq(schools.id, schoolId));
}

export async function listSubscriptions(house: House, schoolId: string): Promise<readonly Subscription[]> {
  const mine = and(eq(subscriptions.schoolId, schoolId), eq(subscriptions.provider, house.payments.provider));
  return await house.database.orm().select().from(subscriptions).where(mine);
}

/** Numbers the next question about a subscription; undefined for one that is not known yet. */
export async function numberQuestion(
  house: House,
  id: string,
): Promise<{ readonly number: number; readonly schoolId: string } | undefined> {
  const [row] = await house.database
    .orm()
    .update(subscriptions)
    .set({ asked: sql`${subscriptions.asked} + 1` })
    .where(eq(subscriptions.id, id))
    .returning({ number: subscriptions.asked, schoolId: subscriptions.schoolId });
  return row;
}

/** Puts down what was begun; what is there already stays. */
export async function noteSubscription(
  house: House,
  subscription: typeof subscriptions.$inferInsert,
): Promise<void> {
  await house.database.orm().insert(subscriptions).values(subscription).onConflictDoNothing();
}

/** Puts down an answer of the provider; false when a later question was answered already. */
export async function saveAnswer(
  house: House,
  id: string,
  number: number,
  answer: Pick<Subscription, 'plan' | 'state' | 'renews' | 'paidUntil' | 'cardLast4'>,
): Promise<boolean> {
  const rows = await house.database
    .orm()
    .update(subscriptions)
    .set({ ...answer, answered: number })
    .where(and(eq(subscriptions.id, id), lt(subscriptions.answered, number)))
    .returning({ id: subscriptions.id });
  return rows.length > 0;
}

/** Subscriptions that something may have happened to: paid time over, or waiting for money. All that live, with `all`. */
export async function listDue(house: House, now: Date, all: boolean): Promise<readonly string[]> {
  const live = and(ne(subscriptions.state, 'ended'), eq(subscriptions.provider, house.payments.provider));
  const due = sql`(${subscriptions.state} <> 'active' or ${subscriptions.paidUntil} <= ${now.toISOString()})`;
  const rows = await house.database
    .orm()
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(all ? live : and(live, due));
  return rows.map(({ id }) => id);
}

export async function findOpenAttempt(house: House, schoolId: string): Promise<Attempt | undefined> {
  const open = and(eq(paymentAttempts.schoolId, schoolId), eq(paymentAttempts.state, 'open'));
  const [row] = await house.database.orm().select().from(paymentAttempts).where(open);
  return row;
}

export async function insertAttempt(
  house: House,
  attempt: { readonly schoolId: string; readonly userId: string; readonly plan: PaidPlan },
): Promise<Attempt> {
  const [row] = await house.database
    .orm()
    .insert(paymentAttempts)
    .values({ ...attempt, provider: house.payments.provider, createdAt: house.clock.now() })
    .returning();
  if (row === undefined) throw new Error('An insert returns its row');
  return row;
}

/** Changes an attempt as long as it is open; false when it no longer is. */
export async function changeOpenAttempt(
  house: House,
  id: string,
  changes: Partial<Pick<Attempt, 'state' | 'subscriptionId'>>,
): Promise<boolean> {
  const rows = await house.database
    .orm()
    .update(paymentAttempts)
    .set(changes)
    .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.state, 'open')))
    .returning({ id: paymentAttempts.id });
  return rows.length > 0;
}

/** Closes the open attempt that led to a subscription. Resolves to who had made the newest one for it. */
export async function closeAttempts(
  house: House,
  subscriptionId: string,
  state: 'done' | 'replaced',
): Promise<string | null> {
  const mine = eq(paymentAttempts.subscriptionId, subscriptionId);
  await house.database
    .orm()
    .update(paymentAttempts)
    .set({ state })
    .where(and(mine, eq(paymentAttempts.state, 'open')));
  const [row] = await house.database
    .orm()
    .select({ userId: paymentAttempts.userId })
    .from(paymentAttempts)
    .where(mine)
    .orderBy(desc(paymentAttempts.createdAt));
  return row?.userId ?? null;
}

export async function findCustomer(house: House, schoolId: string): Promise<string | null> {
  const mine = and(
    eq(paymentCustomers.schoolId, schoolId),
    eq(paymentCustomers.provider, house.payments.provider),
  );
  const [row] = await house.database.orm().select().from(paymentCustomers).where(mine);
  return row?.customerId ?? null;
}

/** Notes as whom the provider knows a school, instead of what was noted before. */
export async function noteCustomer(house: House, schoolId: string, customerId: string): Promise<void> {
  const { provider } = house.payments;
  const orm = house.database.orm();
  // In two steps: of several at once, an upsert by the school may still break the other unique key, the customer's.
  await orm
    .insert(paymentCustomers)
    .values({ schoolId, customerId, provider, createdAt: house.clock.now() })
    .onConflictDoNothing();
  const mine = and(eq(paymentCustomers.schoolId, schoolId), eq(paymentCustomers.provider, provider));
  await orm
    .update(paymentCustomers)
    .set({ customerId })
    .where(and(mine, ne(paymentCustomers.customerId, customerId)));
}

export async function findDetails(house: House, schoolId: string): Promise<BillingForm | undefined> {
  const [row] = await house.database
    .orm()
    .select()
    .from(billingDetails)
    .where(eq(billingDetails.schoolId, schoolId));
  if (row === undefined) return undefined;
  const { firstName: first_name, lastName: last_name, email, telephone, address } = row;
  return { first_name, last_name, email, telephone, address };
}

export async function saveDetails(house: House, schoolId: string, details: BillingForm): Promise<void> {
  const { first_name: firstName, last_name: lastName, email, telephone, address } = details;
  const row = { firstName, lastName, email, telephone, address, updatedAt: house.clock.now() };
  await house.database
    .orm()
    .insert(billingDetails)
    .values({ schoolId, ...row })
    .onConflictDoUpdate({ target: billingDetails.schoolId, set: row });
}

/** Adds what was paid; undefined where it is known already. */
export async function insertInvoice(house: House, invoice: NewInvoice): Promise<Invoice | undefined> {
  const [row] = await house.database.orm().insert(invoices).values(invoice).onConflictDoNothing().returning();
  return row;
}

/** A school's invoices whose time begins from `from` and before `to`, the newest first. */
export async function listInvoices(
  house: House,
  schoolId: string,
  span: { readonly from: Date; readonly to: Date } | null,
): Promise<readonly Invoice[]> {
  const mine = eq(invoices.schoolId, schoolId);
  const within = span && and(mine, gte(invoices.periodStart, span.from), lt(invoices.periodStart, span.to));
  return await house.database
    .orm()
    .select()
    .from(invoices)
    .where(within ?? mine)
    .orderBy(desc(invoices.periodStart));
}

/** An invoice of any school: for its signed address, which proves the right to it. */
export async function findInvoice(
  house: House,
  id: string,
): Promise<{ readonly invoice: Invoice; readonly schoolName: string } | undefined> {
  const [row] = await house.database
    .orm()
    .select({ invoice: invoices, schoolName: schools.name })
    .from(invoices)
    .innerJoin(schools, eq(schools.id, invoices.schoolId))
    .where(eq(invoices.id, id));
  return row;
}

/** False when the event came in before. */
export async function noteEvent(
  house: House,
  event: { readonly id: string; readonly type: string },
): Promise<boolean> {
  const rows = await house.database
    .orm()
    .insert(paymentEvents)
    .values({ id: event.id, type: event.type, receivedAt: house.clock.now() })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id });
  return rows.length > 0;
}

export async function forgetEvents(house: House, before: Date): Promise<void> {
  await house.database.orm().delete(paymentEvents).where(lt(paymentEvents.receivedAt, before));
}

/** Schools on trial that ends before a moment, and has not ended for longer than a day. */
export async function listTrials(house: House, now: Date, until: Date): Promise<readonly School[]> {
  const recent = new Date(now.getTime() - 86_400_000);
  return await house.database
    .orm()
    .select()
    .from(schools)
    .where(
      and(
        eq(schools.subscriptionStatus, 'trial'),
        gte(schools.subscriptionEndDate, recent),
        lte(schools.subscriptionEndDate, until),
        sql`${schools.closesAt} is null`,
      ),
    );
}

/** False when the school has had this reminder. */
export async function noteReminder(house: House, schoolId: string, days: number): Promise<boolean> {
  const rows = await house.database
    .orm()
    .insert(trialReminders)
    .values({ schoolId, days, sentAt: house.clock.now() })
    .onConflictDoNothing()
    .returning({ days: trialReminders.days });
  return rows.length > 0;
}

/** Who can pay for a school: its owner and its admins who have an account. */
export async function listPayers(
  house: House,
  schoolId: string,
): Promise<readonly { readonly name: string; readonly address: string }[]> {
  const rows = await house.database
    .orm()
    .select()
    .from(users)
    .where(
      and(eq(users.schoolId, schoolId), inArray(users.role, ['owner', 'admin']), eq(users.status, 'ACTIVE')),
    );
  return rows.map(({ firstName, lastName, email }) => ({
    name: `${firstName} ${lastName}`.trim(),
    address: email,
  }));
}

/**
 * Where the operator has changed to another provider, the plans that were bought from the one before run to the end of
 * their paid time and no longer: nobody renews them.
 */
export async function endForeignPlans(house: House): Promise<void> {
  const ours = house.database
    .orm()
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.schoolId, schools.id), eq(subscriptions.provider, house.payments.provider)));
  await house.database
    .orm()
    .update(schools)
    .set({ subscriptionStatus: 'canceled' })
    .where(
      and(
        inArray(schools.subscriptionStatus, ['active', 'past_due']),
        lte(schools.subscriptionEndDate, house.clock.now()),
        notExists(ours),
      ),
    );
}

/** A school by its id, for what is not done on a member's behalf. */
export async function findSchool(house: House, schoolId: string): Promise<School | undefined> {
  const [school] = await house.database.orm().select().from(schools).where(eq(schools.id, schoolId));
  return school;
}
