import { PAID_PLANS, type PaidPlan } from '#contract/rules/prices.ts';
import type { SchoolResource } from '#contract/school.ts';
import { currentSession } from '#web/session/session.ts';
import { readStored, writeStored } from '#web/session/storage.ts';

/** The plan chosen in this tab and not paid for yet, with the provider's client secret. */
export interface PendingPayment {
  readonly clientSecret: string;
  readonly plan: PaidPlan;
  /** The person who chose it: the next one at this computer must not see it. */
  readonly personId: string;
  /** Whether it has been paid: then only the confirmation is shown. */
  readonly isPaid: boolean;
}

const KEY = 'payment';

/** Whether the school can pay for a plan: not while one is active. */
export function canPay({ subscription_status: status, plan_ended }: SchoolResource['attributes']): boolean {
  return status === 'trial' || status === 'past_due' || (status === 'canceled' && plan_ended);
}

/** The pending payment of the signed-in person, or null. */
export function pendingPayment(): PendingPayment | null {
  const found = parsed(readStored('sessionStorage', KEY));
  return found !== null && found.personId === currentSession()?.user.id ? found : null;
}

/** Stores the choice until it is paid. */
export function storePayment(clientSecret: string, plan: PaidPlan): void {
  const personId = currentSession()?.user.id ?? '';
  write({ clientSecret, plan, personId, isPaid: false });
}

/** Marks the choice as paid, so that a reload shows the confirmation and not the card form. */
export function markPaid(pending: PendingPayment): void {
  write({ ...pending, isPaid: true });
}

function write(pending: PendingPayment): void {
  writeStored('sessionStorage', KEY, JSON.stringify(pending));
}

/** Removes the choice, once its payment has been confirmed. */
export function clearPayment(): void {
  writeStored('sessionStorage', KEY, null);
}

function parsed(text: string | null): PendingPayment | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const [clientSecret, plan, personId] = ['clientSecret', 'plan', 'personId'].map((key) =>
      Reflect.get(value, key),
    );
    const known = PAID_PLANS.find((each) => each === plan);
    if (typeof clientSecret !== 'string' || typeof personId !== 'string' || known === undefined) return null;
    return { clientSecret, plan: known, personId, isPaid: Reflect.get(value, 'isPaid') === true };
  } catch {
    return null;
  }
}
