import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { CODE_REQUIRED } from '#contract/errors.ts';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { peopleRoutes } from '#contract/people.ts';
import { SUDO_MS } from '#contract/route.ts';
import { confirmRoutes } from '#contract/sign-in/confirming.ts';
import { SECOND_FACTOR_MESSAGES, secondFactorRoutes } from '#contract/sign-in/second-factor.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { TWO_STEP_MESSAGES, twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { WAYS } from '#contract/sign-in/ways/list.ts';
import { turnTwoStepOffFor } from '#server/features/accounts/two-step/two-step.ts';
import { WAYS_ON_SERVER } from '#server/features/accounts/ways/list.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import {
  createSchool,
  createStaff,
  PASSWORD,
  signIn,
  type TestPerson,
  type TestSchool,
} from '#test/factories.ts';
import { paperCodeWay } from '#test/sample-extensions/sign-in-way/contract.ts';
import { PAPER_CODES } from '#test/sample-extensions/sign-in-way/server.ts';
import { turnTwoStepOn } from '#test/two-step.ts';

/**
 * Adds a way to prove who one is by its folder and a line in each of two lists, and checks all that derives from them. Its screens
 * are tested in src/web/forms/ways/sample-way.test.tsx.
 */

vi.mock('#contract/sign-in/ways/list.ts', async (original) => {
  const { WAYS } = await original<typeof import('#contract/sign-in/ways/list.ts')>();
  return { WAYS: [...WAYS, (await import('#test/sample-extensions/sign-in-way/contract.ts')).paperCodeWay] };
});
vi.mock('#server/features/accounts/ways/list.ts', async (original) => {
  const { WAYS_ON_SERVER } = await original<typeof import('#server/features/accounts/ways/list.ts')>();
  return {
    WAYS_ON_SERVER: [
      ...WAYS_ON_SERVER,
      (await import('#test/sample-extensions/sign-in-way/server.ts')).paperCodeOnServer,
    ],
  };
});

let test: TestApp;
let passwordHash: string;
let school: TestSchool;
let person: TestPerson;
beforeAll(async () => {
  test = await buildTestApp();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => test.close());
beforeEach(async () => {
  PAPER_CODES.clear();
  school = await createSchool(test);
  person = await createStaff(test, school.id, 'editor', { passwordHash });
});

const trySignIn = () =>
  test.call(peopleRoutes.login, { body: { user: { email: person.email, password: PASSWORD } } });
const takeStep = (step: string | undefined, code: string) =>
  test.call(twoStepRoutes.secondStep, { body: { step: step ?? '', paper_code: code } });

it('is in both lists, as all others, in the same order', () => {
  expect(WAYS_ON_SERVER.map(({ way }) => way)).toEqual([...WAYS]);
});

it('is asked after the password by whoever has it, counts once, and is in the list of sessions', async () => {
  expect((await trySignIn()).status).toBe(200);
  PAPER_CODES.set(person.id, 'tulip');
  const asked = (await trySignIn()).error();
  const { error_code, error_message, ways } = asked;
  expect([error_code, error_message, ways]).toEqual([CODE_REQUIRED, paperCodeWay.asked, ['paper_code']]);
  const neither = await test.call(twoStepRoutes.secondStep, { body: { step: asked.second_step ?? '' } });
  expect(neither.error().errors).toMatchObject({ paper_code: [FIELD_MESSAGES.required] });
  const wrong = await takeStep(asked.second_step, 'rose');
  expect(wrong.error().errors).toEqual({ paper_code: ['This is not your code'] });
  const { data } = (await takeStep(asked.second_step, ' tulip ')).ok();
  expect((await takeStep((await trySignIn()).error().second_step, 'tulip')).status).toBe(400);
  const { sessions } = (await test.call(sessionRoutes.listSessions, { token: data.token.auth_token })).ok();
  const current = sessions.data.find(({ attributes }) => attributes.current)?.attributes;
  expect([current?.way, current?.second_step]).toEqual(['password', 'paper_code']);
});

it('turns two-step sign-in on, as its person reads it', async () => {
  const token = await signIn(test, person.email);
  const read = async () => (await test.call(twoStepRoutes.readTwoStep, { token })).ok().two_step;
  expect((await read()).ways).toEqual([]);
  await turnTwoStepOn(test, token);
  PAPER_CODES.set(person.id, 'tulip');
  expect((await read()).ways).toEqual(['code', 'paper_code']);
  expect((await test.call(twoStepRoutes.removeAuthenticator, { token })).status).toBe(204);
  // The recovery codes stay, as two-step sign-in is still on.
  const left = { ways: ['paper_code'], authenticator: null, passkeys: [], recovery_codes_left: 10 };
  expect(await read()).toMatchObject(left);
});

it('confirms who is there in place of the password, also while a session is old', async () => {
  const token = await signIn(test, person.email);
  PAPER_CODES.set(person.id, 'tulip');
  test.clock.advance(SUDO_MS + 1);
  const renew = () => test.call(twoStepRoutes.renewRecoveryCodes, { token });
  expect((await renew()).error().ways).toEqual(['recovery_code', 'paper_code']);
  const confirm = (body: object) => test.call(confirmRoutes.confirmPerson, { token, body });
  expect((await confirm({ password: PASSWORD })).error().errors).toEqual({
    password: [TWO_STEP_MESSAGES.factorInstead],
  });
  expect((await confirm({ paper_code: 'rose' })).status).toBe(400);
  expect((await confirm({ paper_code: 'tulip' })).status).toBe(204);
  expect((await renew()).status).toBe(200);
});

it('is what a school asks for that wants a second factor, and the owner sees it', async () => {
  const { id, owner } = school;
  const ask = () =>
    test.call(secondFactorRoutes.setSecondFactor, {
      token: owner.token,
      params: { id },
      body: { rule: 'everybody', days: 7 },
    });
  expect((await ask()).error().error_message).toBe(SECOND_FACTOR_MESSAGES.ownFirst);
  PAPER_CODES.set(owner.id, 'tulip');
  PAPER_CODES.set(person.id, 'tulip');
  expect((await ask()).status).toBe(403);
  const confirmed = { token: owner.token, body: { paper_code: 'tulip' } };
  expect((await test.call(confirmRoutes.confirmPerson, confirmed)).status).toBe(204);
  expect((await ask()).status).toBe(204);
  await test.jobs.settled();
  // Nobody is without a second factor, so nobody is reminded.
  expect(test.mail.to(person.email)).toEqual([]);
  const staff = (await test.call(inviteRoutes.listInvites, { token: owner.token })).ok();
  expect(staff.two_step.sort()).toEqual([owner.id, person.id].sort());
});

it('is forgotten when the operator turns two-step sign-in off', async () => {
  PAPER_CODES.set(person.id, 'tulip');
  expect(await turnTwoStepOffFor(test.context, person.email)).toBe(true);
  expect(PAPER_CODES.has(person.id)).toBe(false);
  expect((await trySignIn()).status).toBe(200);
  expect(await turnTwoStepOffFor(test.context, person.email)).toBe(false);
});
