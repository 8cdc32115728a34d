import { randomUUID } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { peopleRoutes } from '#contract/people.ts';
import type { JobPort } from '#server/platform/jobs/jobs.ts';
import { buildTestApp, type TestApp, type TestCall } from '#test/app.ts';
import { createPerson, freshEmail } from '#test/factories.ts';
import { hashPassword } from './passwords.ts';

/**
 * Neither an answer nor the work behind it may reveal whether an address has an account. These tests compare the work;
 * `npm run bench -- enumeration` measures the time.
 */

vi.mock('@node-rs/argon2', { spy: true });

/** Records enqueued jobs without running them, so that only the calls' own work is counted. */
class RecordedJobs implements JobPort {
  readonly sent: string[] = [];
  define(): void {}
  schedule(): void {}
  async send(queue: { readonly name: string }): Promise<boolean> {
    this.sent.push(queue.name);
    return true;
  }
  async start(): Promise<void> {}
  async startSending(): Promise<void> {}
  async stop(): Promise<void> {}
}

const jobs = new RecordedJobs();
const statements = vi.spyOn(Client.prototype, 'query');
let test: TestApp;
let passwordHash: string;
beforeAll(async () => {
  test = await buildTestApp({}, { jobs });
  passwordHash = await hashPassword('Quill and 1nk');
});
afterAll(async () => await test.close());
beforeEach(async () => await login(freshEmail())); // hashes the decoy and opens the connection

type Call = (email: string) => Parameters<TestApp['call']>;

const fromAnywhere = (body: unknown): TestCall => ({
  body,
  ip: `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`,
});
const login = (email: string) =>
  test.call(peopleRoutes.login, fromAnywhere({ user: { email, password: 'Wrong but l0ng' } }));

async function workOf(call: Call, email: string) {
  statements.mockClear();
  vi.mocked(argon2.verify).mockClear();
  vi.mocked(argon2.hash).mockClear();
  jobs.sent.length = 0;
  const { status, text } = await test.call(...call(email));
  return {
    status,
    text,
    hashes: vi.mocked(argon2.verify).mock.calls.length + vi.mocked(argon2.hash).mock.calls.length,
    jobs: [...jobs.sent],
    // But for the pool's own question whether a connection is alive, which comes by the clock.
    statements: statements.mock.calls.map(([query]) => sqlOf(query)).filter((sql) => sql !== 'select 1'),
  };
}

function sqlOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}

it.each<readonly [string, { hashes: number; jobs: number }, Call]>([
  [
    'forgot password',
    { hashes: 0, jobs: 1 },
    (email) => [peopleRoutes.forgotPassword, fromAnywhere({ email })],
  ],
  ['register', { hashes: 0, jobs: 1 }, (email) => [peopleRoutes.register, fromAnywhere({ user: { email } })]],
  [
    'login',
    { hashes: 1, jobs: 0 },
    (email) => [peopleRoutes.login, fromAnywhere({ user: { email, password: 'Wrong but l0ng' } })],
  ],
])('%s does the same work for known and unknown addresses', async (_, expected, call) => {
  const { email } = await createPerson(test, { passwordHash });
  const known = await workOf(call, email);
  const unknown = await workOf(call, freshEmail());
  expect(unknown).toEqual(known);
  expect(known.statements.length).toBeGreaterThan(0);
  expect({ hashes: known.hashes, jobs: known.jobs.length }).toEqual(expected);
});
