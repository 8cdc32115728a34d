import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONFIRM_NEEDED } from '#contract/errors.ts';
import { peopleRoutes } from '#contract/people.ts';
import { passkeyRoutes } from '#contract/sign-in/passkeys.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { TRUSTED_MS, TWO_STEP_MESSAGES, twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { DAY_MS, HOUR_MS } from '#newsletter/values/durations.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import { users } from '#server/platform/db/schema/core.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, PASSWORD, signIn, type TestPerson } from '#test/factories.ts';
import { addTestPasskey } from '#test/passkeys.ts';
import { type TestAuthenticator, turnTwoStepOn } from '#test/two-step.ts';

const FIREFOX = 'Firefox/140 Windows';
let test: TestApp;
let person: TestPerson;
let token: string;
let app: TestAuthenticator & { readonly recoveryCodes: readonly string[] };
let passwordHash: string;
beforeAll(async () => {
  test = await buildTestApp();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(async () => await test.close());
beforeEach(async () => {
  person = (await createSchool(test)).owner;
  const { database } = test.context;
  await database.orm().update(users).set({ passwordHash }).where(eq(users.id, person.id));
  token = await signIn(test, person.email);
  app = await turnTwoStepOn(test, token);
});

const trySignIn = (cookie = '') =>
  test.call(peopleRoutes.login, {
    body: { user: { email: person.email, password: PASSWORD } },
    headers: { cookie },
  });
const takeStep = (body: object) =>
  test.call(twoStepRoutes.secondStep, { body, headers: { 'user-agent': FIREFOX } });
const beginStep = async () => (await trySignIn()).error().second_step;
const trusted = async () =>
  (await test.call(twoStepRoutes.readTwoStep, { token })).ok().two_step.trusted_computers;

async function trustIt(recoveryCode: string | undefined): Promise<string> {
  const taken = await takeStep({ step: await beginStep(), recovery_code: recoveryCode, trust: true });
  return /trusted_device=[^;]*/.exec(String(taken.headers['set-cookie']))?.[0] ?? '';
}

describe('computers that a person trusts', () => {
  it('are listed, with their last use, until their time is over', async () => {
    expect(await trusted()).toEqual([]);
    const now = test.clock.now().getTime();
    const cookie = await trustIt(app.recoveryCodes[0]);
    const about = {
      id: expect.any(String),
      device: FIREFOX,
      trusted_at: new Date(now).toISOString(),
      ends_at: new Date(now + TRUSTED_MS).toISOString(),
    };
    expect(await trusted()).toEqual([{ ...about, last_used_at: null }]);
    test.clock.advance(DAY_MS);
    expect((await trySignIn(cookie)).status).toBe(200);
    expect(await trusted()).toEqual([{ ...about, last_used_at: test.clock.now().toISOString() }]);
    test.clock.advance(TRUSTED_MS - DAY_MS + 1);
    token = (await takeStep({ step: await beginStep(), code: app.code() })).ok().data.token.auth_token;
    expect(await trusted()).toEqual([]);
  });

  it('save the code at log-in only: without it nobody turns two-step sign-in off', async () => {
    const cookie = await trustIt(app.recoveryCodes[0]);
    const byPassword = (await trySignIn(cookie)).ok().data.token.auth_token;
    const off = await test.call(twoStepRoutes.removeAuthenticator, { token: byPassword });
    expect(off.error().error_code).toBe(CONFIRM_NEEDED);
    expect(
      (await test.call(twoStepRoutes.readTwoStep, { token: byPassword })).ok().two_step.authenticator,
    ).not.toBeNull();
  });

  it('are forgotten one by one, by their person alone', async () => {
    const [first, second] = [await trustIt(app.recoveryCodes[0]), await trustIt(app.recoveryCodes[1])];
    const id = (await trusted()).at(-1)?.id ?? '';
    const forget = (by: string) => test.call(twoStepRoutes.forgetTrusted, { token: by, params: { id } });
    const { owner: stranger } = await createSchool(test);
    expect((await forget(stranger.token)).status).toBe(404);
    expect((await forget(token)).status).toBe(204);
    expect((await forget(token)).status).toBe(404);
    const answers = await Promise.all(
      [first, second].map(async (cookie) => (await trySignIn(cookie)).status),
    );
    expect(answers.sort()).toEqual([200, 403]);
    expect(await trusted()).toHaveLength(1);
  });
});

it('says how each session was opened', async () => {
  const { device } = await addTestPasskey(test, token);
  test.clock.advance(HOUR_MS);
  const cookie = await trustIt(app.recoveryCodes[0]);
  await takeStep({ step: await beginStep(), code: app.code() });
  const step = await beginStep();
  const { options } = (await test.call(passkeyRoutes.secondStepOptions, { body: { step } })).ok();
  await takeStep({ step, passkey: device.use(options) });
  expect((await trySignIn(cookie)).status).toBe(200);
  const { sessions } = (await test.call(sessionRoutes.listSessions, { token })).ok();
  const opened = sessions.data.map(({ attributes }) => [attributes.way, attributes.second_step].join());
  expect(opened.sort()).toEqual([
    'password,code',
    'password,none',
    'password,passkey',
    'password,recovery_code',
    'password,trusted',
  ]);
});

describe('a code', () => {
  const wrong = async (times: number) => {
    for (let tried = 0; tried < times; tried += 1)
      expect((await takeStep({ step: await beginStep(), code: '000000' })).status).toBe(400);
  };
  const mails = async () => {
    await test.jobs.settled();
    const sent = test.mail.to(person.email);
    return sent.filter(({ subject }) => subject === 'Wrong codes were typed for your account: Inkwell');
  };

  it('that was wrong ten times is reported to its person, once an hour', async () => {
    await wrong(9);
    expect(await mails()).toHaveLength(0);
    await wrong(1);
    expect((await takeStep({ step: await beginStep(), code: '000000' })).status).toBe(429);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.text).toContain('10 wrong codes were typed for your Inkwell account within an hour.');
    // Recovery codes have attempts of their own, and guessing them sends no second mail.
    for (let tried = 0; tried < 10; tried += 1)
      await takeStep({ step: await beginStep(), recovery_code: 'aaaa-aaaa-aaaa-aaaa' });
    expect(await mails()).toHaveLength(1);
    test.clock.advance(HOUR_MS + 1);
    await wrong(10);
    expect(await mails()).toHaveLength(2);
  });

  it('without the token of its step is answered with a sentence', async () => {
    const { error_message, errors } = (await takeStep({ code: '123456' })).error();
    const words = 'Please log in with your password first: the answer has the token of this step';
    expect([error_message, errors]).toEqual([words, { step: [words] }]);
    expect((await takeStep({ step: 'made-up', code: '123456' })).error().error_message).toBe(
      TWO_STEP_MESSAGES.stepOver,
    );
  });
});
