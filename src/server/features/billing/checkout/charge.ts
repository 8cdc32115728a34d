import { BILLING_MESSAGES } from '#contract/billing.ts';
import type { PaidPlan } from '#contract/rules/prices.ts';
import type { AppContext } from '#server/context.ts';
import { lockSchool } from '#server/data/schools.ts';
import { planOfSubscriptions } from '#server/features/billing/plans/plan.ts';
import { insertSubscription, listSubscriptions } from '#server/features/billing/repo.ts';
import { newSubscription, syncSubscription } from '#server/features/billing/sync.ts';
import { badRequest, conflict, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { PaymentRefused, PaymentsFailed, PaymentsMisconfigured } from '#server/platform/payments/payments.ts';
import { type Attempt, changeOpenAttempt, findOpenAttempt, insertAttempt } from './attempt-repo.ts';
import { findCustomer } from './billed-repo.ts';
import { putCustomer } from './customer.ts';

/**
 * Buying a plan. A school has one open attempt at a time, and the provider creates one subscription for an attempt, so
 * double clicks, retries and several tabs lead to the same secret and a single payment. Choosing another plan closes the
 * first attempt at the provider before the second one begins.
 */

// An attempt may turn out to be over (paid in another tab, expired) once; more often only in a race with other callers.
const TRIES = 3;

/** The secret with which the browser pays for a plan. Throws 409 if there is nothing to pay. */
export async function startCharge(context: AppContext, caller: Member, plan: PaidPlan): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const secret = await tryCharge(context, caller, plan);
    if (secret !== null) return secret;
  }
  throw conflict(BILLING_MESSAGES.otherChoice);
}

async function tryCharge(context: AppContext, caller: Member, plan: PaidPlan): Promise<string | null> {
  const { schoolId } = caller;
  const step = await context.database.forSchool(schoolId, () => nextStep(context, caller, plan));
  if (step.kind === 'pay_overdue') return await overdueSecret(context, step.subscriptionId);
  const { attempt, kind } = step;
  if (kind === 'replace') {
    await closeAttempt(context, schoolId, attempt);
    return null;
  }
  return await secretOf(context, caller, attempt);
}

type Step =
  | { readonly kind: 'pay_overdue'; readonly subscriptionId: string }
  | { readonly kind: 'replace' | 'use'; readonly attempt: Attempt };

// Decided under the school's lock: of several concurrent calls one begins an attempt and the others join it.
async function nextStep(context: AppContext, { schoolId, personId }: Member, plan: PaidPlan): Promise<Step> {
  const school = await lockSchool(context.database, schoolId);
  if (school === undefined) throw notFound('School');
  if (school.closesAt !== null) throw conflict(BILLING_MESSAGES.closed);
  const current = planOfSubscriptions(await listSubscriptions(context, schoolId));
  if (current !== null && !current.ended) {
    if (current.status === 'active') throw conflict(BILLING_MESSAGES.active);
    if (current.status === 'canceled' && current.endsAt > context.clock.now())
      throw conflict(BILLING_MESSAGES.running);
    if (current.status === 'past_due') {
      if (current.plan !== plan) throw conflict(BILLING_MESSAGES.pastDue);
      return { kind: 'pay_overdue', subscriptionId: current.subscriptionId };
    }
  }
  const open = await findOpenAttempt(context, schoolId);
  if (open !== undefined) {
    const same = open.plan === plan && open.provider === context.payments.provider;
    return { kind: same ? 'use' : 'replace', attempt: open };
  }
  return { kind: 'use', attempt: await insertAttempt(context, { schoolId, userId: personId, plan }) };
}

// The secret to pay the open invoice of a failed renewal.
async function overdueSecret(context: AppContext, subscriptionId: string): Promise<string | null> {
  const secret = await context.payments.openSecret(subscriptionId);
  if (secret === null) await syncSubscription(context, subscriptionId);
  return secret;
}

async function secretOf(context: AppContext, { schoolId }: Member, attempt: Attempt): Promise<string | null> {
  if (attempt.subscriptionId !== null) {
    const secret = await context.payments.openSecret(attempt.subscriptionId);
    if (secret !== null) return secret;
    // It was paid or has expired: sync with the provider, then try again.
    await syncSubscription(context, attempt.subscriptionId);
    await context.database.forSchool(schoolId, () =>
      changeOpenAttempt(context, attempt.id, { state: 'replaced' }),
    );
    return null;
  }
  const begun = await begin(context, attempt);
  const { subscriptionId } = begun;
  const kept = await context.database.forSchool(schoolId, async () => {
    await insertSubscription(
      context,
      newSubscription(context, schoolId, { id: subscriptionId, plan: attempt.plan }),
    );
    return await changeOpenAttempt(context, attempt.id, { subscriptionId });
  });
  if (kept) return begun.clientSecret;
  // Another plan was chosen meanwhile; nobody has this secret yet.
  await context.payments.abandon(subscriptionId);
  throw conflict(BILLING_MESSAGES.otherChoice);
}

// The provider repeats a failure under the same idempotency key, so the next try needs another attempt. If a subscription
// was created after all, nobody has its secret, and it expires unpaid.
async function begin(context: AppContext, { id, plan, schoolId }: Attempt) {
  try {
    const customerId = await putCustomer(context, schoolId, id);
    return await context.payments.begin({ key: id, schoolId, customerId, plan });
  } catch (error) {
    if (error instanceof PaymentsMisconfigured || error instanceof PaymentsFailed)
      await context.database.forSchool(schoolId, () => changeOpenAttempt(context, id, { state: 'replaced' }));
    throw error;
  }
}

async function closeAttempt(context: AppContext, schoolId: string, attempt: Attempt): Promise<void> {
  const { id, subscriptionId, provider } = attempt;
  if (subscriptionId !== null && provider === context.payments.provider) {
    await context.payments.abandon(subscriptionId);
    // If it was paid at this moment, the sync records it, and the next try finds a plan.
    await syncSubscription(context, subscriptionId);
  }
  await context.database.forSchool(schoolId, () => changeOpenAttempt(context, id, { state: 'replaced' }));
}

/** Closes the open attempt, so that it cannot be paid any more. */
export async function abandonAttempts(context: AppContext, schoolId: string): Promise<void> {
  const open = await context.database.forSchool(schoolId, () => findOpenAttempt(context, schoolId));
  if (open !== undefined) await closeAttempt(context, schoolId, open);
}

/** Pays in the sandbox. Throws 404 with any other provider, 400 with the provider's message. */
export async function payInSandbox(
  context: AppContext,
  { schoolId, personId }: Member,
  form: { readonly client_secret: string; readonly card_number: string },
): Promise<void> {
  const { pay } = context.payments;
  if (pay === undefined) throw notFound('Page');
  const customerId = await context.database.forSchool(schoolId, () => findCustomer(context, schoolId));
  if (customerId === null) throw badRequest(BILLING_MESSAGES.paymentOver);
  try {
    const { subscriptionId } = await pay({
      customerId,
      clientSecret: form.client_secret,
      cardNumber: form.card_number,
    });
    await syncSubscription(context, subscriptionId, { by: personId });
  } catch (error) {
    if (error instanceof PaymentRefused) throw badRequest(error.message);
    throw error;
  }
}
