import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { SECOND_FACTOR_DUE } from '#contract/errors.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { confirmRoutes } from '#contract/sign-in/confirming.ts';
import { SECOND_FACTOR_MESSAGES, secondFactorRoutes } from '#contract/sign-in/second-factor.ts';
import { twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { turnTwoStepOffFor } from '#server/features/accounts/two-step/two-step.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import {
  createSchool,
  createStaff,
  freshEmail,
  invitedToken,
  mailedToken,
  PASSWORD,
  proveAgain,
  signIn,
  type TestPerson,
  type TestSchool,
} from '#test/factories.ts';
import { turnTwoStepOn } from '#test/two-step.ts';

let test: TestApp;
let school: TestSchool;
let passwordHash: string;
beforeAll(async () => {
  test = await buildTestApp();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(async () => await test.close());
beforeEach(async () => {
  school = await createSchool(test);
});

const set = (rule: string, days = 7, { token } = school.owner) =>
  test.call(secondFactorRoutes.setSecondFactor, { token, params: { id: school.id }, body: { rule, days } });
const withFactor = async ({ token }: TestPerson) => await turnTwoStepOn(test, token);
const work = async ({ token }: TestPerson) => await test.call(newsletterRoutes.listNewsletters, { token });
const stateOf = async ({ token }: TestPerson) =>
  (await test.call(twoStepRoutes.readTwoStep, { token })).ok().two_step;
const editor = async () => await createStaff(test, school.id, 'editor', { passwordHash });
const ASKED = 'Please set up two-step sign-in: Inkwell';

describe('asking everybody for a second factor', () => {
  it('is for an owner who has one, and notifies those who have none', async () => {
    const [colleague, strong] = [await editor(), await editor()];
    await withFactor(strong);
    expect((await set('everybody')).error().error_message).toBe(SECOND_FACTOR_MESSAGES.ownFirst);
    await withFactor(school.owner);
    expect((await set('everybody')).status).toBe(204);
    // The mail is sent once, and not again for the same rule.
    expect((await set('everybody')).status).toBe(204);
    expect(await test.subjectsTo(colleague.email)).toEqual([ASKED]);
    expect(test.mail.to(colleague.email)[0]?.text).toContain('/app/settings/change-password#two-step');
    expect(await test.subjectsTo(strong.email)).toEqual(['Two-step sign-in is on: Inkwell']);
    const { audit_log } = (
      await test.call(auditRoutes.auditLog, { token: school.owner.token, params: { id: school.id } })
    ).ok();
    expect(audit_log.data[0]?.attributes).toMatchObject({
      action: 'second_factor_everybody',
      details: { days: 7 },
    });
    const { owner: stranger } = await createSchool(test);
    expect((await set('nobody', 7, stranger)).status).toBe(404);
  });

  it('lets them work for the days, then only set one up, and with it at once', async () => {
    const colleague = await editor();
    await withFactor(school.owner);
    await set('everybody');
    const dueAt = new Date(test.clock.now().getTime() + 7 * DAY_MS).toISOString();
    expect(await stateOf(colleague)).toMatchObject({ required: true, due_at: dueAt });
    expect(await stateOf(school.owner)).toMatchObject({ required: true, due_at: null });
    test.clock.advance(7 * DAY_MS - 1);
    expect((await work(colleague)).status).toBe(200);
    test.clock.advance(1);
    expect((await work(colleague)).error().error_code).toBe(SECOND_FACTOR_DUE);
    // A fresh log-in by the password alone changes nothing.
    const token = await signIn(test, colleague.email);
    expect((await work({ ...colleague, token })).status).toBe(403);
    await withFactor({ ...colleague, token });
    expect((await work({ ...colleague, token })).status).toBe(200);
    // Their other session has ended.
    expect((await work(colleague)).status).toBe(401);
    expect((await work(school.owner)).status).toBe(200);
  });

  it('admits a session that shows a code, but not one that shows the password again', async () => {
    const colleague = await editor();
    const { code } = await withFactor(colleague);
    const other = { ...colleague, token: '' };
    await withFactor(school.owner);
    await set('everybody');
    test.clock.advance(8 * DAY_MS);
    const body = { user: { email: colleague.email, password: PASSWORD } };
    const step = (await test.call(peopleRoutes.login, { body })).error().second_step;
    const letIn = await test.call(twoStepRoutes.secondStep, { body: { step, code: code() } });
    other.token = letIn.ok().data.token.auth_token;
    expect((await work(other)).status).toBe(200);
  });

  it('reminds once, three days before the end, who still has none', async () => {
    const [slow, quick] = [await editor(), await editor()];
    await withFactor(school.owner);
    await set('everybody', 14);
    await withFactor(quick);
    const remind = async () => await test.jobs.run('second_factor_reminders');
    test.clock.advance(10 * DAY_MS);
    await remind();
    expect(await test.subjectsTo(slow.email)).toEqual([ASKED]);
    test.clock.advance(DAY_MS);
    await remind();
    await remind();
    expect((await test.subjectsTo(slow.email)).slice(1)).toEqual([
      expect.stringMatching(/^You need two-step sign-in from .* on: /),
    ]);
    expect((await test.subjectsTo(quick.email)).slice(1)).toEqual(['Two-step sign-in is on: Inkwell']);
  });

  it('gives people who join or get the role later the days from then on', async () => {
    await withFactor(school.owner);
    const colleague = await editor();
    await set('owners_and_admins');
    expect(await stateOf(colleague)).toMatchObject({ required: false, due_at: null });
    test.clock.advance(20 * DAY_MS);
    await proveAgain(test, school.owner);
    const { token } = school.owner;
    const promoted = await test.call(inviteRoutes.updateInvite, {
      token,
      params: { id: colleague.id },
      body: { invite: { role: 'admin' } },
    });
    promoted.ok();
    const email = freshEmail();
    const invite = { first_name: 'Ada', last_name: 'Bell', role: 'admin', email };
    (await test.call(inviteRoutes.createInvite, { token, body: { invite } })).ok();
    const invite_token = await invitedToken(test, email);
    (await test.call(peopleRoutes.register, { body: { user: { email, invite_token } } })).ok();
    const body = { password: PASSWORD, password_confirmation: PASSWORD };
    const params = { token: await mailedToken(test, email) };
    const joined = (await test.call(peopleRoutes.changePassword, { params, body })).ok().session;
    const dueAt = new Date(test.clock.now().getTime() + 7 * DAY_MS).toISOString();
    for (const each of [colleague, { token: joined?.token.auth_token ?? '' }]) {
      const state = await test.call(twoStepRoutes.readTwoStep, { token: each.token });
      expect(state.ok().two_step).toMatchObject({ required: true, due_at: dueAt });
    }
  });

  it('keeps the last factor, until the owner turns it off', async () => {
    const colleague = await editor();
    for (const each of [school.owner, colleague]) await withFactor(each);
    await set('everybody');
    const off = async () => await test.call(twoStepRoutes.removeAuthenticator, { token: colleague.token });
    expect((await off()).error().error_message).toBe(SECOND_FACTOR_MESSAGES.lastFactor);
    expect(await stateOf(colleague)).toMatchObject({ authenticator: {}, last_way_stays: true });
    expect((await set('nobody')).status).toBe(204);
    expect((await stateOf(colleague)).last_way_stays).toBe(false);
    expect((await off()).status).toBe(204);
  });

  it('lets in an owner who has lost everything, by the operator alone, to set it up again', async () => {
    const owner = await createStaff(test, school.id, 'owner', { passwordHash });
    await withFactor(owner);
    await set('everybody', 7, owner);
    test.clock.advance(8 * DAY_MS);
    const body = { user: { email: owner.email, password: PASSWORD } };
    expect((await test.call(peopleRoutes.login, { body })).status).toBe(403);
    expect(await turnTwoStepOffFor(test.context, owner.email)).toBe(true);
    const again = { ...owner, token: await signIn(test, owner.email) };
    expect((await work(again)).error().error_code).toBe(SECOND_FACTOR_DUE);
    const confirm = { token: again.token, body: { password: PASSWORD } };
    expect((await test.call(confirmRoutes.confirmPerson, confirm)).status).toBe(204);
    expect((await work(again)).status).toBe(403);
    await withFactor(again);
    expect((await work(again)).status).toBe(200);
  });
});
