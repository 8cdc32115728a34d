import { beforeEach, expect, it, vi } from 'vitest';
import { peopleRoutes } from '#contract/people.ts';
import { providerRoutes } from '#contract/sign-in/providers.ts';
import { answer, personOf, received } from '#test/support/web/app.tsx';
import { leaveFor } from '#web/session/at-provider.ts';
import { beginSession, currentSession } from '#web/session/session.ts';
import { logOut } from './log-out.ts';

// jsdom does not navigate, and does not reveal the address.
vi.mock('#web/session/at-provider.ts', { spy: true });

const THERE = 'https://accounts.county.example/log-out';
const params = { provider: 'county' };
const calls = () => received.map((each) => each.call.split('/').at(-1));

beforeEach(() => {
  vi.mocked(leaveFor).mockReset();
  answer(peopleRoutes.logout, { status: 204 });
  answer(providerRoutes.logOutAtProvider, { status: 200, body: { address: THERE } }, params);
});

const signInBy = (provider?: string) =>
  beginSession({ accessToken: 'a-token', user: personOf(), value: 1, provider }, true);

it('goes nowhere after a session that no provider has opened', async () => {
  signInBy();
  logOut();
  expect(currentSession()).toBeNull();
  await vi.waitFor(() => expect(calls()).toEqual(['logout']));
  expect(leaveFor).not.toHaveBeenCalled();
});

it('gives no call up that ends the session on the server, however slow', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  signInBy();
  logOut();
  await vi.waitFor(() => expect(calls()).toEqual(['logout']));
  expect(limits).not.toHaveBeenCalled();
  limits.mockRestore();
});

it('leaves for the provider once our own session has ended on the server, and once only', async () => {
  const ended = Promise.withResolvers<{ status: number }>();
  answer(peopleRoutes.logout, () => ended.promise);
  signInBy('county');
  logOut();
  logOut();
  await vi.waitFor(() => expect(received).toHaveLength(2));
  expect(currentSession()).toBeNull();
  // Leaving would cut the call off.
  expect(leaveFor).not.toHaveBeenCalled();
  ended.resolve({ status: 204 });
  await vi.waitFor(() => expect(vi.mocked(leaveFor).mock.calls).toEqual([[THERE]]));
  expect(received).toHaveLength(2);
});

it.each([
  ['is away', { status: 503, body: { error_message: 'Away' } }],
  ['offers no such page', { status: 200, body: { address: null } }],
])('signs out here alone if the provider %s', async (_, reply) => {
  answer(providerRoutes.logOutAtProvider, reply, params);
  signInBy('county');
  logOut();
  await vi.waitFor(() => expect(received).toHaveLength(2));
  expect(currentSession()).toBeNull();
  expect(leaveFor).not.toHaveBeenCalled();
});
