import { afterEach, expect, it } from 'vitest';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { takeFromBudget } from './budget.ts';

let test: TestApp;
afterEach(() => test.close());

const buildLimited = async (perMinute: number) => {
  test = await buildTestApp({ MAIL_PER_MINUTE: String(perMinute) });
};

it.each([1, 7, 60, 600, 6000])('grants at most %i mails in any minute, and nearly as many', async (limit) => {
  await buildLimited(limit);
  const taken: { readonly at: number; readonly mails: number }[] = [];
  for (let second = 0; second < 180; second += 1) {
    const { mails } = await takeFromBudget(test.context, 10_000);
    taken.push({ at: second * 1000, mails });
    test.clock.advance(1000);
  }
  const within = (from: number) =>
    taken.filter(({ at }) => at >= from && at < from + MINUTE_MS).reduce((sum, { mails }) => sum + mails, 0);
  const minutes = taken.slice(0, 120).map(({ at }) => within(at));
  expect(Math.max(...minutes)).toBeLessThanOrEqual(limit);
  // A tenth is reserved for other mails.
  expect(Math.min(...minutes)).toBeGreaterThanOrEqual(Math.floor(limit * 0.8));
});

it('grants several concurrent callers no more than one, and returns when to ask again', async () => {
  await buildLimited(120);
  const grants = await Promise.all(Array.from({ length: 50 }, () => takeFromBudget(test.context, 5)));
  expect(grants.reduce((sum, { mails }) => sum + mails, 0)).toBe(9);
  const retryAt = grants.find(({ mails }) => mails === 0)?.retryAt;
  test.clock.advance((retryAt?.getTime() ?? 0) - test.clock.now().getTime());
  expect((await takeFromBudget(test.context, 5)).mails).toBe(1);
});

it('grants everything without a limit', async () => {
  test = await buildTestApp();
  expect(await takeFromBudget(test.context, 500)).toEqual({ mails: 500, retryAt: null });
});
