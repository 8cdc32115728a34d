import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { addMonths } from '#contract/rules/months.ts';
import { PAID_PLANS, type PaidPlan, PLANS } from '#contract/rules/prices.ts';
import { DAY_MS, HOUR_MS } from '#newsletter/values/durations.ts';
import type { ProviderSubscription } from './payments.ts';

/**
 * A customer's page in the sandbox's books, and what time does to it. Pure: each function takes a page and gives the
 * next one, as of a moment.
 */

const date = z.iso.datetime();
/** `works` is false for a card whose next payments fail. `expiresAt` is missing in older books, and where it never does. */
const card = z.object({ last4: z.string(), works: z.boolean(), expiresAt: date.nullable().default(null) });
const subscription = z.object({
  id: z.string(),
  /** Of the call that began it. */
  key: z.string(),
  plan: z.enum(PAID_PLANS),
  state: z.enum(['incomplete', 'active', 'past_due', 'ended']),
  renews: z.boolean(),
  createdAt: date,
  /** With which what is open is paid; kept after that, so that paying twice is known. */
  secret: z.string(),
  /** The first payment, from which all periods are counted. */
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
/** A customer's page. Dates are ISO 8601 in UTC. */
export const sandboxAccount = z.object({
  schoolId: z.uuid(),
  card: card.nullable(),
  /** The last change of card: its secret, what was given by it, whether that was taken up. Missing in older books. */
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

/** Who does not pay for the first time within this time has to begin anew. */
const INCOMPLETE_LIFE_MS = 23 * HOUR_MS;
/** A renewal that stays unpaid for so long ends the subscription. */
const GIVE_UP_MS = 21 * DAY_MS;

/** A new id, like `sub_sandbox_…`. */
export function sandboxId(kind: 'cus' | 'sub' | 'in' | 'evt'): string {
  return `${kind}_sandbox_${randomBytes(12).toString('hex')}`;
}

/** A secret to pay with; it names its customer, so that the page is found by it. */
export function newSecret(customerId: string): string {
  return `${customerId}_secret_${randomBytes(24).toString('hex')}`;
}

/** The customer that a secret belongs to; null where it is none. */
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
    secret: newSecret(customerId),
    anchor: null,
    periods: 0,
    paidUntil: null,
  };
  return { ...account, subscriptions: [...account.subscriptions, added] };
}

/** Changes one subscription. */
export function changed(
  account: SandboxAccount,
  id: string,
  changes: Partial<SandboxSubscription>,
): SandboxAccount {
  const subscriptions = account.subscriptions.map((each) =>
    each.id === id ? { ...each, ...changes } : each,
  );
  return { ...account, subscriptions };
}

/** Takes up a card that was given: it pays what is open now. */
export function withNewCard(account: SandboxAccount, each: SandboxSubscription, now: Date): SandboxAccount {
  const change = account.change && { ...account.change, taken: true };
  const next = { ...account, card: change?.card ?? account.card, change };
  return each.state === 'past_due' ? paid(next, each, now) : next;
}

/** Pays for the next period of a subscription, from when the last one ended. */
export function paid(account: SandboxAccount, each: SandboxSubscription, paidAt: Date): SandboxAccount {
  const anchor = each.anchor === null ? paidAt : new Date(each.anchor);
  const periods = each.periods + 1;
  const { months, price } = PLANS[each.plan];
  // From the anchor each time: counted on from a short month, the 31st would never come back.
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
  return changed({ ...account, invoices: [...account.invoices, receipt] }, each.id, {
    state: 'active',
    anchor: anchor.toISOString(),
    periods,
    paidUntil: periodEnd,
  });
}

/** What has happened by this moment: renewals, failed ones, ends. */
export function advanced(account: SandboxAccount, customerId: string, now: Date): SandboxAccount {
  return account.subscriptions.reduce((page, { id }) => advancedOne(page, customerId, id, now), account);
}

function advancedOne(account: SandboxAccount, customerId: string, id: string, now: Date): SandboxAccount {
  let page = account;
  for (;;) {
    const each = page.subscriptions.find((one) => one.id === id);
    const next = each === undefined ? null : stepOf(page, customerId, each, now);
    if (next === null) return page;
    page = next;
  }
}

// The next thing that is due by now; null when nothing is.
function stepOf(
  page: SandboxAccount,
  customerId: string,
  each: SandboxSubscription,
  now: Date,
): SandboxAccount | null {
  if (each.state === 'incomplete') {
    const expired = now.getTime() >= new Date(each.createdAt).getTime() + INCOMPLETE_LIFE_MS;
    return expired ? changed(page, each.id, { state: 'ended' }) : null;
  }
  const due = each.paidUntil === null ? null : new Date(each.paidUntil);
  if (due === null || due > now || each.state === 'ended') return null;
  if (!each.renews) return changed(page, each.id, { state: 'ended' });
  const works = page.card?.works === true;
  if (each.state === 'active')
    return works
      ? paid(page, each, due)
      : changed(page, each.id, { state: 'past_due', secret: newSecret(customerId) });
  if (works) return paid(page, each, now);
  return now.getTime() >= due.getTime() + GIVE_UP_MS ? changed(page, each.id, { state: 'ended' }) : null;
}

/** A subscription as the port shows it. */
export function shown(account: SandboxAccount, each: SandboxSubscription): ProviderSubscription {
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
