import { afterEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { returnToBudget, takeFromBudget } from './budget.ts';

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

it('grants a new sender a small number on its first day, half as many again on the next, and any number after three weeks', async () => {
  test = await buildTestApp({ MAIL_WARM_UP: '2026-03-02' });
  const first = new Date('2026-03-02T00:00:00Z');
  test.clock.advance(first.getTime() - test.clock.now().getTime());
  const takeForADay = async (most: number) => {
    let taken = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      taken += (await takeFromBudget(test.context, most)).mails;
      test.clock.advance(HOUR_MS);
    }
    return taken;
  };
  const days = [await takeForADay(100_000), await takeForADay(100_000)];
  expect(days[0]).toBeLessThanOrEqual(1000);
  expect(days[0]).toBeGreaterThan(900);
  expect(days[1]).toBeLessThanOrEqual(1500);
  await returnToBudget(test.context, 40);
  expect((await takeFromBudget(test.context, 100)).mails).toBeGreaterThanOrEqual(40);
  expect((await takeFromBudget(test.context, 100)).retryAt).not.toBeNull();
  test.clock.advance(18 * DAY_MS);
  expect(await takeForADay(10_000_000)).toBeGreaterThan(3_000_000);
  expect(await takeFromBudget(test.context, 500)).toEqual({ mails: 500, retryAt: null });
});
