import { expect, it } from 'vitest';
import {
  paid,
  type SandboxAccount,
  type SandboxSubscription,
  upToDate,
  withChanges,
  withSubscription,
} from './sandbox-account.ts';

const START = new Date('2027-01-31T10:00:00.000Z');
const CUSTOMER = 'cus_sandbox_0123456789abcdef01234567';
const EMPTY: SandboxAccount = {
  schoolId: '0b8f1d8e-6a55-4f0e-8f7a-1a2b3c4d5e6f',
  card: { last4: '4242', works: true, expiresAt: null },
  change: null,
  subscriptions: [],
  invoices: [],
};

function monthly(): SandboxAccount {
  const begun = withSubscription(EMPTY, CUSTOMER, { key: 'k', plan: 'monthly' }, START);
  return paid(begun, only(begun), START);
}
function only(account: SandboxAccount): SandboxSubscription {
  const [each, ...more] = account.subscriptions;
  if (each === undefined || more.length > 0) throw new Error('There is one subscription');
  return each;
}
const at = (account: SandboxAccount, time: string) => upToDate(account, CUSTOMER, new Date(time));

it('renews on the 31st, or on the last day of shorter months', () => {
  const year = at(monthly(), '2027-06-15T00:00:00.000Z');
  expect(year.invoices.map(({ periodEnd }) => periodEnd.slice(0, 10))).toEqual([
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
    '2027-06-30',
  ]);
});

it('gives the same result in one step as in several', () => {
  const steps = ['2027-02-28T09:59:59.999Z', '2027-02-28T10:00:00.000Z', '2027-04-01T00:00:00.000Z'];
  const looked = steps.reduce((account, time) => at(account, time), monthly());
  const once = at(monthly(), '2027-04-01T00:00:00.000Z');
  expect(looked.subscriptions.map(({ paidUntil }) => paidUntil)).toEqual(
    once.subscriptions.map(({ paidUntil }) => paidUntil),
  );
  expect(looked.invoices).toHaveLength(3);
});

it('does not change when the clock is set back', () => {
  const after = at(monthly(), '2027-02-28T10:30:00.000Z');
  expect(at(after, '2027-02-28T09:30:00.000Z')).toEqual(after);
  expect(at(after, '2027-02-28T10:30:00.000Z')).toEqual(after);
});

it('ends a cancelled subscription exactly at the end of its paid time', () => {
  const account = monthly();
  const ending = withChanges(account, only(account).id, { renews: false });
  expect(only(at(ending, '2027-02-28T09:59:59.999Z')).state).toBe('active');
  expect(only(at(ending, '2027-02-28T10:00:00.000Z')).state).toBe('ended');
});
