import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { PLANS } from '#contract/rules/prices.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { lockSchool, updateSchool } from '#server/data/schools.ts';
import { closeAttempts } from '#server/features/billing/checkout/attempt-repo.ts';
import { findDetails } from '#server/features/billing/checkout/billed-repo.ts';
import { lineOf } from '#server/features/billing/checkout/customer.ts';
import { insertInvoice } from '#server/features/billing/invoices/invoice-repo.ts';
import { changeOf, type Plan, type PlanChange, planOf } from '#server/features/billing/plans/plan.ts';
import { mailAbout } from '#server/features/billing/reminders/email-jobs.ts';
import type { ProviderSubscription } from '#server/platform/payments/payments.ts';
import { listSubscriptions, noteSubscription, numberQuestion, saveAnswer } from './repo.ts';

/**
 * The only way by which a school's plan changes: the provider is asked how a subscription stands, and its answer is put
 * down. Why it was asked (an event, a payment, a button, the hour) does not matter, so events may come late, twice and
 * in any order. Questions are numbered: an answer that took longer than a later one is thrown away.
 */

const LINK_KEY_BYTES = 32;

/** Why the provider is asked, as far as it matters. */
interface Cause {
  /** The person who caused it, for the log. */
  readonly by?: string | null;
  /** Another card has just been taken up. */
  readonly hasNewCard?: boolean;
  /** The renewal has just been ended: true also where the provider has forgotten the subscription. */
  readonly endsRenewal?: boolean;
  /** The school is being closed: its mail says what becomes of the plan, and one about a plan that goes on would not be true. */
  readonly isClosing?: boolean;
}

/** Asks how a subscription stands and puts it down. */
export async function syncSubscription(context: AppContext, id: string, cause: Cause = {}): Promise<void> {
  const question = await numberQuestion(context, id);
  const answer = await context.payments.read(id);
  if (question === undefined) {
    if (answer !== null && (await adopt(context, answer))) await syncSubscription(context, id, cause);
    return;
  }
  const { number, schoolId } = question;
  await context.database.forSchool(schoolId, async () => {
    const stands = answer ?? (await forgotten(context, schoolId, id, cause));
    if (stands !== null) await recordState(context, schoolId, number, stands, cause);
  });
}

// The provider has no such subscription (any more), so nothing renews it. What was paid for stays, and nobody is alarmed:
// it may be a wrong key, and the next answer would be another one. Null: all stays as it is.
async function forgotten(
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

// One that we had begun and did not hear of any more. Others of the same account at the provider are not ours.
async function adopt(context: AppContext, answer: ProviderSubscription): Promise<boolean> {
  const schoolId = z.uuid().safeParse(answer.schoolId).data;
  if (schoolId === undefined) return false;
  return await context.database.forSchool(schoolId, async () => {
    if ((await lockSchool(context.database, schoolId)) === undefined) return false;
    await noteSubscription(context, newSubscription(context, schoolId, answer));
    return true;
  });
}

/** A subscription's row before the provider was asked about it. */
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
  const before = planOf(rows);
  const { id, plan, state, renews, paidUntil, cardLast4, cardExpiresAt } = answer;
  const row = { plan, state, renews, paidUntil, cardLast4, cardExpiresAt };
  if (!(await saveAnswer(context, id, number, row))) return;
  const chosenBy =
    state === 'incomplete'
      ? null
      : await closeAttempts(context, id, paidUntil === null ? 'replaced' : 'done');
  await addInvoices(context, schoolId, answer);
  const after = planOf(await listSubscriptions(context, schoolId));
  if (after === null) return;
  // Also where nothing has changed: the school's row follows the subscriptions, whatever had become of it.
  await updateSchool(context.database, schoolId, {
    subscriptionStatus: after.status,
    subscriptionPlan: after.plan,
    subscriptionEndDate: after.endsAt,
  });
  const oldCard = rows.find((each) => each.id === id)?.cardLast4 ?? null;
  if (hasNewCard || (oldCard !== null && cardLast4 !== null && oldCard !== cardLast4))
    await announceChange(context, schoolId, 'card_changed', after, by);
  const change = changeOf(before, after);
  if (change === null) return;
  const began = change === 'plan_started' || before?.status === 'past_due';
  await announceChange(context, schoolId, change, after, by ?? (began ? chosenBy : null), isClosed);
  if (change === 'plan_ended' && before?.status === 'past_due' && !isClosed)
    await mailAbout(context, { kind: 'ended_unpaid', schoolId });
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
      billedTo: lineOf(details),
      linkKey: randomBytes(LINK_KEY_BYTES),
    });
    if (added !== undefined) await mailAbout(context, { kind: 'receipt', schoolId, invoiceId: added.id });
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
  if (change === 'plan_payment_failed') await mailAbout(context, { kind: 'payment_failed', schoolId });
  if (change === 'renewal_canceled' || change === 'card_changed')
    await mailAbout(context, { kind: change, schoolId });
}
