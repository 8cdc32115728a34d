import { PAID_PLANS, type PaidPlan } from '#contract/rules/prices.ts';
import type { SchoolResource } from '#contract/school.ts';
import { currentSession } from '#web/session/session.ts';
import { readStored, writeStored } from '#web/session/storage.ts';

/** The plan that was chosen in this tab and not paid for yet, with the secret that pays for it. */
export interface PendingPayment {
  readonly clientSecret: string;
  readonly plan: PaidPlan;
  /** Whose it is: it is nothing to the next person at this machine. */
  readonly personId: string;
  /** It is paid for: there is nothing to do but to say so. */
  readonly isPaid: boolean;
}

const KEY = 'payment';

/** Whether there is anything to pay for at a school that stands so: not while a plan runs. */
export function isOpen({ subscription_status: status, plan_ended }: SchoolResource['attributes']): boolean {
  return status === 'trial' || status === 'past_due' || (status === 'canceled' && plan_ended);
}

/** The choice of the person who is signed in; null where there is none. */
export function pendingPayment(): PendingPayment | null {
  const found = parsed(readStored('sessionStorage', KEY));
  return found !== null && found.personId === currentSession()?.user.id ? found : null;
}

/** Keeps the choice until it is paid for. */
export function keepPayment(clientSecret: string, plan: PaidPlan): void {
  const personId = currentSession()?.user.id ?? '';
  write({ clientSecret, plan, personId, isPaid: false });
}

/** Notes that the choice is paid for: who loads the page again is thanked, and not asked for a card again. */
export function notePaid(pending: PendingPayment): void {
  write({ ...pending, isPaid: true });
}

function write(pending: PendingPayment): void {
  writeStored('sessionStorage', KEY, JSON.stringify(pending));
}

/** Forgets the choice: it is paid for, and that was said. */
export function forgetPayment(): void {
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
