import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { peopleRoutes } from '#contract/people.ts';
import { buildTestApp, type TestApp, type TestCall } from '#test/app.ts';
import { createPerson, freshEmail, registerPerson } from '#test/factories.ts';
import { hashPassword } from './passwords.ts';

/** The time of an answer must not tell whether an address has an account. */

const TOLERANCE_MS = 5;

let test: TestApp;
let passwordHash: string;
beforeAll(async () => {
  test = await buildTestApp();
  passwordHash = await hashPassword('Quill and 1nk');
  await registerPerson(test);
});
afterAll(async () => await test.close());

type Call = (email: string) => Parameters<TestApp['call']>;

async function timed(call: Call, email: string): Promise<number> {
  const began = performance.now();
  await test.call(...call(email));
  return performance.now() - began;
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

const fromAnywhere = (body: unknown): TestCall => ({
  body,
  ip: `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`,
});

it.each<readonly [string, number, Call]>([
  ['forgot password', 200, (email) => [peopleRoutes.forgotPassword, fromAnywhere({ email })]],
  ['register', 200, (email) => [peopleRoutes.register, fromAnywhere({ user: { email } })]],
  [
    'login',
    60,
    (email) => [peopleRoutes.login, fromAnywhere({ user: { email, password: 'Wrong but l0ng' } })],
  ],
])('%s takes the same time for known and unknown addresses', async (_, count, call) => {
  const known: number[] = [];
  const unknown: number[] = [];
  const times = { known, unknown };
  const addresses = await Promise.all(
    Array.from({ length: count }, async () => (await createPerson(test, { passwordHash })).email),
  );
  for (const [at, address] of addresses.entries()) {
    // Whatever comes first may be slower or faster: each is as often first as second.
    const order = at % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) times[kind].push(await timed(call, kind === 'known' ? address : freshEmail()));
  }
  expect(Math.abs(median(known) - median(unknown))).toBeLessThan(TOLERANCE_MS);
});
