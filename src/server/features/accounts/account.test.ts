import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONFIRM_NEEDED, ERROR_MESSAGES, PASSWORD_CHANGE_REQUIRED } from '#contract/errors.ts';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { LINK_LIFETIME, PEOPLE_MESSAGES, peopleRoutes } from '#contract/people.ts';
import { SUDO_MS } from '#contract/route.ts';
import { MAILS_PER_HOUR } from '#contract/rules/mail-limits.ts';
import { schoolRoutes } from '#contract/school.ts';
import { confirmRoutes } from '#contract/sign-in/confirming.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';
import { mailedTokens, sessions } from '#server/platform/db/schema/people.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import {
  createPerson,
  createSchool,
  createStaff,
  freshEmail,
  mailedToken,
  PASSWORD,
  registerPerson,
  signIn,
} from '#test/factories.ts';
import { accountMail } from './email-jobs.ts';

const {
  changePassword,
  updatePassword,
  updateProfile,
  confirmEmail,
  readEmailChange,
  resendEmailChange,
  cancelEmailChange,
  forgotPassword,
  register,
  myProfile,
  login,
} = peopleRoutes;
const NEW = 'An0ther quill';
const both = (password: string) => ({ password, password_confirmation: password });

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => await test.close());

async function askForReset(email: string): Promise<string> {
  await test.call(forgotPassword, { body: { email } });
  return await mailedToken(test, email);
}

describe('a link to set a password', () => {
  it('logs in with the first password, once, and not before it is accepted', async () => {
    const email = freshEmail();
    await test.call(register, { body: { user: { email } } });
    const token = await mailedToken(test, email);
    const refused = await test.call(changePassword, { params: { token }, body: both('short') });
    expect(refused.status).toBe(400);
    expect(refused.text).not.toContain('auth_token');
    const answer = (await test.call(changePassword, { params: { token }, body: both(PASSWORD) })).ok();
    expect(answer).toMatchObject({ message: PEOPLE_MESSAGES.passwordChosen, email, welcome: true });
    const { session } = answer;
    expect(session?.user.data.attributes).toMatchObject({ email, status: 'ACTIVE' });
    const signedIn = { token: session?.token.auth_token };
    const sessions = (await test.call(sessionRoutes.listSessions, signedIn)).ok().sessions.data;
    expect(sessions.map(({ attributes }) => attributes.current)).toEqual([true]);
    const again = await test.call(changePassword, { params: { token }, body: both(NEW) });
    expect(again.error().error_message).toBe(ERROR_MESSAGES.deadLink);
    expect((await test.call(myProfile, signedIn)).status).toBe(200);
  });

  it('logs in one of twenty concurrent calls with the first password', async () => {
    const email = freshEmail();
    await test.call(register, { body: { user: { email } } });
    const token = await mailedToken(test, email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        test.call(changePassword, { params: { token }, body: both(`${NEW} ${at}`) }),
      ),
    );
    expect(answers.filter(({ text }) => text.includes('auth_token'))).toHaveLength(1);
  });

  it('does not log in to a school that is being closed', async () => {
    const school = await createSchool(test);
    const person = await createStaff(test, school.id, 'editor', { status: 'INACTIVE' });
    await test.call(register, { body: { user: { email: person.email } } });
    const token = await mailedToken(test, person.email);
    const closed = { closesAt: test.context.clock.now() };
    await test.context.database.orm().update(schools).set(closed).where(eq(schools.id, school.id));
    const answer = (await test.call(changePassword, { params: { token }, body: both(PASSWORD) })).ok();
    expect(answer).toMatchObject({ welcome: true, session: null });
  });

  it('works once, ends all sessions and notifies the person', async () => {
    const email = await registerPerson(test);
    const session = await signIn(test, email);
    const other = await askForReset(email);
    const token = await askForReset(email);
    const answer = (await test.call(changePassword, { params: { token }, body: both(NEW) })).ok();
    expect(answer).toMatchObject({ welcome: false, session: null });
    expect((await test.call(myProfile, { token: session })).status).toBe(401);
    for (const dead of [token, other]) {
      const refused = await test.call(changePassword, { params: { token: dead }, body: both(NEW) });
      expect(refused.status).toBe(400);
      expect(refused.error().error_message).toBe(ERROR_MESSAGES.deadLink);
    }
    expect((await test.call(login, { body: { user: { email, password: PASSWORD } } })).status).toBe(400);
    await signIn(test, email, NEW);
    await test.jobs.settled();
    expect(test.mail.to(email).at(-1)?.subject).toBe('Your Inkwell password was changed');
  });

  it('is used by one of twenty concurrent calls', async () => {
    const token = await askForReset(await registerPerson(test));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        test.call(changePassword, { params: { token }, body: both(`${NEW} ${at}`) }),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  it('stays valid after a refused password or a scanner’s visit', async () => {
    const token = await askForReset(await registerPerson(test));
    for (let at = 0; at < 5; at += 1)
      await test.app.inject({ method: 'GET', url: `/change-password?token=${token}` });
    const short = await test.call(changePassword, { params: { token }, body: both('short') });
    expect(short.error().errors?.password).toEqual([FIELD_MESSAGES.passwordShort]);
    const differ = await test.call(changePassword, {
      params: { token },
      body: { password: NEW, password_confirmation: 'x' },
    });
    expect(differ.error().errors).toEqual({ password_confirmation: [FIELD_MESSAGES.passwordsMatch] });
    (await test.call(changePassword, { params: { token }, body: both(NEW) })).ok();
  });

  it.each([
    ['reset', LINK_LIFETIME.reset],
    ['welcome', LINK_LIFETIME.welcome],
  ])('expires: %s', async (kind, life) => {
    const email = kind === 'reset' ? await registerPerson(test) : freshEmail();
    await test.call(kind === 'reset' ? forgotPassword : register, {
      body: kind === 'reset' ? { email } : { user: { email } },
    });
    const token = await mailedToken(test, email);
    test.clock.advance(life);
    expect(
      (await test.call(changePassword, { params: { token }, body: both(NEW) })).error().error_message,
    ).toBe(ERROR_MESSAGES.deadLink);
  });

  it('is stored only as a hash', async () => {
    const token = await askForReset(await registerPerson(test));
    expect(JSON.stringify(await test.context.database.orm().select().from(mailedTokens))).not.toContain(
      token,
    );
  });

  it('is valid only for its own kind', async () => {
    const token = await askForReset(await registerPerson(test));
    expect((await test.call(confirmEmail, { params: { token } })).status).toBe(400);
    expect(
      (await test.call(register, { body: { user: { email: freshEmail(), invite_token: token } } })).status,
    ).toBe(400);
    (await test.call(changePassword, { params: { token }, body: both(NEW) })).ok();
  });
});

describe('changing one’s password', () => {
  it('needs the current one and ends the other sessions', async () => {
    const email = await registerPerson(test);
    const here = await signIn(test, email);
    const there = await signIn(test, email);
    const wrong = await test.call(updatePassword, {
      token: here,
      body: { existing_password: 'Wrong 1', password: NEW },
    });
    expect(wrong.error().errors).toEqual({ existing_password: [PEOPLE_MESSAGES.wrongPassword] });
    const old = await test.call(updatePassword, {
      token: here,
      body: { old_password: 'Wrong 1', password: NEW },
    });
    expect(old.error().errors).toEqual({ old_password: [PEOPLE_MESSAGES.wrongPassword] });
    const body = { existing_password: PASSWORD, password: NEW, confirm_password: NEW };
    expect((await test.call(updatePassword, { token: here, body })).ok().message).toBe(
      PEOPLE_MESSAGES.passwordUpdated,
    );
    expect((await test.call(myProfile, { token: here })).status).toBe(200);
    expect((await test.call(myProfile, { token: there })).status).toBe(401);
    await signIn(test, email, NEW);
  });

  it('does not let a stolen session guess it', async () => {
    const email = await registerPerson(test);
    const token = await signIn(test, email);
    const guess = (password: string) =>
      test.call(updatePassword, { token, body: { existing_password: password, password: NEW } });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => guess(`Wrong ${at}`)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect((await guess(PASSWORD)).status).toBe(429);
  });

  it('is required first if somebody else has set the password', async () => {
    const email = await registerPerson(test);
    const token = await signIn(test, email);
    await test.context.database
      .orm()
      .update(users)
      .set({ needChangePassword: true })
      .where(eq(users.email, email));
    const refused = await test.call(schoolRoutes.mySchool, { token });
    expect(refused.status).toBe(403);
    expect(refused.error()).toEqual({
      error_message: ERROR_MESSAGES.passwordChange,
      error_code: PASSWORD_CHANGE_REQUIRED,
    });
    expect((await test.call(myProfile, { token })).ok().user.data.attributes.need_change_password).toBe(true);
    (await test.call(updatePassword, { token, body: { existing_password: PASSWORD, password: NEW } })).ok();
    expect((await test.call(schoolRoutes.mySchool, { token })).status).toBe(200);
  });
});

describe('changing one’s details', () => {
  it('changes only the given fields', async () => {
    const { token } = await createPerson(test, { firstName: 'Ada', lastName: 'Byron', telephone: '1' });
    const answer = (
      await test.call(updateProfile, {
        token,
        body: { user: { last_name: '  Lovelace\r\nBcc: x ', telephone: '020 (79) ab' } },
      })
    ).ok();
    expect(answer.user.data.attributes).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace Bcc: x',
      telephone: '02079',
    });
    expect((await test.call(updateProfile, { token, body: { user: {} } })).status).toBe(200);
  });

  it.each([
    'role',
    'status',
    'school_id',
    'id',
    'need_change_password',
    'password_hash',
    'passwordHash',
    'created_at',
  ])('rejects the field %s', async (key) => {
    const { token, id } = await createPerson(test);
    const before = await test.context.database.orm().select().from(users).where(eq(users.id, id));
    const refused = await test.call(updateProfile, {
      token,
      body: { user: { first_name: 'Eve', [key]: 'owner' } },
    });
    expect(refused.status).toBe(400);
    expect(refused.error().errors).toHaveProperty(key);
    expect(await test.context.database.orm().select().from(users).where(eq(users.id, id))).toEqual(before);
  });
});

const changeTo = (email: string) => ({ user: { email } });

describe('a new e-mail address', () => {
  it('asks again who it is: a session alone cannot take over the account', async () => {
    const token = await signIn(test, await registerPerson(test));
    const next = freshEmail();
    const change = () => test.call(updateProfile, { token, body: changeTo(next) });
    const confirm = (body: object) => test.call(confirmRoutes.confirmPerson, { token, body });
    test.clock.advance(SUDO_MS + 1);
    expect((await change()).error()).toEqual({
      error_message: ERROR_MESSAGES.confirmNeeded,
      error_code: CONFIRM_NEEDED,
      ways: ['password'],
    });
    await test.jobs.settled();
    expect(test.mail.to(next)).toEqual([]);
    // The person may change everything else.
    (await test.call(updateProfile, { token, body: { user: { first_name: 'Ada' } } })).ok();
    expect((await confirm({})).error().errors).toEqual({ password: [FIELD_MESSAGES.required] });
    expect((await confirm({ password: PASSWORD, code: '123456' })).status).toBe(400);
    const wrong = await confirm({ password: 'Wrong 1' });
    expect(wrong.error().errors).toEqual({ password: [PEOPLE_MESSAGES.wrongPassword] });
    expect((await change()).status).toBe(403);
    expect((await confirm({ password: PASSWORD })).status).toBe(204);
    (await change()).ok();
    test.clock.advance(SUDO_MS + 1);
    expect((await change()).status).toBe(403);
    // The password cannot be guessed here: attempts count together with those of the password form.
    for (let at = 0; at < 5; at += 1) await confirm({ password: 'Wrong 1' });
    expect((await confirm({ password: PASSWORD })).status).toBe(429);
  });

  it('is announced to the old address once it takes effect', async () => {
    const email = await registerPerson(test);
    const token = await signIn(test, email);
    const next = freshEmail();
    (await test.call(updateProfile, { token, body: changeTo(next) })).ok();
    (await test.call(confirmEmail, { params: { token: await mailedToken(test, next) } })).ok();
    await test.jobs.settled();
    const mail = test.mail.to(email).at(-1);
    expect(mail?.subject).toBe('Your Inkwell email address was changed');
    expect(mail?.text).toContain(next);
  });

  it('takes effect by its link, and the old address is notified of the request', async () => {
    const email = await registerPerson(test);
    const token = await signIn(test, email);
    const next = freshEmail();
    const answer = (await test.call(updateProfile, { token, body: changeTo(next) })).ok();
    expect(answer.user.data.attributes.email).toBe(email);
    const link = await mailedToken(test, next);
    expect(test.mail.to(next).at(-1)?.text).toContain('/confirm-email?token=');
    expect(test.mail.to(email).at(-1)?.subject).toBe('Your Inkwell email address is about to change');
    await signIn(test, email);
    const read = () => test.call(readEmailChange, { params: { token: link } });
    expect((await read()).ok()).toEqual({ email: next });
    expect((await test.call(confirmEmail, { params: { token: link } })).ok().message).toBe(
      PEOPLE_MESSAGES.emailConfirmed,
    );
    await signIn(test, next);
    expect((await read()).error().error_message).toBe(ERROR_MESSAGES.deadLink);
    expect((await test.call(confirmEmail, { params: { token: link } })).error().error_message).toBe(
      ERROR_MESSAGES.deadLink,
    );
  });

  it('must not be in use, neither at the request nor at the confirmation', async () => {
    const taken = await registerPerson(test);
    const token = await signIn(test, await registerPerson(test));
    const refused = await test.call(updateProfile, { token, body: changeTo(taken) });
    expect(refused.status).toBe(409);
    expect(refused.error().errors).toEqual({ email: [ERROR_MESSAGES.emailTaken] });
    const contested = freshEmail();
    await test.call(updateProfile, { token, body: changeTo(contested) });
    const link = await mailedToken(test, contested);
    await createPerson(test, { email: contested });
    expect((await test.call(confirmEmail, { params: { token: link } })).status).toBe(409);
  });

  const pendingOf = async (token: string) =>
    (await test.call(myProfile, { token })).ok().user.data.attributes.pending_email;

  it('is shown while it is pending, and no longer once it takes effect', async () => {
    const token = await signIn(test, await registerPerson(test));
    expect(await pendingOf(token)).toBeNull();
    const next = freshEmail();
    const asked = (await test.call(updateProfile, { token, body: changeTo(next) })).ok();
    expect(asked.user.data.attributes.pending_email).toBe(next);
    expect(await pendingOf(token)).toBe(next);
    (await test.call(confirmEmail, { params: { token: await mailedToken(test, next) } })).ok();
    expect(await pendingOf(token)).toBeNull();
  });

  it('has its link mailed again; then only the new link is valid', async () => {
    const token = await signIn(test, await registerPerson(test));
    expect((await test.call(resendEmailChange, { token })).status).toBe(404);
    const next = freshEmail();
    await test.call(updateProfile, { token, body: changeTo(next) });
    const first = await mailedToken(test, next);
    expect((await test.call(resendEmailChange, { token })).status).toBe(202);
    await test.jobs.settled();
    expect(test.mail.to(next)).toHaveLength(2);
    expect((await test.call(confirmEmail, { params: { token: first } })).status).toBe(400);
    (await test.call(confirmEmail, { params: { token: await mailedToken(test, next) } })).ok();
  });

  it('has its link mailed again within the limit of the mailbox', async () => {
    const token = await signIn(test, await registerPerson(test));
    const next = freshEmail();
    await test.call(updateProfile, { token, body: changeTo(next) });
    const again = async () => (await test.call(resendEmailChange, { token })).status;
    const answers: number[] = [];
    for (let at = 0; at < MAILS_PER_HOUR.newAddress.mailbox; at += 1) answers.push(await again());
    expect(answers).toEqual([202, 202, 202, 202, 429]);
    await test.jobs.settled();
    expect(test.mail.to(next)).toHaveLength(MAILS_PER_HOUR.newAddress.mailbox);
  });

  it('can be cancelled, which invalidates its link', async () => {
    const token = await signIn(test, await registerPerson(test));
    expect((await test.call(cancelEmailChange, { token })).status).toBe(404);
    const next = freshEmail();
    await test.call(updateProfile, { token, body: changeTo(next) });
    const link = await mailedToken(test, next);
    expect((await test.call(cancelEmailChange, { token })).status).toBe(204);
    expect(await pendingOf(token)).toBeNull();
    expect((await test.call(confirmEmail, { params: { token: link } })).status).toBe(400);
  });

  it('mails no link for an outdated request', async () => {
    const { id } = await createPerson(test);
    const email = freshEmail();
    await test.context.jobs.send(accountMail, { kind: 'confirm_email', personId: id, email });
    await test.jobs.settled();
    expect(test.mail.to(email)).toEqual([]);
  });

  it('invalidates the old address’s reset link', async () => {
    const email = await registerPerson(test);
    const token = await signIn(test, email);
    const reset = await askForReset(email);
    const next = freshEmail();
    await test.call(updateProfile, { token, body: changeTo(next) });
    (await test.call(confirmEmail, { params: { token: await mailedToken(test, next) } })).ok();
    expect((await test.call(changePassword, { params: { token: reset }, body: both(NEW) })).status).toBe(400);
  });

  it('is cancelled by a new password', async () => {
    const email = await registerPerson(test);
    const token = await signIn(test, email);
    const next = freshEmail();
    await test.call(updateProfile, { token, body: changeTo(next) });
    const link = await mailedToken(test, next);
    (await test.call(changePassword, { params: { token: await askForReset(email) }, body: both(NEW) })).ok();
    expect((await test.call(confirmEmail, { params: { token: link } })).status).toBe(400);
    expect(await pendingOf(await signIn(test, email, NEW))).toBeNull();
  });

  it.each([
    ['a new password in the settings', NEW],
    ['signing out everywhere', PASSWORD],
  ])('is cancelled by %s', async (_, password) => {
    const email = await registerPerson(test);
    const token = await signIn(test, email);
    const next = freshEmail();
    await test.call(updateProfile, { token, body: changeTo(next) });
    const link = await mailedToken(test, next);
    const body = { existing_password: PASSWORD, password };
    if (password === PASSWORD) await test.call(sessionRoutes.endSessions, { token });
    else (await test.call(updatePassword, { token, body })).ok();
    expect((await test.call(confirmEmail, { params: { token: link } })).status).toBe(400);
    expect(await pendingOf(await signIn(test, email, password))).toBeNull();
  });

  it('does not reveal who has an account', async () => {
    const token = await signIn(test, await registerPerson(test));
    const answers: number[] = [];
    for (let at = 0; at < 12; at += 1)
      answers.push((await test.call(updateProfile, { token, body: changeTo(freshEmail()) })).status);
    expect(answers.slice(10)).toEqual([429, 429]);
  });
});

it('deletes expired data at night', async () => {
  const asked = freshEmail();
  await test.call(register, { body: { user: { email: asked } } });
  const kept = await registerPerson(test);
  await signIn(test, kept);
  await test.jobs.settled();
  test.clock.advance(60 * DAY_MS);
  await test.jobs.run('people_housekeeping');
  const orm = test.context.database.orm();
  expect(await orm.select().from(mailedTokens)).toEqual([]);
  expect(await orm.select().from(sessions)).toEqual([]);
  expect(await orm.select().from(users).where(eq(users.email, asked))).toEqual([]);
  expect(await orm.select().from(users).where(eq(users.email, kept))).toHaveLength(1);
});
