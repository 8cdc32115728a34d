import { randomUUID } from 'node:crypto';
import { peopleRoutes } from '#contract/people.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { buildTestApp, type TestApp, type TestCall } from '#test/app.ts';
import { createPerson, freshEmail } from '#test/factories.ts';
import { median } from './parts/running.ts';

const AIM_MS = 5;

const fromAnywhere = (body: unknown): TestCall => ({
  body,
  ip: `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`,
});

type Call = (email: string) => Parameters<TestApp['call']>;
const CALLS: readonly (readonly [name: string, count: number, call: Call])[] = [
  ['forgot password', 200, (email) => [peopleRoutes.forgotPassword, fromAnywhere({ email })]],
  ['register', 200, (email) => [peopleRoutes.register, fromAnywhere({ user: { email } })]],
  [
    'login',
    60,
    (email) => [peopleRoutes.login, fromAnywhere({ user: { email, password: 'Wrong but l0ng' } })],
  ],
];

/** Response times for addresses with and without an account: a difference would reveal who has one. */
export default async function measure() {
  const test = await buildTestApp();
  try {
    const passwordHash = await hashPassword('Quill and 1nk');
    const rows: Awaited<ReturnType<typeof compare>>[] = [];
    for (const [name, count, call] of CALLS) rows.push(await compare(test, passwordHash, name, count, call));
    return rows;
  } finally {
    await test.close();
  }
}

async function compare(test: TestApp, passwordHash: string, name: string, count: number, call: Call) {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let at = 0; at < count; at += 1) {
    const { email } = await createPerson(test, { passwordHash });
    // Alternates the order, as the first call may be slower or faster.
    const order = at % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) {
      const began = performance.now();
      await test.call(...call(kind === 'known' ? email : freshEmail()));
      times[kind].push(performance.now() - began);
      await test.jobs.settled();
    }
  }
  const value = median(times.unknown);
  const reference = median(times.known);
  return {
    name: `${name}, unknown against known address, median`,
    value,
    reference,
    unit: 'ms',
    ratio: value / reference,
    aim: `within ${AIM_MS} ms`,
    met: Math.abs(value - reference) < AIM_MS,
  };
}
