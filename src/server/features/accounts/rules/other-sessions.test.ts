import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { peopleRoutes } from '#contract/people.ts';
import { passkeyRoutes } from '#contract/sign-in/passkeys.ts';
import { providerRoutes } from '#contract/sign-in/providers.ts';
import { twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { openSession } from '#server/data/sessions.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import {
  A_SESSION,
  createSchool,
  PASSWORD,
  setPasswordHash,
  signIn,
  type TestPerson,
} from '#test/factories.ts';
import { addTestPasskey } from '#test/passkeys.ts';
import {
  Browser,
  beAt,
  buildTestAppWithProviders,
  connect,
  type TestAppWithProviders,
} from '#test/provider-visits.ts';
import { beginApp, turnTwoStepOn } from '#test/two-step.ts';

/** People may change how they sign in because an intruder is signed in: all their other sessions end. */

let at: TestAppWithProviders;
let person: TestPerson;
let token: string;
let passwordHash: string;
beforeAll(async () => {
  at = await buildTestAppWithProviders();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => at.close());
beforeEach(async () => {
  person = (await createSchool(at.test)).owner;
  await setPasswordHash(at.test, person.id, passwordHash);
  token = await signIn(at.test, person.email);
});

const isIn = async (session: string) =>
  (await at.test.call(peopleRoutes.myProfile, { token: session })).status === 200;
const google = { provider: 'google' };

/** For each change: its preparation, which returns the change itself. */
const changes: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  'an app is set up': async () => {
    const app = await beginApp(at.test, token);
    return async () =>
      (await at.test.call(twoStepRoutes.confirmAuthenticator, { token, body: { code: app.code() } })).ok();
  },
  'the app is removed': async () => {
    await turnTwoStepOn(at.test, token);
    return async () => (await at.test.call(twoStepRoutes.removeAuthenticator, { token })).ok();
  },
  'there are new recovery codes': async () => {
    await turnTwoStepOn(at.test, token);
    return async () => (await at.test.call(twoStepRoutes.renewRecoveryCodes, { token })).ok();
  },
  'a passkey is added': async () => async () => await addTestPasskey(at.test, token),
  'a passkey is removed': async () => {
    const { id } = await addTestPasskey(at.test, token);
    return async () => (await at.test.call(passkeyRoutes.removePasskey, { token, params: { id } })).ok();
  },
  'a provider is connected': async () => async () => {
    beAt(at.google, { email: person.email });
    (await new Browser(at.test).visit({ row: 'connect', token })).ok();
  },
  'a provider is disconnected': async () => {
    await connect(at.test, at.google, person.email);
    token = await signIn(at.test, person.email);
    return async () =>
      (await at.test.call(providerRoutes.disconnectProvider, { token, params: google })).ok();
  },
};

it.each(Object.keys(changes))('ends the other sessions once %s, and the mail says so', async (name) => {
  const change = await changes[name]?.();
  // Opened directly: a log-in would require what the change has set up.
  const others = await openSession(at.test.context, person.id, A_SESSION);
  expect(await isIn(others)).toBe(true);
  await change?.();
  expect([await isIn(others), await isIn(token)]).toEqual([false, true]);
  await at.test.jobs.settled();
  const { text } = at.test.mail.to(person.email).at(-1) ?? {};
  expect(text).toContain('signed out everywhere else');
});

it('ends them when a provider is connected while signing in', async () => {
  const session = await connect(at.test, at.google, person.email);
  expect([await isIn(token), await isIn(session.token.auth_token)]).toEqual([false, true]);
});
