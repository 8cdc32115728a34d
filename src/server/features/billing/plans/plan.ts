import type { PaidPlan } from '#contract/rules/prices.ts';
import type { SubscriptionStatus } from '#contract/school.ts';
import type { Subscription } from '#server/features/billing/repo.ts';

/** The plan that results from a school's subscriptions. Pure. */
export interface Plan {
  readonly subscriptionId: string;
  readonly status: SubscriptionStatus;
  readonly plan: PaidPlan;
  /** The day it renews, ends or ended; for `past_due` the day from which it is unpaid. */
  readonly endsAt: Date;
  readonly ended: boolean;
}

/** The current plan: the newest running one, else the one that ran last; null if none was ever paid. */
export function planOfSubscriptions(subscriptions: readonly Subscription[]): Plan | null {
  const [first] = subscriptions
    .flatMap((each) => (each.paidUntil === null ? [] : [{ ...each, paidUntil: each.paidUntil }]))
    .sort((one, other) => rank(other) - rank(one) || other.paidUntil.getTime() - one.paidUntil.getTime());
  if (first === undefined) return null;
  const { id, plan, paidUntil: endsAt, state } = first;
  return { subscriptionId: id, status: statusOf(first), plan, endsAt, ended: state === 'ended' };
}

function rank({ state }: Subscription): number {
  return state === 'active' ? 2 : state === 'past_due' ? 1 : 0;
}

function statusOf({ state, renews }: Subscription): SubscriptionStatus {
  if (state === 'past_due') return 'past_due';
  return state === 'active' && renews ? 'active' : 'canceled';
}

/** The change between two syncs, as an action of the audit log. */
export type PlanChange =
  | 'plan_started'
  | 'plan_renewed'
  | 'renewal_canceled'
  | 'renewal_enabled'
  | 'plan_payment_failed'
  | 'plan_ended';

/** The change from one plan to the next; null if there is none worth logging. */
export function planChange(before: Plan | null, after: Plan | null): PlanChange | null {
  if (after === null) return null;
  if (before === null || before.subscriptionId !== after.subscriptionId)
    return after.ended ? 'plan_ended' : 'plan_started';
  if (after.ended) return before.ended ? null : 'plan_ended';
  if (after.status === 'past_due') return before.status === 'past_due' ? null : 'plan_payment_failed';
  if (after.endsAt > before.endsAt) return 'plan_renewed';
  if (before.status === after.status) return null;
  return after.status === 'canceled' ? 'renewal_canceled' : 'renewal_enabled';
}
