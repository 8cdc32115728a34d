import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { CODE_REQUIRED, CONFIRM_NEEDED, ERROR_MESSAGES } from '#contract/errors.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { PEOPLE_MESSAGES, peopleRoutes, SESSION_LIFETIME } from '#contract/people.ts';
import { SUDO_MS } from '#contract/route.ts';
import { schoolRoutes } from '#contract/school.ts';
import { AT_PROVIDER_MS, PROVIDER_MESSAGES, providerRoutes } from '#contract/sign-in/providers.ts';
import { secondFactorRoutes } from '#contract/sign-in/second-factor.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { TRUSTED_MS, twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import { users } from '#server/platform/db/schema/core.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import {
  createPerson,
  createSchool,
  createStaff,
  freshEmail,
  invitedToken,
  PASSWORD,
  setPasswordHash,
  signIn,
  type TestPerson,
} from '#test/factories.ts';
import { TestProvider } from '#test/open-id-provider.ts';
import {
  asked,
  Browser,
  beAt,
  buildTestAppWithProviders,
  connect,
  PUBLIC_URL,
  signedIn,
  type TestAppWithProviders,
} from '#test/provider-visits.ts';
import { turnTwoStepOn } from '#test/two-step.ts';

const MICROSOFT_PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad';
let google: TestProvider;
let county: TestProvider;
let test: TestApp;
let close: TestAppWithProviders['close'];
let passwordHash: string;
beforeAll(async () => {
  ({ test, google, county, close } = await buildTestAppWithProviders());
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => close());

beforeEach(() => {
  for (const each of [google, county]) {
    each.wrong = {};
    each.isDenied = false;
  }
});

const personWithPassword = (changes: object = {}) => createPerson(test, { passwordHash, ...changes });

/** A person with a connected identity. */
async function connected(changes: object = {}): Promise<TestPerson> {
  const person = await personWithPassword(changes);
  await connect(test, google, person.email);
  return person;
}

describe('signing in', () => {
  it('asks an address that has an account for its password once, then signs in', async () => {
    const school = await createSchool(test);
    await setPasswordHash(test, school.owner.id, passwordHash);
    beAt(google, { email: school.owner.email });
    const browser = new Browser(test);
    const { step, email } = asked((await browser.visit()).ok(), 'password');
    expect(email).toBe(school.owner.email);
    const wrong = await browser.step('password', { step, password: 'Not th1s one' });
    expect([wrong.status, wrong.error().error_message]).toEqual([400, ERROR_MESSAGES.login]);
    const { session } = (await browser.step('password', { step, password: PASSWORD })).ok();
    expect(session.user.data.id).toBe(school.owner.id);
    expect((await browser.step('password', { step, password: PASSWORD })).error().error_message).toBe(
      PROVIDER_MESSAGES.over,
    );
    expect(await test.subjectsTo(school.owner.email)).toEqual(['Google was connected: Inkwell']);
    const params = { id: school.id };
    const { auth_token } = session.token;
    const log = (await test.call(auditRoutes.auditLog, { token: auth_token, params })).ok();
    expect(log.audit_log.data.slice(0, 2).map(({ attributes }) => attributes)).toMatchObject([
      { action: 'logged_in', details: { by: 'Google' } },
      { action: 'provider_connected', subject: `Google (${email})` },
    ]);
    // The mail names the account at the provider.
    expect(test.mail.to(school.owner.email)[0]?.text).toContain(`Google account ${email} signs in`);
    // From now on the subject decides: the address there may change.
    google.person = { ...google.person, email: freshEmail() };
    const again = signedIn((await new Browser(test).visit()).ok());
    expect(again.user.data.id).toBe(school.owner.id);
    const token = again.token.auth_token;
    // The way that opened each session, whatever came later.
    await signIn(test, school.owner.email);
    const { sessions } = (await test.call(sessionRoutes.listSessions, { token })).ok();
    const here = sessions.data.find(({ attributes }) => attributes.current)?.attributes;
    expect(here).toMatchObject({ way: 'provider', provider: 'Google', second_step: 'none' });
    expect((await test.call(peopleRoutes.myProfile, { token })).status).toBe(200);
  });

  it('asks for the code as well, and connects only after it', async () => {
    const person = await personWithPassword();
    const { recoveryCodes } = await turnTwoStepOn(test, person.token);
    beAt(google, { email: person.email });
    const browser = new Browser(test);
    const { step } = asked((await browser.visit()).ok(), 'password');
    const refused = (await browser.step('password', { step, password: PASSWORD })).error();
    expect(refused.error_code).toBe(CODE_REQUIRED);
    asked((await new Browser(test).visit()).ok(), 'password');
    const body = { step: refused.second_step, recovery_code: recoveryCodes[0] };
    (await test.call(twoStepRoutes.secondStep, { body })).ok();
    // The provider itself is a second factor: no code is required any more.
    signedIn((await new Browser(test).visit()).ok());
  });

  it('knows nobody by an address that the provider does not vouch for, and tells nobody whether it has an account', async () => {
    const person = await connected();
    const other = freshEmail();
    for (const email of [person.email, other]) {
      beAt(google, { email, email_verified: false });
      const browser = new Browser(test);
      const { step } = asked((await browser.visit()).ok(), 'password');
      const wrong = await browser.step('password', { step, password: 'Not th1s one' });
      expect([wrong.status, wrong.text]).toEqual([
        400,
        JSON.stringify({ error_message: ERROR_MESSAGES.login }),
      ]);
    }
  });

  it('takes a second tenant with the same address and subject for somebody else', async () => {
    const person = await connected();
    const { sub } = google.person;
    // A tenant's administrator can write any address: only the provider's own word on the domain counts.
    beAt(google, { sub, email: person.email, tid: 'another-tenant' });
    asked((await new Browser(test).visit()).ok(), 'password');
    // Microsoft's claims count only from Microsoft.
    for (const tid of ['another-tenant', MICROSOFT_PERSONAL]) {
      beAt(google, { sub, email: freshEmail(), email_verified: false, tid, xms_edov: true });
      asked((await new Browser(test).visit()).ok(), 'password');
    }
  });

  it('believes no ID token of the future', async () => {
    await connected();
    google.wrong = { claims: { iat: Math.floor(Date.now() / 1000) + 3600 } };
    expect((await new Browser(test).visit()).status).toBe(400);
    google.wrong = {};
  });

  it.each([
    [{}, false],
    [{ amr: ['pwd'] }, false],
    [{ amr: 'mfa' }, false],
    [{ acr: '0' }, false],
    [{ amr: ['pwd', 'otp'] }, true],
    [{ amr: ['mfa'] }, true],
    [{ acr: 'phr' }, true],
  ])('counts as two factors what the provider says: %j', async (claims, isStrong) => {
    const { owner, id } = await createSchool(test);
    const set = (hash: string | null) => setPasswordHash(test, owner.id, hash);
    await set(passwordHash);
    await connect(test, county, owner.email, 'county');
    // Without a password only the provider can ask them, so the visit counts as confirmation.
    await set(null);
    county.wrong = { claims };
    const { auth_token: token } = signedIn((await new Browser(test).visit({ id: 'county' })).ok()).token;
    county.wrong = {};
    const rule = { token, params: { id }, body: { rule: 'everybody', days: 7 } };
    const answer = await test.call(secondFactorRoutes.setSecondFactor, rule);
    expect(answer.status).toBe(isStrong ? 204 : 409);
  });

  it('says to a session by the password when two factors are due, whatever the provider said last', async () => {
    const { owner, id } = await createSchool(test);
    await turnTwoStepOn(test, owner.token);
    const call = { token: owner.token, params: { id }, body: { rule: 'everybody', days: 7 } };
    expect((await test.call(secondFactorRoutes.setSecondFactor, call)).status).toBe(204);
    const dueAt = new Date(test.clock.now().getTime() + 7 * DAY_MS).toISOString();
    const { email } = await createStaff(test, id, 'editor', { passwordHash });
    await connect(test, county, email, 'county');
    county.wrong = { claims: { amr: ['mfa'] } };
    const { auth_token } = signedIn((await new Browser(test).visit({ id: 'county' })).ok()).token;
    const states = [auth_token, await signIn(test, email)].map(
      async (token) => (await test.call(twoStepRoutes.readTwoStep, { token })).ok().two_step.due_at,
    );
    expect(await Promise.all(states)).toEqual([null, dueAt]);
  });

  it('asks the provider again after a week, however much a session is used', async () => {
    await connected();
    const { auth_token: token } = signedIn((await new Browser(test).visit()).ok()).token;
    const isIn = async () => (await test.call(peopleRoutes.myProfile, { token })).status;
    for (let day = 0; day < 6; day += 1) {
      test.clock.advance(DAY_MS);
      expect(await isIn()).toBe(200);
    }
    test.clock.advance(DAY_MS);
    expect(await isIn()).toBe(401);
  });

  it('asks the provider to ask again once a trusted computer would, and judges when it did', async () => {
    const left = new URL(await new Browser(test).leave({ id: 'county' }));
    expect(left.searchParams.get('max_age')).toBe(String(TRUSTED_MS / 1000));
    await connected();
    const at = async (ago: number) => {
      google.wrong = { claims: { auth_time: Math.floor((test.clock.now().getTime() - ago) / 1000) } };
      const outcome = (await new Browser(test).visit()).ok();
      google.wrong = {};
      const { auth_token: token } = signedIn(outcome).token;
      return { token, remember: outcome.outcome === 'signed_in' && outcome.remember };
    };
    const recent = await at(TRUSTED_MS - DAY_MS);
    const old = await at(TRUSTED_MS + DAY_MS);
    expect([recent.remember, old.remember]).toEqual([true, false]);
    test.clock.advance(SESSION_LIFETIME.plain);
    const isIn = async (token: string) => (await test.call(peopleRoutes.myProfile, { token })).status;
    expect([await isIn(recent.token), await isIn(old.token)]).toEqual([200, 401]);
  });

  it('counts no two factors that the provider asked for longer ago than a trusted computer would', async () => {
    const { owner, id } = await createSchool(test);
    await setPasswordHash(test, owner.id, passwordHash);
    await connect(test, county, owner.email, 'county');
    await setPasswordHash(test, owner.id, null);
    const set = async (ago: number) => {
      const auth_time = Math.floor((test.clock.now().getTime() - ago) / 1000);
      county.wrong = { claims: { amr: ['pwd', 'otp'], auth_time } };
      const { auth_token: token } = signedIn((await new Browser(test).visit({ id: 'county' })).ok()).token;
      const rule = { token, params: { id }, body: { rule: 'everybody', days: 7 } };
      return (await test.call(secondFactorRoutes.setSecondFactor, rule)).status;
    };
    expect([await set(TRUSTED_MS + DAY_MS), await set(TRUSTED_MS - DAY_MS)]).toEqual([409, 204]);
    const ahead = Math.floor(test.clock.now().getTime() / 1000) + 3600;
    county.wrong = { claims: { auth_time: ahead } };
    expect((await new Browser(test).visit({ id: 'county' })).status).toBe(400);
  });

  it('begins an account for an address that nobody has, once', async () => {
    const email = beAt(google);
    const browser = new Browser(test);
    const { step } = asked((await browser.visit()).ok(), 'no_account');
    expect((await new Browser(test).step('account', { step })).error().error_message).toBe(
      PROVIDER_MESSAGES.over,
    );
    const { session } = (await browser.step('account', { step })).ok();
    expect(session.user.data.attributes).toMatchObject({ email, role: null, status: 'ACTIVE' });
    expect((await browser.step('account', { step })).status).toBe(400);
    expect(signedIn((await new Browser(test).visit()).ok()).user.data.id).toBe(session.user.data.id);
    // There is no password to guess.
    const guess = await test.call(peopleRoutes.login, { body: { user: { email, password: PASSWORD } } });
    expect(guess.error().error_message).toBe(ERROR_MESSAGES.login);
    beAt(county, { email });
    const other = await new Browser(test).visit({ id: 'county' });
    expect(other.error().error_message).toBe(PROVIDER_MESSAGES.otherWay('Kent County'));
  });

  it('lets nobody in whose account is not finished or whose school is closed', async () => {
    const unfinished = await createPerson(test, { status: 'INACTIVE' });
    beAt(google, { email: unfinished.email });
    expect((await new Browser(test).visit()).error().error_message).toBe(PROVIDER_MESSAGES.inactive);
    const closed = await createSchool(test, { closesAt: new Date(test.clock.now().getTime() + 86_400_000) });
    const editor = await createStaff(test, closed.id, 'editor', { passwordHash });
    beAt(google, { email: editor.email });
    const browser = new Browser(test);
    const { step } = asked((await browser.visit()).ok(), 'password');
    expect((await browser.step('password', { step, password: PASSWORD })).status).toBe(403);
    asked((await new Browser(test).visit()).ok(), 'password');
  });

  it('takes an invitation up after the password of the account that has its address', async () => {
    const person = await personWithPassword();
    const { owner, id } = await createSchool(test);
    const invite = { first_name: 'Ivy', last_name: 'Walker', role: 'editor', email: person.email };
    (await test.call(inviteRoutes.createInvite, { token: owner.token, body: { invite } })).ok();
    const link = await invitedToken(test, person.email);
    const there = beAt(google);
    const browser = new Browser(test);
    const { step, email } = asked((await browser.visit({ invite: link })).ok(), 'password');
    expect(email).toBe(person.email);
    // The proven address is not this account's.
    expect((await browser.step('account', { step })).error().error_message).toBe(PROVIDER_MESSAGES.over);
    const wrong = await browser.step('password', { step, password: 'Not th1s one' });
    expect(wrong.error().error_message).toBe(ERROR_MESSAGES.login);
    const { session } = (await browser.step('password', { step, password: PASSWORD })).ok();
    expect(session.user.data).toMatchObject({ id: person.id, attributes: { role: 'editor' } });
    const joined = await test.call(schoolRoutes.mySchool, { token: session.token.auth_token });
    expect(joined.ok().school.data?.id).toBe(id);
    const own = await test.call(providerRoutes.listProviders, { token: session.token.auth_token });
    expect(own.ok().providers[0]?.connected?.email).toBe(there);
    await test.jobs.settled();
    expect(test.mail.to(person.email).at(-1)?.text).toContain(`Google account ${there} signs in`);
  });

  it('lets somebody into their account whose invitation has ended meanwhile', async () => {
    const person = await personWithPassword();
    const { owner } = await createSchool(test);
    const invite = { first_name: 'Ivy', last_name: 'Walker', role: 'editor', email: person.email };
    const made = await test.call(inviteRoutes.createInvite, { token: owner.token, body: { invite } });
    const link = await invitedToken(test, person.email);
    beAt(google);
    const browser = new Browser(test);
    const { step } = asked((await browser.visit({ invite: link })).ok(), 'password');
    const { data } = made.ok().invite;
    (await test.call(inviteRoutes.withdrawInvite, { token: owner.token, params: { id: data.id } })).ok();
    const { session } = (await browser.step('password', { step, password: PASSWORD })).ok();
    expect(session.user.data.attributes.role).toBeNull();
  });

  it('takes an invitation up with its address at the provider, without a password', async () => {
    const { owner } = await createSchool(test);
    const email = freshEmail();
    const invite = { first_name: 'Ivy', last_name: 'Walker', role: 'editor', email };
    (await test.call(inviteRoutes.createInvite, { token: owner.token, body: { invite } })).ok();
    const link = await invitedToken(test, email);
    beAt(google);
    const made = await new Browser(test).visit({ invite: 'x'.repeat(43) });
    expect(made.error().error_message).toBe(PEOPLE_MESSAGES.deadInvitation);
    const other = freshEmail();
    beAt(google, { email: other });
    expect((await new Browser(test).visit({ invite: link })).error().error_message).toBe(
      PROVIDER_MESSAGES.otherInvited('Google', email, other),
    );
    // Anybody can write any address there: the link alone would be enough.
    beAt(google, { email, email_verified: false });
    expect((await new Browser(test).visit({ invite: link })).error().error_message).toBe(
      PROVIDER_MESSAGES.unprovenInvited('Google', email),
    );
    beAt(google, { email });
    const { user } = signedIn((await new Browser(test).visit({ invite: link })).ok());
    expect(user.data.attributes).toMatchObject({
      email,
      role: 'editor',
      status: 'ACTIVE',
      first_name: 'Ivy',
    });
    expect(signedIn((await new Browser(test).visit()).ok()).user.data.id).toBe(user.data.id);
    beAt(google);
    expect((await new Browser(test).visit({ invite: link })).error().error_message).toBe(
      PEOPLE_MESSAGES.deadInvitation,
    );
  });
});

describe('an answer that is not to be trusted', () => {
  const untrusted = [
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'another-client' } }],
    ['another nonce', { claims: { nonce: 'of-another-visit' } }],
    ['an expired token', { claims: { exp: 1_000_000_000, iat: 999_999_000 } }],
    ['an unsigned token', { isUnsigned: true }],
    ['an unknown key', { header: { kid: 'unknown' } }],
  ] as const;
  it.each(untrusted)('with %s signs nobody in', async (_, wrong) => {
    await connected();
    google.wrong = wrong;
    const answer = await new Browser(test).visit();
    expect([answer.status, answer.error().error_message]).toEqual([
      400,
      PROVIDER_MESSAGES.untrusted('Google'),
    ]);
    google.wrong = {};
    signedIn((await new Browser(test).visit()).ok());
  });

  it('is used once, in time, by the browser that has begun it', async () => {
    await connected();
    const browser = new Browser(test);
    const other = new Browser(test);
    await other.leave();
    const answer = await google.answer(await browser.leave());
    const over = async (from: Browser, body: object) => (await from.finish(body)).error().error_message;
    expect(await over(other, answer)).toBe(PROVIDER_MESSAGES.over);
    expect(await over(new Browser(test), answer)).toBe(PROVIDER_MESSAGES.over);
    expect(await over(browser, { ...answer, state: 'made-up' })).toBe(PROVIDER_MESSAGES.over);
    // A second tab of the same browser does not disturb the first.
    await browser.leave();
    signedIn((await browser.finish(answer)).ok());
    expect(await over(browser, answer)).toBe(PROVIDER_MESSAGES.over);
    const late = await google.answer(await browser.leave());
    test.clock.advance(AT_PROVIDER_MS);
    expect(await over(browser, late)).toBe(PROVIDER_MESSAGES.over);
  });

  it('does not count for another provider', async () => {
    beAt(county);
    const browser = new Browser(test);
    const answer = await county.answer(await browser.leave({ id: 'county' }));
    expect((await browser.finish(answer, 'google')).error().error_message).toBe(PROVIDER_MESSAGES.over);
    // An attacker leads the browser from Google to the county: the county's answer names itself (RFC 9207).
    const { state } = await google.answer(await browser.leave());
    const mixed = await browser.finish({ ...answer, state });
    expect(mixed.error().error_message).toBe(PROVIDER_MESSAGES.untrusted('Google'));
  });

  it('does not count for another visit, even at the same provider', async () => {
    await connected();
    const [browser, other] = [new Browser(test), new Browser(test)];
    const { state } = await google.answer(await browser.leave());
    const answer = await google.answer(await other.leave());
    const injected = await browser.finish({ ...answer, state });
    expect(injected.error().error_message).toBe(PROVIDER_MESSAGES.over);
  });

  it('binds the browser by a cookie that other sites and scripts cannot send or read', async () => {
    const begun = await test.call(providerRoutes.beginProvider, { params: { provider: 'google' }, body: {} });
    expect(String(begun.headers['set-cookie'])).toMatch(
      /^at_provider=[\w-]{43}; Path=\/api\/v1\/authorization; Max-Age=1200; HttpOnly; SameSite=Strict$/,
    );
    const address = new URL(begun.ok().address);
    expect(address.searchParams.get('redirect_uri')).toBe(`${PUBLIC_URL}/sign-in/google`);
    expect(address.searchParams.get('code_challenge_method')).toBe('S256');
  });

  it('follows new keys at once', async () => {
    await connected();
    await google.rotateKeys();
    signedIn((await new Browser(test).visit()).ok());
  });

  it('says so if somebody has said no there, or the provider is away', async () => {
    google.isDenied = true;
    const denied = await new Browser(test).visit();
    expect([denied.status, denied.error().error_message]).toEqual([400, PROVIDER_MESSAGES.refused('Google')]);
    google.isDenied = false;
    const away = await TestProvider.start(`${PUBLIC_URL}/sign-in/away`);
    const second = await buildTestApp({
      PUBLIC_URL,
      OIDC_PROVIDERS: 'away',
      ...away.variables('away'),
      OIDC_AWAY_NAME: 'Away',
    });
    await away.close();
    const params = { provider: 'away' };
    const answer = await second.call(providerRoutes.beginProvider, { params, body: {} });
    expect([answer.status, answer.error().error_message]).toEqual([503, PROVIDER_MESSAGES.away('Away')]);
    await second.close();
  });
});

describe('somebody who is signed in', () => {
  it('is asked again by us after a visit that may have asked nothing, unless we cannot', async () => {
    const person = await personWithPassword();
    const token = await signIn(test, person.email);
    beAt(google);
    const browser = new Browser(test);
    (await browser.visit({ row: 'connect', token })).ok();
    const byGoogle = async () => signedIn((await new Browser(test).visit()).ok()).token.auth_token;
    const change = async (by: string) =>
      await test.call(peopleRoutes.updateProfile, { token: by, body: { user: { email: freshEmail() } } });
    expect((await change(await byGoogle())).error().error_code).toBe(CONFIRM_NEEDED);
    const bare = { passwordHash: null };
    await test.context.database.orm().update(users).set(bare).where(eq(users.id, person.id));
    expect((await change(await byGoogle())).status).toBe(200);
  });

  it('connects and disconnects, and keeps the last way to sign in', async () => {
    const person = await personWithPassword();
    const token = await signIn(test, person.email);
    const list = async () => (await test.call(providerRoutes.listProviders, { token })).ok();
    expect(await list()).toMatchObject({
      has_password: true,
      providers: [{ id: 'google', connected: null }, {}],
    });
    const email = beAt(google);
    const browser = new Browser(test);
    expect((await browser.visit({ row: 'connect', token })).ok()).toEqual({ outcome: 'connected' });
    expect((await list()).providers[0]).toMatchObject({ name: 'Google', connected: { email } });
    const byGoogle = signedIn((await new Browser(test).visit()).ok()).token.auth_token;
    const stranger = await personWithPassword();
    const taken = await new Browser(test).visit({ row: 'connect', token: stranger.token });
    expect([taken.status, taken.error().error_message]).toEqual([409, PROVIDER_MESSAGES.taken('Google')]);
    beAt(google);
    const second = await new Browser(test).visit({ row: 'connect', token });
    expect(second.error().error_message).toBe(PROVIDER_MESSAGES.hasOne('Google'));
    const off = () => test.call(providerRoutes.disconnectProvider, { token, params: { provider: 'google' } });
    const set = (hash: string | null) => setPasswordHash(test, person.id, hash);
    await set(null);
    expect((await off()).error().error_message).toBe(PROVIDER_MESSAGES.lastWay);
    await set(passwordHash);
    expect((await off()).status).toBe(204);
    expect((await test.call(peopleRoutes.myProfile, { token: byGoogle })).status).toBe(401);
    expect((await list()).providers[0]?.connected).toBeNull();
    expect(await test.subjectsTo(person.email)).toEqual([
      'Google was connected: Inkwell',
      'Google was disconnected: Inkwell',
    ]);
    const notices = test.mail.to(person.email).map(({ text }) => text);
    expect(notices.every((text) => text.includes(`Google account ${email}`))).toBe(true);
  });

  it('confirms who it is at the provider, with their own account and just now', async () => {
    const person = await connected();
    const own = google.person;
    const token = signedIn((await new Browser(test).visit()).ok()).token.auth_token;
    const off = () => test.call(providerRoutes.disconnectProvider, { token, params: { provider: 'google' } });
    test.clock.advance(SUDO_MS + 1);
    expect((await off()).error()).toMatchObject({
      error_code: CONFIRM_NEEDED,
      ways: ['password', 'provider'],
    });
    beAt(google, { email: person.email });
    const other = await new Browser(test).visit({ row: 'confirm', token });
    expect(other.error().error_message).toBe(PROVIDER_MESSAGES.someoneElse('Google'));
    google.person = own;
    const hourAgo = Math.floor(Date.now() / 1000) - 3600;
    google.wrong = { claims: { auth_time: hourAgo } };
    const early = await new Browser(test).visit({ row: 'confirm', token });
    expect(early.error().error_message).toBe(PROVIDER_MESSAGES.notAnew('Google'));
    expect((await off()).status).toBe(403);
    google.wrong = {};
    expect((await new Browser(test).visit({ row: 'confirm', token })).ok()).toEqual({ outcome: 'confirmed' });
    expect((await off()).status).toBe(204);
  });

  it('is not made to connect somebody else’s account, nor to sign in by it', async () => {
    const attacker = await personWithPassword();
    const victim = await personWithPassword();
    const victims = new Browser(test);
    await victims.leave({ row: 'connect', token: victim.token });
    beAt(google);
    const attackers = new Browser(test);
    for (const how of [{ row: 'connect', token: attacker.token }, {}] as const) {
      const answer = await google.answer(await attackers.leave(how));
      expect((await victims.finish(answer)).error().error_message).toBe(PROVIDER_MESSAGES.over);
    }
    const { providers } = (await test.call(providerRoutes.listProviders, { token: victim.token })).ok();
    expect(providers[0]?.connected).toBeNull();
  });

  it('connects nothing once they are signed out', async () => {
    const person = await personWithPassword();
    const token = await signIn(test, person.email);
    beAt(google);
    const browser = new Browser(test);
    const answer = await google.answer(await browser.leave({ row: 'connect', token }));
    await test.call(peopleRoutes.logout, { token });
    expect((await browser.finish(answer)).error().error_message).toBe(PROVIDER_MESSAGES.over);
  });
});
