import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { addMonths } from '#contract/rules/months.ts';
import { PAID_PLANS, type PaidPlan, PLANS } from '#contract/rules/prices.ts';
import { DAY_MS, HOUR_MS } from '#newsletter/values/durations.ts';
import type { ProviderSubscription } from './payments.ts';

/**
 * A customer's account in the payment sandbox, as pure functions that return the changed account.
 */

const date = z.iso.datetime();
/**
 * `works` is false for a card whose payments fail. `expiresAt` is null if the card never expires, and missing in older
 * data.
 */
const card = z.object({ last4: z.string(), works: z.boolean(), expiresAt: date.nullable().default(null) });
const subscription = z.object({
  id: z.string(),
  /** The idempotency key of the call that began it. */
  key: z.string(),
  plan: z.enum(PAID_PLANS),
  state: z.enum(['incomplete', 'active', 'past_due', 'ended']),
  renews: z.boolean(),
  createdAt: date,
  /** The secret for paying what is due. Kept afterwards, to recognise a repeated payment. */
  secret: z.string(),
  /** The first payment. All periods are counted from it. */
  anchor: date.nullable(),
  periods: z.number().int(),
  paidUntil: date.nullable(),
});
const invoice = z.object({
  id: z.string(),
  subscriptionId: z.string(),
  number: z.string(),
  plan: z.enum(PAID_PLANS),
  amount: z.number().int(),
  periodStart: date,
  periodEnd: date,
  paidAt: date,
});
/** A customer's account. Dates are ISO 8601 in UTC. */
export const sandboxAccount = z.object({
  schoolId: z.uuid(),
  card: card.nullable(),
  /** The last card change: its secret, the entered card, and whether it was applied. Missing in older data. */
  change: z
    .object({
      secret: z.string(),
      subscriptionId: z.string(),
      card: card.nullable(),
      taken: z.boolean().default(false),
    })
    .nullable()
    .default(null),
  subscriptions: z.array(subscription),
  invoices: z.array(invoice),
});
export type SandboxAccount = z.infer<typeof sandboxAccount>;
export type SandboxSubscription = z.infer<typeof subscription>;

/** An incomplete subscription that stays unpaid for this long ends. */
const INCOMPLETE_LIFE_MS = 23 * HOUR_MS;
/** A renewal that stays unpaid for this long ends the subscription. */
const GIVE_UP_MS = 21 * DAY_MS;

/** Creates an id like `sub_sandbox_…`. */
export function sandboxId(kind: 'cus' | 'sub' | 'in' | 'evt'): string {
  return `${kind}_sandbox_${randomBytes(12).toString('hex')}`;
}

/** Creates a payment secret. It contains the customer id, to find the account. */
export function newPaymentSecret(customerId: string): string {
  return `${customerId}_secret_${randomBytes(24).toString('hex')}`;
}

/** The customer id in a secret; null if it is malformed. */
export function customerOfSecret(secret: string): string | null {
  return /^(cus_sandbox_[0-9a-f]{24})_secret_[0-9a-f]{48}$/.exec(secret)?.[1] ?? null;
}

/** Adds a subscription that waits for its first payment. */
export function withSubscription(
  account: SandboxAccount,
  customerId: string,
  begun: { readonly key: string; readonly plan: PaidPlan },
  now: Date,
): SandboxAccount {
  const added: SandboxSubscription = {
    ...begun,
    id: sandboxId('sub'),
    state: 'incomplete',
    renews: true,
    createdAt: now.toISOString(),
    secret: newPaymentSecret(customerId),
    anchor: null,
    periods: 0,
    paidUntil: null,
  };
  return { ...account, subscriptions: [...account.subscriptions, added] };
}

/** Changes one subscription. */
export function withChanges(
  account: SandboxAccount,
  id: string,
  changes: Partial<SandboxSubscription>,
): SandboxAccount {
  const subscriptions = account.subscriptions.map((each) =>
    each.id === id ? { ...each, ...changes } : each,
  );
  return { ...account, subscriptions };
}

/** Applies an entered card and pays what is due. */
export function withNewCard(account: SandboxAccount, each: SandboxSubscription, now: Date): SandboxAccount {
  const change = account.change && { ...account.change, taken: true };
  const next = { ...account, card: change?.card ?? account.card, change };
  return each.state === 'past_due' ? paid(next, each, now) : next;
}

/** Pays the next period of a subscription, which follows the last one. */
export function paid(account: SandboxAccount, each: SandboxSubscription, paidAt: Date): SandboxAccount {
  const anchor = each.anchor === null ? paidAt : new Date(each.anchor);
  const periods = each.periods + 1;
  const { months, price } = PLANS[each.plan];
  // Counted from the anchor, because counting on from a short month would lose the 31st.
  const periodEnd = addMonths(anchor, months * periods).toISOString();
  const receipt = {
    id: sandboxId('in'),
    subscriptionId: each.id,
    number: `SANDBOX-${String(account.invoices.length + 1).padStart(4, '0')}`,
    plan: each.plan,
    amount: price * 100,
    periodStart: each.paidUntil ?? anchor.toISOString(),
    periodEnd,
    paidAt: paidAt.toISOString(),
  };
  return withChanges({ ...account, invoices: [...account.invoices, receipt] }, each.id, {
    state: 'active',
    anchor: anchor.toISOString(),
    periods,
    paidUntil: periodEnd,
  });
}

/** Applies everything that is due by `now`: renewals, failed renewals, ends. */
export function upToDate(account: SandboxAccount, customerId: string, now: Date): SandboxAccount {
  return account.subscriptions.reduce(
    (current, { id }) => upToDateSubscription(current, customerId, id, now),
    account,
  );
}

function upToDateSubscription(
  account: SandboxAccount,
  customerId: string,
  id: string,
  now: Date,
): SandboxAccount {
  let current = account;
  for (;;) {
    const each = current.subscriptions.find((one) => one.id === id);
    const next = each === undefined ? null : nextStep(current, customerId, each, now);
    if (next === null) return current;
    current = next;
  }
}

// The account after the next change that is due by now; null if none is.
function nextStep(
  current: SandboxAccount,
  customerId: string,
  each: SandboxSubscription,
  now: Date,
): SandboxAccount | null {
  if (each.state === 'incomplete') {
    const expired = now.getTime() >= new Date(each.createdAt).getTime() + INCOMPLETE_LIFE_MS;
    return expired ? withChanges(current, each.id, { state: 'ended' }) : null;
  }
  const due = each.paidUntil === null ? null : new Date(each.paidUntil);
  if (due === null || due > now || each.state === 'ended') return null;
  if (!each.renews) return withChanges(current, each.id, { state: 'ended' });
  const works = current.card?.works === true;
  if (each.state === 'active')
    return works
      ? paid(current, each, due)
      : withChanges(current, each.id, { state: 'past_due', secret: newPaymentSecret(customerId) });
  if (works) return paid(current, each, now);
  return now.getTime() >= due.getTime() + GIVE_UP_MS
    ? withChanges(current, each.id, { state: 'ended' })
    : null;
}

/** Converts a subscription for the port. */
export function toProviderSubscription(
  account: SandboxAccount,
  each: SandboxSubscription,
): ProviderSubscription {
  const toDate = (text: string) => new Date(text);
  return {
    id: each.id,
    schoolId: account.schoolId,
    plan: each.plan,
    state: each.state,
    renews: each.renews,
    paidUntil: each.paidUntil === null ? null : toDate(each.paidUntil),
    cardLast4: account.card?.last4 ?? null,
    cardExpiresAt: account.card?.expiresAt ? toDate(account.card.expiresAt) : null,
    createdAt: toDate(each.createdAt),
    invoices: account.invoices
      .filter(({ subscriptionId }) => subscriptionId === each.id)
      .map(({ id, number, plan, amount, periodStart, periodEnd, paidAt }) => ({
        id,
        number,
        plan,
        amount,
        periodStart: toDate(periodStart),
        periodEnd: toDate(periodEnd),
        paidAt: toDate(paidAt),
      })),
  };
}
