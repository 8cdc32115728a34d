import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { peopleRoutes } from '#contract/people.ts';
import { PROVIDER_MESSAGES, providerRoutes } from '#contract/sign-in/providers.ts';
import { secondFactorRoutes } from '#contract/sign-in/second-factor.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import { createSchool, PASSWORD, setPasswordHash, type TestSchool } from '#test/factories.ts';
import {
  Browser,
  buildTestAppWithProviders,
  connect,
  signedIn,
  type TestAppWithProviders,
} from '#test/provider-visits.ts';

/** A provider that signs anything: false claims open nothing, carry no more weight, and break nothing. */

const COUNTY = { id: 'county' };
const HOUR = 3600;

let at: TestAppWithProviders;
let school: TestSchool;
let passwordHash: string;
beforeAll(async () => {
  at = await buildTestAppWithProviders();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => at.close());
beforeEach(async () => {
  at.county.wrong = {};
  school = await createSchool(at.test);
  await setPassword(passwordHash);
  await connect(at.test, at.county, school.owner.email, COUNTY.id);
});

const setPassword = (hash: string | null) => setPasswordHash(at.test, school.owner.id, hash);
const seconds = () => Math.floor(at.test.clock.now().getTime() / 1000);
const visit = () => new Browser(at.test).visit(COUNTY);

it.each([
  [{ amr: [['mfa']] }],
  [{ amr: { 0: 'mfa' } }],
  [{ amr: ['MFA'] }],
  [{ amr: ['pwd', 'pin'] }],
  [{ amr: ['otp', 'sms'] }],
  [{ acr: ['phr'] }],
  [{ acr: 'PHR ' }],
  [{ acr: '2' }],
  [{ acr_values: 'phr', amr_values: ['mfa'] }],
])('does not count as two factors by %j', async (claims) => {
  // Without a password only the provider can ask them, so the visit counts as confirmation.
  await setPassword(null);
  at.county.wrong = { claims };
  const { auth_token: token } = signedIn((await visit()).ok()).token;
  const rule = { token, params: { id: school.id }, body: { rule: 'everybody', days: 7 } };
  expect((await at.test.call(secondFactorRoutes.setSecondFactor, rule)).status).toBe(409);
});

it.each([
  ['for two, and not said for whom', () => ({ aud: ['inkwell-test', 'another-client'] })],
  ['for two, and the other one asked', () => ({ aud: ['inkwell-test', 'other'], azp: 'other' })],
  ['for nobody', () => ({ aud: [] })],
  ['of nobody', () => ({ sub: '' })],
  ['of a subject with a NUL', () => ({ sub: 'a\u0000b' })],
  ['of a subject too long', () => ({ sub: 's'.repeat(256) })],
  ['of a number', () => ({ sub: 7 })],
  ['without an end', () => ({ exp: undefined })],
  ['whose times are words', () => ({ iat: 'now', exp: 'later' })],
])('signs nobody in with an ID token %s', async (_, claims) => {
  at.county.wrong = { claims: Object(claims()) };
  const answer = await visit();
  expect([answer.status, answer.error().error_message]).toEqual([
    400,
    PROVIDER_MESSAGES.untrusted('Kent County'),
  ]);
});

it('is believed in nothing that cannot be stored', async () => {
  at.county.wrong = { claims: { sid: 'a\u0000b', tid: 'a\u0000b', name: 'a\u0000b' } };
  expect((await visit()).status).toBe(400);
});

describe('a message that somebody has logged out', () => {
  const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
  let messages = 0;
  const logOutBy = async (claims: object, header: object = { typ: 'logout+jwt' }) => {
    messages += 1;
    const whole = {
      iss: at.county.issuer,
      aud: 'inkwell-test',
      iat: seconds(),
      exp: seconds() + 120,
      jti: `lie-${messages}`,
      sub: String(at.county.person.sub),
      events: { [EVENT]: {} },
      ...claims,
    };
    const logout_token = await at.county.sign(whole, header);
    const answer = await at.test.call(providerRoutes.endProviderSessions, {
      params: { provider: COUNTY.id },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token }).toString(),
    });
    return answer.status;
  };

  it.each([
    ['made an hour before', () => ({ iat: seconds() - HOUR - 120, exp: seconds() + HOUR })],
    ['that never ends', () => ({ exp: 1e17 })],
    ['for others', () => ({ aud: ['another-client'] })],
    ['of a subject with a NUL', () => ({ sub: 'a\u0000b' })],
    ['of a session with a NUL', () => ({ sid: 'a\u0000b' })],
    ['with an id that has a NUL', () => ({ jti: 'a\u0000b' })],
    ['with an id too long', () => ({ jti: 'j'.repeat(10_000) })],
  ])('%s ends nothing', async (_, claims) => {
    const { auth_token: token } = signedIn((await visit()).ok()).token;
    expect(await logOutBy(claims())).toBe(400);
    expect((await at.test.call(peopleRoutes.myProfile, { token })).status).toBe(200);
  });

  it.each([[undefined], ['JWT'], ['logout'], ['application/logout+jwt;x']])(
    'of the type %s ends nothing',
    async (typ) => {
      expect(await logOutBy({}, typ === undefined ? {} : { typ })).toBe(400);
    },
  );
});

it.each([['javascript:alert(document.domain)//'], ['data:text/html,hello'], ['ftp://county.example/']])(
  'leads nobody to %s',
  async (address) => {
    const lying = await buildTestAppWithProviders({ OIDC_COUNTY_LOG_OUT: '1' });
    try {
      const { owner } = await createSchool(lying.test);
      lying.county.wrong = { metadata: { authorization_endpoint: address, end_session_endpoint: address } };
      const params = { provider: COUNTY.id };
      const away = await lying.test.call(providerRoutes.beginProvider, { params, body: {} });
      expect(away.status).toBe(400);
      const out = await lying.test.call(providerRoutes.logOutAtProvider, { token: owner.token, params });
      expect(out.status).toBe(400);
    } finally {
      await lying.close();
    }
  },
);
