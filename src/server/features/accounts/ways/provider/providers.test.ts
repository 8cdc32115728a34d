import { describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { CODE_REQUIRED, ERROR_MESSAGES } from '#contract/errors.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { PEOPLE_MESSAGES, peopleRoutes, SESSION_LIFETIME } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { PROVIDER_MESSAGES, providerRoutes } from '#contract/sign-in/providers.ts';
import { secondFactorRoutes } from '#contract/sign-in/second-factor.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { TRUSTED_MS, twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import {
  createPerson,
  createSchool,
  createStaff,
  freshEmail,
  invitedToken,
  PASSWORD,
  setPasswordHash,
  signIn,
} from '#test/factories.ts';
import {
  connected,
  county,
  google,
  passwordHash,
  personWithPassword,
  signInAtProviders,
  test,
} from '#test/provider-app.ts';
import { asked, Browser, beAt, connect, signedIn } from '#test/provider-visits.ts';
import { turnTwoStepOn } from '#test/two-step.ts';

signInAtProviders();

const MICROSOFT_PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad';

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
