import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { CODE_REQUIRED, CONFIRM_NEEDED, ERROR_MESSAGES } from '#contract/errors.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { peopleRoutes, SESSION_LIFETIME } from '#contract/people.ts';
import { SUDO_MS } from '#contract/route.ts';
import { confirmRoutes } from '#contract/sign-in/confirming.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { SECOND_STEP_MS, TRUSTED_MS, TWO_STEP_MESSAGES, twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { CODE_MESSAGES } from '#contract/sign-in/ways/code.ts';
import { RECOVERY_CODE_MESSAGES, recoveryCodeWay } from '#contract/sign-in/ways/recovery-code.ts';
import { HOUR_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { openSession } from '#server/data/sessions.ts';
import { periodOf } from '#server/features/accounts/ways/code/app-codes.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import { users } from '#server/platform/db/schema/core.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import {
  A_SESSION,
  createSchool,
  createStaff,
  mailedToken,
  PASSWORD,
  signIn,
  type TestPerson,
  type TestSchool,
} from '#test/factories.ts';
import { beginApp, turnTwoStepOn } from '#test/two-step.ts';
import { turnTwoStepOffFor } from './two-step.ts';

let test: TestApp;
let school: TestSchool;
let person: TestPerson;
let token: string;
let passwordHash: string;
beforeAll(async () => {
  test = await buildTestApp();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(async () => await test.close());

async function begin(): Promise<void> {
  school = await createSchoolWithPassword();
  person = school.owner;
  token = await signIn(test, person.email);
}

async function createSchoolWithPassword(): Promise<TestSchool> {
  const made = await createSchool(test);
  const { database } = test.context;
  await database.orm().update(users).set({ passwordHash }).where(eq(users.id, made.owner.id));
  return made;
}

const PERIOD_MS = 30_000;
const trySignIn = (more: { cookies?: string; password?: string } = {}) =>
  test.call(peopleRoutes.login, {
    body: { user: { email: person.email, password: more.password ?? PASSWORD } },
    ...(more.cookies !== undefined && { headers: { cookie: more.cookies } }),
  });
const beginStep = async (cookies?: string) =>
  (await trySignIn(cookies === undefined ? {} : { cookies })).error().second_step ?? '';
const takeStep = (body: object, ip = '192.0.2.1') => test.call(twoStepRoutes.secondStep, { body, ip });
const read = async () => (await test.call(twoStepRoutes.readTwoStep, { token })).ok().two_step;

// RFC 6238, appendix B, SHA-1: it lists eight digits; apps show the last six.
it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('computes codes as RFC 6238 does: %i', (seconds, code) => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const period = Math.floor(seconds / 30);
  const at = (later: number) => new Date((seconds + later) * 1000);
  expect(periodOf(code.slice(2), secret, at(0))).toBe(period);
  expect(periodOf(code.slice(2), secret, at(30))).toBe(period);
  expect(periodOf(code.slice(2), secret, at(-30))).toBe(period);
  expect(periodOf(code.slice(2), secret, at(90))).toBeNull();
});

describe('setting it up', () => {
  beforeEach(begin);

  it('asks again who it is, counts once a code has come, and notifies the person', async () => {
    test.clock.advance(SUDO_MS + 1);
    expect((await test.call(twoStepRoutes.beginAuthenticator, { token })).error().ways).toEqual(['password']);
    token = await signIn(test, person.email);
    const early = await test.call(twoStepRoutes.confirmAuthenticator, { token, body: { code: '123456' } });
    expect([early.status, early.error().error_message]).toEqual([409, TWO_STEP_MESSAGES.notBegun]);
    const app = await beginApp(test, token);
    // The app must first show that it knows the secret: a picture that was not scanned locks nobody out.
    expect((await trySignIn()).status).toBe(200);
    expect(await read()).toMatchObject({ authenticator: null, passkeys: [], recovery_codes_left: 0 });
    const refused = await test.call(twoStepRoutes.confirmAuthenticator, {
      token,
      body: { code: app.code(9) },
    });
    expect(refused.error().errors).toEqual({ code: [CODE_MESSAGES.wrong] });
    const spaced = app.code().replace(/^.../, '$& ');
    const on = await test.call(twoStepRoutes.confirmAuthenticator, { token, body: { code: spaced } });
    const { recovery_codes } = on.ok();
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/);
    expect(await read()).toMatchObject({
      authenticator: { added_at: test.clock.now().toISOString() },
      passkeys: [],
      recovery_codes_left: 10,
    });
    await test.jobs.settled();
    expect(test.mail.to(person.email).at(-1)?.subject).toBe('Two-step sign-in is on: Inkwell');
    expect(test.mail.to(person.email).at(-1)?.text).toContain('turn two-step sign-in off for you');
    const again = await test.call(twoStepRoutes.beginAuthenticator, { token });
    expect([again.status, again.error().error_message]).toEqual([409, TWO_STEP_MESSAGES.isOn]);
  });

  it('names product and person in the picture, and starts again with another secret', async () => {
    const beginApp = async () => {
      return (await test.call(twoStepRoutes.beginAuthenticator, { token })).ok().authenticator;
    };
    const { secret, uri } = await beginApp();
    expect(decodeURIComponent(uri)).toContain(`otpauth://totp/Inkwell:${person.email}?issuer=Inkwell`);
    expect(uri).toContain(`secret=${secret}`);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect((await beginApp()).secret).not.toBe(secret);
  });

  it('is turned off by whoever proves who they are, by a code too, and forgets everything', async () => {
    const { recoveryCodes, code } = await turnTwoStepOn(test, token);
    test.clock.advance(SUDO_MS + 1);
    const step = await beginStep();
    const off = () => test.call(twoStepRoutes.removeAuthenticator, { token });
    const confirm = (given: string) =>
      test.call(confirmRoutes.confirmPerson, { token, body: { code: given } });
    expect((await off()).error().ways).toEqual(['code', 'recovery_code']);
    const password = { token, body: { password: PASSWORD } };
    expect((await test.call(confirmRoutes.confirmPerson, password)).error().errors).toEqual({
      password: [TWO_STEP_MESSAGES.factorInstead],
    });
    expect((await confirm(code(9))).error().errors).toEqual({ code: [CODE_MESSAGES.wrong] });
    expect((await confirm(code())).status).toBe(204);
    // A code counts once, here too.
    expect((await confirm(code())).status).toBe(400);
    expect((await off()).status).toBe(204);
    expect((await takeStep({ step, recovery_code: recoveryCodes[0] })).error().error_message).toBe(
      TWO_STEP_MESSAGES.stepOver,
    );
    expect((await trySignIn()).status).toBe(200);
    const { audit_log } = (await test.call(auditRoutes.auditLog, { token, params: { id: school.id } })).ok();
    expect(audit_log.data.map(({ attributes }) => attributes.action).slice(0, 3)).toEqual([
      'logged_in',
      'two_step_off',
      'two_step_on',
    ]);
  });
});

describe('a session that has not shown the second factor', () => {
  beforeEach(begin);
  const renew = (session: string) => test.call(twoStepRoutes.renewRecoveryCodes, { token: session });

  it('changes nothing of it, even if it was opened a moment ago', async () => {
    const { code } = await turnTwoStepOn(test, token);
    const weak = await openSession(test.context, school.owner.id, A_SESSION);
    expect((await renew(weak)).error()).toMatchObject({
      error_code: CONFIRM_NEEDED,
      ways: ['code', 'recovery_code'],
    });
    // Each code counts once.
    test.clock.advance(PERIOD_MS);
    const confirm = { token: weak, body: { code: code() } };
    expect((await test.call(confirmRoutes.confirmPerson, confirm)).status).toBe(204);
    expect((await renew(weak)).status).toBe(200);
  });

  it('shows it by a recovery code, too, which is then used up and reported', async () => {
    const [recovery_code = ''] = (await turnTwoStepOn(test, token)).recoveryCodes;
    const weak = await openSession(test.context, school.owner.id, A_SESSION);
    const confirm = (body: object) => test.call(confirmRoutes.confirmPerson, { token: weak, body });
    expect((await confirm({ recovery_code: 'aaaa-aaaa-aaaa-aaaa' })).error().errors).toEqual({
      recovery_code: [RECOVERY_CODE_MESSAGES.wrong],
    });
    expect((await confirm({ recovery_code })).status).toBe(204);
    expect((await confirm({ recovery_code })).status).toBe(400);
    await test.jobs.settled();
    expect(test.mail.to(school.owner.email).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('recovery code'),
    );
    expect((await renew(weak)).status).toBe(200);
  });

  it('is what a session is again once the factor is removed', async () => {
    await turnTwoStepOn(test, token);
    expect((await test.call(twoStepRoutes.removeAuthenticator, { token })).status).toBe(204);
    const { rows } = await test.context.database.query('select is_strong from sessions where user_id = $1', [
      school.owner.id,
    ]);
    expect(rows.map((row) => row.is_strong)).not.toContain(true);
  });

  it('signs a lost computer out for good, and its trust with it', async () => {
    const { recoveryCodes } = await turnTwoStepOn(test, token);
    const lost = await takeStep({ step: await beginStep(), recovery_code: recoveryCodes[0], trust: true });
    const cookie = String(lost.headers['set-cookie']);
    const { sessions } = (await test.call(sessionRoutes.listSessions, { token })).ok();
    const other = sessions.data.find(({ attributes }) => !attributes.current);
    const params = { id: other?.id ?? '' };
    expect((await test.call(sessionRoutes.endSession, { token, params })).status).toBe(204);
    const trusted = /trusted_device=[^;]*/.exec(cookie)?.[0] ?? '';
    expect(trusted).not.toBe('');
    const body = { user: { email: school.owner.email, password: PASSWORD } };
    const again = await test.call(peopleRoutes.login, { body, headers: { cookie: trusted } });
    expect(again.status).toBe(403);
  });
});

describe('a colleague who has lost the phone', () => {
  beforeEach(begin);

  const reset = (id: string) => test.call(inviteRoutes.resetTwoStep, { token, params: { id } });

  it('is let in by the owner alone, signed out everywhere, and both are notified', async () => {
    const colleague = await createStaff(test, school.id, 'editor', { passwordHash });
    expect((await reset(colleague.id)).error().error_message).toBe(TWO_STEP_MESSAGES.isOff);
    await turnTwoStepOn(test, colleague.token);
    const listed = (await test.call(inviteRoutes.listInvites, { token })).ok();
    expect(listed.two_step).toEqual([colleague.id]);
    const { owner: stranger } = await createSchool(test);
    const byStranger = { token: stranger.token, params: { id: colleague.id } };
    expect((await test.call(inviteRoutes.resetTwoStep, byStranger)).status).toBe(404);
    expect((await reset(person.id)).status).toBe(403);
    expect((await reset(colleague.id)).status).toBe(204);
    expect((await test.call(peopleRoutes.myProfile, { token: colleague.token })).status).toBe(401);
    const body = { user: { email: colleague.email, password: PASSWORD } };
    expect((await test.call(peopleRoutes.login, { body })).status).toBe(200);
    await test.jobs.settled();
    const [toColleague, toOwner] = [colleague, person].map(({ email }) => test.mail.to(email).at(-1));
    expect(toColleague?.subject).toBe('Your two-step sign-in was turned off: Inkwell');
    expect(toColleague?.text).toContain('Two-step sign-in of your Inkwell account was turned off');
    expect(toOwner?.subject).toMatch(/^You turned off two-step sign-in of .+: Inkwell$/);
    expect(toOwner?.text).toContain('Your own two-step sign-in stays as it is.');
  });

  it('or is the owner, is let in by the operator', async () => {
    await turnTwoStepOn(test, token);
    expect(await turnTwoStepOffFor(test.context, 'nobody@school.example')).toBe(false);
    expect(await turnTwoStepOffFor(test.context, person.email)).toBe(true);
    expect((await trySignIn()).status).toBe(200);
    expect(await turnTwoStepOffFor(test.context, person.email)).toBe(false);
  });
});

describe('logging in with it', () => {
  beforeEach(begin);

  it('opens no session by the password alone', async () => {
    const { code } = await turnTwoStepOn(test, token);
    const asked = await trySignIn();
    expect([asked.status, asked.error()]).toEqual([
      403,
      {
        error_message: ERROR_MESSAGES.codeRequired,
        error_code: CODE_REQUIRED,
        second_step: expect.any(String),
        ways: ['code'],
      },
    ]);
    expect(asked.headers['set-cookie']).toBeUndefined();
    const step = asked.error().second_step;
    expect((await test.call(peopleRoutes.myProfile, { token: step })).status).toBe(401);
    // The answer is the same whether or not a code would be required.
    expect((await trySignIn({ password: 'Not th1s one' })).error()).toEqual({
      error_message: ERROR_MESSAGES.login,
    });
    const letIn = (await takeStep({ step, code: code(1) })).ok();
    expect((await test.call(peopleRoutes.myProfile, { token: letIn.data.token.auth_token })).status).toBe(
      200,
    );
    expect((await takeStep({ step, code: code(1) })).error().error_message).toBe(TWO_STEP_MESSAGES.stepOver);
  });

  it('takes each code once, of twenty at a time too', async () => {
    const { code } = await turnTwoStepOn(test, token);
    // The code that turned it on is used up.
    expect((await takeStep({ step: await beginStep(), code: code() })).error().errors).toEqual({
      code: [CODE_MESSAGES.wrong],
    });
    test.clock.advance(PERIOD_MS);
    const steps = await Promise.all(Array.from({ length: 8 }, () => beginStep()));
    const answers = await Promise.all(steps.map((step) => takeStep({ step, code: code() })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('takes a recovery code once, and says so', async () => {
    const { recoveryCodes } = await turnTwoStepOn(test, token);
    const typed = recoveryCodes[3]?.toUpperCase().replaceAll('-', ' ');
    const answers = await Promise.all(
      (await Promise.all(Array.from({ length: 5 }, () => beginStep()))).map((step) =>
        takeStep({ step, recovery_code: typed }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect((await read()).recovery_codes_left).toBe(9);
    await test.jobs.settled();
    const notice = test.mail.to(person.email).at(-1);
    expect(notice?.subject).toBe('A recovery code was used: Inkwell');
    expect(notice?.text).toContain('9 of your 10 recovery codes are left.');
    const renewed = await test.call(twoStepRoutes.renewRecoveryCodes, { token });
    const step = await beginStep();
    expect((await takeStep({ step, recovery_code: recoveryCodes[4] })).error().errors).toEqual({
      recovery_code: [RECOVERY_CODE_MESSAGES.wrong],
    });
    expect((await takeStep({ step, recovery_code: renewed.ok().recovery_codes[0] })).status).toBe(200);
  });

  it('reads recovery codes as they are copied from paper', () => {
    expect(recoveryCodeWay.answer.parse(' LOXB-N4DD-JDWD-DT4E ')).toBe('loxbn4ddjdwddt4e');
    expect(recoveryCodeWay.answer.parse('10x8 n4dd jdwd dt4e')).toBe('loxbn4ddjdwddt4e');
    // Newer codes are longer.
    expect(recoveryCodeWay.answer.parse('loxb-n4dd-jdwd-dt4e-abcd-efgh')).toBe('loxbn4ddjdwddt4eabcdefgh');
    for (const wrong of ['loxb-n4dd-jdwd-dt4e-abcd', 'loxb-n4dd'])
      expect(recoveryCodeWay.answer.safeParse(wrong).success).toBe(false);
    expect(recoveryCodeWay.answer.safeParse('loxb n4dd jdwd dt49').error?.issues[0]?.message).toBe(
      RECOVERY_CODE_MESSAGES.form,
    );
  });

  it('limits wrong codes by person, and by network', async () => {
    const { code } = await turnTwoStepOn(test, token);
    const step = await beginStep();
    const statuses: number[] = [];
    for (let tried = 0; tried < 12; tried += 1)
      statuses.push((await takeStep({ step, code: '000000' }, `192.0.2.${tried}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
    expect((await takeStep({ step, code: code(1) })).status).toBe(429);
    test.clock.advance(HOUR_MS + 1);
    expect((await takeStep({ step: await beginStep(), code: code() })).status).toBe(200);
  });

  it('ends the step after ten minutes, with a new password and when all are signed out', async () => {
    const { code } = await turnTwoStepOn(test, token);
    const late = await beginStep();
    test.clock.advance(SECOND_STEP_MS + 1);
    expect((await takeStep({ step: late, code: code() })).error().error_message).toBe(
      TWO_STEP_MESSAGES.stepOver,
    );
    const step = await beginStep();
    await test.call(peopleRoutes.forgotPassword, { body: { email: person.email } });
    const params = { token: await mailedToken(test, person.email) };
    const body = { password: `${PASSWORD} 2`, password_confirmation: `${PASSWORD} 2` };
    expect((await test.call(peopleRoutes.changePassword, { params, body })).ok().session).toBeNull();
    expect((await takeStep({ step, code: code() })).error().error_message).toBe(TWO_STEP_MESSAGES.stepOver);
    // A mailed link changes the password, but not the second step.
    expect((await trySignIn({ password: `${PASSWORD} 2` })).status).toBe(403);
  });

  it('keeps to what was chosen about remembering', async () => {
    const { recoveryCodes } = await turnTwoStepOn(test, token);
    const user = { email: person.email, password: PASSWORD, remember_me: false };
    const { second_step: step } = (await test.call(peopleRoutes.login, { body: { user } })).error();
    const letIn = (await takeStep({ step, recovery_code: recoveryCodes[0] })).ok();
    test.clock.advance(SESSION_LIFETIME.plain + MINUTE_MS);
    const mine = { token: letIn.data.token.auth_token };
    expect((await test.call(peopleRoutes.myProfile, mine)).status).toBe(401);
  });

  it('trusts a computer for thirty days, unless it is turned off or all are signed out', async () => {
    const { code, recoveryCodes } = await turnTwoStepOn(test, token);
    const cookieOf = async (recovery_code: string | undefined) => {
      const answer = await takeStep({ step: await beginStep(), recovery_code, trust: true });
      const cookies = [answer.headers['set-cookie']].flat().map(String);
      const trusted = cookies.find((each) => each.startsWith('trusted_device='));
      expect(trusted).toMatch(
        /Path=\/api\/v1\/authorization\/login; Max-Age=2592000; HttpOnly; SameSite=Strict/,
      );
      return trusted?.split(';', 1)[0] ?? '';
    };
    const cookies = await cookieOf(recoveryCodes[0]);
    expect((await trySignIn({ cookies })).status).toBe(200);
    expect((await trySignIn({ cookies, password: 'Not th1s one' })).status).toBe(400);
    expect((await trySignIn({ cookies: cookies.replace(/.$/, '_') })).status).toBe(403);
    const { owner: other } = await createSchoolWithPassword();
    await turnTwoStepOn(test, await signIn(test, other.email));
    const body = { user: { email: other.email, password: PASSWORD } };
    expect((await test.call(peopleRoutes.login, { body, headers: { cookie: cookies } })).status).toBe(403);
    test.clock.advance(TRUSTED_MS + 1);
    expect((await trySignIn({ cookies })).status).toBe(403);
    const fresh = await cookieOf(recoveryCodes[1]);
    expect((await trySignIn({ cookies: fresh })).status).toBe(200);
    token = (await takeStep({ step: await beginStep(), code: code() })).ok().data.token.auth_token;
    expect((await test.call(sessionRoutes.endSessions, { token })).status).toBe(204);
    expect((await trySignIn({ cookies: fresh })).status).toBe(403);
  });
});
