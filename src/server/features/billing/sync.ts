import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { PLANS } from '#contract/rules/prices.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { lockSchool, updateSchoolState } from '#server/data/schools.ts';
import { closeAttempts } from '#server/features/billing/checkout/attempt-repo.ts';
import { findDetails } from '#server/features/billing/checkout/billed-repo.ts';
import { billingLines } from '#server/features/billing/checkout/customer.ts';
import { enqueueBillingMail } from '#server/features/billing/emails/email-jobs.ts';
import { insertInvoice } from '#server/features/billing/invoices/invoice-repo.ts';
import {
  type Plan,
  type PlanChange,
  planChange,
  planOfSubscriptions,
} from '#server/features/billing/plans/plan.ts';
import type { ProviderSubscription } from '#server/platform/payments/payments.ts';
import { insertSubscription, listSubscriptions, nextSyncNumber, saveSync } from './repo.ts';

/**
 * The only way in which a school's plan changes: read the subscription from the provider, and store its state. What
 * triggers it (an event, a payment, a button, a schedule) does not matter, so events may arrive late, twice and in any
 * order. Syncs are numbered: an answer that arrives after that of a later sync is discarded.
 */

const LINK_KEY_BYTES = 32;

/** The trigger of a sync, as far as it matters. */
interface Cause {
  /** The person who caused it, for the log. */
  readonly by?: string | null;
  /** The card has just been changed. */
  readonly hasNewCard?: boolean;
  /** The renewal has just been cancelled: stored even if the provider no longer knows the subscription. */
  readonly endsRenewal?: boolean;
  /** The school is being closed: the mail about closing covers the plan, so no other mail is sent. */
  readonly isClosing?: boolean;
}

/** Reads a subscription from the provider and stores its state. */
export async function syncSubscription(context: AppContext, id: string, cause: Cause = {}): Promise<void> {
  const sync = await nextSyncNumber(context, id);
  const answer = await context.payments.read(id);
  if (sync === undefined) {
    if (answer !== null && (await adopt(context, answer))) await syncSubscription(context, id, cause);
    return;
  }
  const { number, schoolId } = sync;
  await context.database.forSchool(schoolId, async () => {
    const current = answer ?? (await stateIfUnknown(context, schoolId, id, cause));
    if (current !== null) await recordState(context, schoolId, number, current, cause);
  });
}

// The provider does not know the subscription (any more), so it is not renewed, but paid time stays valid: with a wrong
// API key, the next answer could differ. Null: no change.
async function stateIfUnknown(
  context: AppContext,
  schoolId: string,
  id: string,
  { endsRenewal = false }: Cause,
): Promise<ProviderSubscription | null> {
  const row = (await listSubscriptions(context, schoolId)).find((each) => each.id === id);
  if (row === undefined) return null;
  const isOver = row.paidUntil === null || row.paidUntil <= context.clock.now();
  if (!isOver && !endsRenewal) return null;
  return { ...row, state: isOver ? 'ended' : row.state, renews: false, invoices: [] };
}

// Stores a subscription that we began but whose creation was not confirmed. Others in the provider's account are not ours.
async function adopt(context: AppContext, answer: ProviderSubscription): Promise<boolean> {
  const schoolId = z.uuid().safeParse(answer.schoolId).data;
  if (schoolId === undefined) return false;
  return await context.database.forSchool(schoolId, async () => {
    if ((await lockSchool(context.database, schoolId)) === undefined) return false;
    await insertSubscription(context, newSubscription(context, schoolId, answer));
    return true;
  });
}

/** A subscription's row before its first sync. */
export function newSubscription(
  context: AppContext,
  schoolId: string,
  { id, plan }: Pick<ProviderSubscription, 'id' | 'plan'>,
) {
  const { provider } = context.payments;
  return {
    id,
    schoolId,
    plan,
    provider,
    state: 'incomplete',
    renews: true,
    createdAt: context.clock.now(),
  } as const;
}

async function recordState(
  context: AppContext,
  schoolId: string,
  number: number,
  answer: ProviderSubscription,
  { by = null, hasNewCard = false, isClosing = false }: Cause,
): Promise<void> {
  const school = await lockSchool(context.database, schoolId);
  if (school === undefined) return;
  const isClosed = isClosing || school.closesAt !== null;
  const rows = await listSubscriptions(context, schoolId);
  const before = planOfSubscriptions(rows);
  const { id, plan, state, renews, paidUntil, cardLast4, cardExpiresAt } = answer;
  const row = { plan, state, renews, paidUntil, cardLast4, cardExpiresAt };
  if (!(await saveSync(context, id, number, row))) return;
  const chosenBy =
    state === 'incomplete'
      ? null
      : await closeAttempts(context, id, paidUntil === null ? 'replaced' : 'done');
  await addInvoices(context, schoolId, answer);
  const after = planOfSubscriptions(await listSubscriptions(context, schoolId));
  if (after === null) return;
  // Updated even if nothing has changed: this repairs a school's row that differs from the subscriptions.
  await updateSchoolState(context.database, schoolId, {
    subscriptionStatus: after.status,
    subscriptionPlan: after.plan,
    subscriptionEndDate: after.endsAt,
  });
  const oldCard = rows.find((each) => each.id === id)?.cardLast4 ?? null;
  if (hasNewCard || (oldCard !== null && cardLast4 !== null && oldCard !== cardLast4))
    await announceChange(context, schoolId, 'card_changed', after, by);
  const change = planChange(before, after);
  if (change === null) return;
  const began = change === 'plan_started' || before?.status === 'past_due';
  await announceChange(context, schoolId, change, after, by ?? (began ? chosenBy : null), isClosed);
  if (change === 'plan_ended' && before?.status === 'past_due' && !isClosed)
    await enqueueBillingMail(context, { kind: 'ended_unpaid', schoolId });
}

async function addInvoices(
  context: AppContext,
  schoolId: string,
  answer: ProviderSubscription,
): Promise<void> {
  const details = await findDetails(context, schoolId);
  for (const { id: providerId, ...invoice } of answer.invoices) {
    const added = await insertInvoice(context, {
      ...invoice,
      providerId,
      schoolId,
      provider: context.payments.provider,
      cardLast4: answer.cardLast4,
      billedTo: billingLines(details),
      linkKey: randomBytes(LINK_KEY_BYTES),
    });
    if (added !== undefined)
      await enqueueBillingMail(context, { kind: 'receipt', schoolId, invoiceId: added.id });
  }
}

async function announceChange(
  context: AppContext,
  schoolId: string,
  change: PlanChange | 'card_changed',
  plan: Plan,
  personId: string | null,
  isClosed = false,
): Promise<void> {
  const details = { plan: plan.plan, ends_at: plan.endsAt.toISOString() };
  const subject = PLANS[plan.plan].title.toLowerCase();
  await recordAudit(context, { schoolId, personId }, change, subject, details);
  if (isClosed) return;
  if (change === 'plan_payment_failed')
    await enqueueBillingMail(context, { kind: 'payment_failed', schoolId });
  if (change === 'renewal_canceled' || change === 'card_changed')
    await enqueueBillingMail(context, { kind: change, schoolId });
}
