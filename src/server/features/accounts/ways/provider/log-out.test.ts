import { afterAll, beforeAll, expect, it } from 'vitest';
import { peopleRoutes } from '#contract/people.ts';
import { providerRoutes } from '#contract/sign-in/providers.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import type { TestApp } from '#test/app.ts';
import { createPerson, PASSWORD, signIn } from '#test/factories.ts';
import type { TestProvider } from '#test/open-id-provider.ts';
import {
  Browser,
  buildTestAppWithProviders,
  connect,
  PUBLIC_URL,
  signedIn,
  type TestAppWithProviders,
} from '#test/provider-visits.ts';

/** Logging out at the provider as well, and log-outs that a provider announces (OpenID Connect Back-Channel Logout 1.0, 2.6). */

const CLIENT = 'inkwell-test';
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const HEADER = { typ: 'logout+jwt' };
const MADE_UP_KEY = new TextEncoder().encode('a-secret-of-this-test-only-0123456789');
let google: TestProvider;
let county: TestProvider;
let test: TestApp;
let close: TestAppWithProviders['close'];
let passwordHash: string;
beforeAll(async () => {
  ({ test, google, county, close } = await buildTestAppWithProviders({ OIDC_COUNTY_LOG_OUT: '1' }));
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => close());

/** A new, connected person, whose subject is the provider's current one. */
async function connected(provider = google, id = 'google') {
  const person = await createPerson(test, { passwordHash });
  await connect(test, provider, person.email, id);
  return person;
}

/** Signs in once more, in a provider's session with this id. */
async function open(sid?: string): Promise<string> {
  google.wrong = { claims: { sid } };
  const session = signedIn((await new Browser(test).visit()).ok());
  google.wrong = {};
  return session.token.auth_token;
}

const isIn = async (token: string) => (await test.call(peopleRoutes.myProfile, { token })).status === 200;

let messages = 0;
function claimsOf(more: object = {}) {
  const now = Math.floor(Date.now() / 1000);
  messages += 1;
  const times = { iat: now, exp: now + 120 };
  return {
    iss: google.issuer,
    aud: CLIENT,
    ...times,
    jti: `message-${messages}`,
    events: { [EVENT]: {} },
    ...more,
  };
}

const send = async (body: string, id = 'google') =>
  (
    await test.call(providerRoutes.endProviderSessions, {
      params: { provider: id },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  ).status;
const sendLogout = (token: string, id?: string) =>
  send(new URLSearchParams({ logout_token: token }).toString(), id);

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = (claims: object) => `${part({ alg: 'none', ...HEADER })}.${part(claims)}.`;

it('ends every session that a subject has opened, and no other', async () => {
  const person = await connected();
  const { sub } = google.person;
  const own = [await open('first'), await open()];
  const byPassword = await signIn(test, person.email);
  const other = await connected();
  const others = await open();
  expect(other.id).not.toBe(person.id);
  expect(await sendLogout(await google.sign(claimsOf({ sub }), HEADER))).toBe(200);
  expect(await Promise.all(own.map(isIn))).toEqual([false, false]);
  expect(await Promise.all([byPassword, others].map(isIn))).toEqual([true, true]);
});

it('ends the sessions of one session there, however long its name is', async () => {
  await connected();
  const { sub } = google.person;
  const long = 'of-the-staff-room-'.repeat(20);
  const [here, there] = [await open(long), await open('of-the-telephone')];
  expect(await sendLogout(await google.sign(claimsOf({ sub, sid: 'of-nobody' }), HEADER))).toBe(200);
  expect(await Promise.all([here, there].map(isIn))).toEqual([true, true]);
  expect(await sendLogout(await google.sign(claimsOf({ sid: long }), HEADER))).toBe(200);
  expect(await Promise.all([here, there].map(isIn))).toEqual([false, true]);
  expect(
    await sendLogout(await google.sign(claimsOf({ sub: 'another', sid: 'of-the-telephone' }), HEADER)),
  ).toBe(200);
  expect(await isIn(there)).toBe(true);
});

it('takes each message once', async () => {
  await connected();
  const { sub } = google.person;
  const logoutToken = await google.sign(claimsOf({ sub }), HEADER);
  expect(await sendLogout(logoutToken)).toBe(200);
  const next = await open();
  expect(await sendLogout(logoutToken)).toBe(400);
  // Only one of two simultaneous tokens counts.
  const twice = await google.sign(claimsOf({ sub: 'nobody' }), HEADER);
  expect((await Promise.all([sendLogout(twice), sendLogout(twice)])).sort()).toEqual([200, 400]);
  expect(await isIn(next)).toBe(true);
});

it('ends nothing by a message that is not a provider’s to us', async () => {
  await connected();
  const { sub } = google.person;
  const token = await open();
  const claims = claimsOf({ sub });
  const { jti: _, ...withoutId } = claims;
  const { exp: __, ...withoutEnd } = claims;
  const bad: readonly object[] = [
    { ...claims, nonce: 'an-id-token' },
    { ...claims, iss: county.issuer },
    { ...claims, aud: 'another-client' },
    { ...claims, exp: claims.iat - 120 },
    { ...claims, events: {} },
    { ...claims, events: { [EVENT]: 'yes' } },
    { ...claims, sub: undefined },
    { ...claims, iat: claims.iat + 600, exp: claims.exp + 600 },
    withoutId,
    withoutEnd,
  ];
  for (const each of bad) expect(await sendLogout(await google.sign({ ...each }, HEADER))).toBe(400);
  // The type of an ID token, or any other.
  for (const typ of ['at+jwt', 'jwt', 'JWT'])
    expect(await sendLogout(await google.sign(claims, { typ }))).toBe(400);
  expect(await sendLogout(await google.sign(claims))).toBe(400);
  expect(await sendLogout(await county.sign(claims, HEADER))).toBe(400);
  expect(await sendLogout(unsigned(claims))).toBe(400);
  // Signed with the secret that both sides know.
  const { SignJWT } = await import('jose');
  const shared = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', ...HEADER });
  expect(await sendLogout(await shared.sign(MADE_UP_KEY))).toBe(400);
  const right = await google.sign(claims, HEADER);
  expect(await sendLogout(`${right.slice(0, -4)}AAAA`)).toBe(400);
  // Sent to another provider's address.
  expect(await sendLogout(right, 'county')).toBe(400);
  expect(await sendLogout('nonsense')).toBe(400);
  expect(await send('')).toBe(400);
  expect(await isIn(token)).toBe(true);
  expect(await sendLogout(right)).toBe(200);
  expect(await isIn(token)).toBe(false);
});

it('leads to the provider’s own page for it where the operator wants that', async () => {
  const { email } = await connected(county, 'county');
  const token = await signIn(test, email);
  const leave = (provider: string) =>
    test.call(providerRoutes.logOutAtProvider, { token, params: { provider } });
  const address = new URL((await leave('county')).ok().address ?? '');
  expect(address.origin).toBe(county.issuer);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: CLIENT,
    post_logout_redirect_uri: `${PUBLIC_URL}/`,
    logout_hint: email,
  });
  expect((await leave('google')).ok().address).toBeNull();
  expect((await leave('nobody')).status).toBe(404);
});
