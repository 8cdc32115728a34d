import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONFIRM_NEEDED, ERROR_MESSAGES, PASSWORD_CHANGE_REQUIRED } from '#contract/errors.ts';
import { newPassword } from '#contract/fields.ts';
import type { StaffRole } from '#contract/invites.ts';
import { INVITE_MESSAGES, inviteRoutes, STAFF_ROLES } from '#contract/invites.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { PEOPLE_MESSAGES, peopleRoutes, TEMPORARY_PASSWORD_DAYS } from '#contract/people.ts';
import { SUDO_MS } from '#contract/route.ts';
import { confirmRoutes } from '#contract/sign-in/confirming.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { isStaffAddress } from '#server/data/staff.ts';
import { findUser, updateUser } from '#server/data/users.ts';
import { strengthFor } from '#server/features/accounts/ways/password/new-password.ts';
import { sessions } from '#server/platform/db/schema/people.ts';
import { LIMITS } from '#server/platform/http/attempts.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { newColleague } from '#test/examples/schools.ts';
import {
  createPerson,
  createSchool,
  createStaff,
  freshEmail,
  mailedToken,
  PASSWORD,
  proveAgain,
  registerPerson,
  signIn,
  type TestSchool,
} from '#test/factories.ts';
import { newTemporaryPassword } from './temporary-password.ts';

const { updateInvite, deleteInvite, withdrawInvite, temporaryPassword, getInvite, listInvites } =
  inviteRoutes;
const { myProfile, login, updatePassword, forgotPassword, changePassword, confirmEmail } = peopleRoutes;

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
  school = await createSchool(test);
});
afterAll(async () => await test.close());

/** A member of staff with a password. */
async function createColleague(role: StaffRole = 'editor') {
  const email = await registerPerson(test);
  const token = await signIn(test, email);
  const { user } = (await test.call(myProfile, { token })).ok();
  await updateUser(test.context.database, user.data.id, { schoolId: school.id, role });
  return { id: user.data.id, email, token };
}

const asOwner = (id: string) => ({ token: school.owner.token, params: { id } });
const edit = (id: string, invite: object) => test.call(updateInvite, { ...asOwner(id), body: { invite } });

describe('editing somebody', () => {
  it('changes the given fields, effective at the next call', async () => {
    const admin = await createStaff(test, school.id, 'admin');
    const read = () => test.call(inviteRoutes.listInvites, { token: admin.token });
    const role = async () =>
      (await test.call(myProfile, { token: admin.token })).ok().user.data.attributes.role;
    expect(await role()).toBe('admin');
    const { invite } = (await edit(admin.id, { role: 'editor' })).ok();
    expect(invite.data.attributes).toMatchObject({ role: 'editor', email: admin.email, status: 'ACTIVE' });
    expect(await role()).toBe('editor');
    expect((await read()).status).toBe(403);
    (await edit(admin.id, { first_name: 'Ada', last_name: 'Bell' })).ok();
    expect((await test.call(getInvite, asOwner(admin.id))).ok()).toMatchObject({
      invite: { data: { attributes: { first_name: 'Ada', last_name: 'Bell', role: 'editor' } } },
    });
  });

  it('makes somebody a contributor, and an editor again', async () => {
    const { id } = await createStaff(test, school.id, 'editor');
    (await edit(id, { role: 'contributor' })).ok();
    const { invite } = (await edit(id, { role: 'editor' })).ok();
    expect(invite.data.attributes.role).toBe('editor');
  });

  it('uses a new address for login and replies only once its reader has confirmed it', async () => {
    const { id, email } = await createColleague();
    const next = freshEmail();
    await test.call(forgotPassword, { body: { email } });
    const reset = await mailedToken(test, email);
    const edited = (await edit(id, { email: next.toUpperCase(), first_name: 'Ada' })).ok();
    expect(edited.invite.data.attributes).toMatchObject({ email, first_name: 'Ada' });
    const link = await mailedToken(test, next);
    expect(test.mail.to(next).map(({ subject }) => subject)).toEqual([
      'Please confirm your new email address',
    ]);
    expect(test.mail.to(next)[0]?.text).toContain('Your school asked to use this email address');
    const [notice] = test.mail.to(email).slice(-1);
    expect(notice?.subject).toBe('Your Inkwell email address is about to change');
    expect(notice?.text).toContain('talk to your school');
    // Until it is confirmed, the new address gives no access.
    await test.call(forgotPassword, { body: { email: next } });
    await test.jobs.settled();
    expect(test.mail.to(next)).toHaveLength(1);
    expect(await isStaffAddress(test.context.database, school.id, next)).toBe(false);
    await signIn(test, email);
    (await test.call(confirmEmail, { params: { token: link } })).ok();
    expect(await isStaffAddress(test.context.database, school.id, next)).toBe(true);
    expect((await test.call(login, { body: { user: { email, password: PASSWORD } } })).status).toBe(400);
    await signIn(test, next);
    const body = { password: PASSWORD, password_confirmation: PASSWORD };
    expect((await test.call(changePassword, { params: { token: reset }, body })).status).toBe(400);
  });

  it('invalidates the first link when the address is changed twice', async () => {
    const { id } = await createColleague();
    const [first, second] = [freshEmail(), freshEmail()];
    (await edit(id, { email: first })).ok();
    const link = await mailedToken(test, first);
    (await edit(id, { email: second })).ok();
    expect((await test.call(confirmEmail, { params: { token: link } })).status).toBe(400);
    (await test.call(confirmEmail, { params: { token: await mailedToken(test, second) } })).ok();
    expect((await test.call(getInvite, asOwner(id))).ok()).toMatchObject({
      invite: { data: { attributes: { email: second } } },
    });
  });

  it('refuses an address in use and an unknown role', async () => {
    const { id } = await createStaff(test, school.id, 'editor');
    const { email } = await createPerson(test);
    const taken = await edit(id, { email });
    expect(taken.status).toBe(409);
    expect(taken.error().errors).toEqual({ email: [ERROR_MESSAGES.emailTaken] });
    expect((await edit(id, { role: 'owner' })).error().errors).toEqual({ role: [INVITE_MESSAGES.role] });
  });

  it('limits repeated address changes, and the answers reveal no account', async () => {
    const busy = await createSchool(test);
    const { id } = await createStaff(test, busy.id, 'editor', { status: 'INACTIVE' });
    const strangers = [freshEmail(), freshEmail()];
    const { email: known } = await createPerson(test);
    const move = (email: string | undefined) =>
      test.call(updateInvite, {
        token: busy.owner.token,
        params: { id },
        body: { invite: { email } },
      });
    const answers: number[] = [];
    for (let at = 0; at < 15; at += 1) answers.push((await move(strangers[at % 2])).status);
    // Setting the current address is no change.
    expect(answers).toEqual(answers.map((_, at) => (at < 3 || at % 2 === 0 ? 200 : 429)));
    await test.jobs.settled();
    expect(strangers.map((email) => test.mail.to(email).length)).toEqual([2, 1]);
    const [forKnown, forUnknown] = [await move(known), await move(freshEmail())];
    expect([forKnown.status, forKnown.text]).toEqual([forUnknown.status, forUnknown.text]);
    expect(forKnown.status).toBe(429);
  });

  it('limits address changes for the whole school', async () => {
    const busy = await createSchool(test);
    const answers: number[] = [];
    for (let at = 0; at < 22; at += 1) {
      const { id } = await createStaff(test, busy.id, 'editor');
      const body = { invite: { email: freshEmail() } };
      answers.push((await test.call(updateInvite, { token: busy.owner.token, params: { id }, body })).status);
    }
    expect(answers).toEqual([...Array(20).fill(200), 429, 429]);
  });

  it('answers the same for an ended invitation, whether or not the new address has an account', async () => {
    const { invite } = (
      await test.call(inviteRoutes.createInvite, {
        token: school.owner.token,
        body: { invite: newColleague() },
      })
    ).ok();
    (await test.call(withdrawInvite, asOwner(invite.data.id))).ok();
    const { email: known } = await createPerson(test);
    for (const email of [known, freshEmail()]) {
      const { invite: moved } = (await edit(invite.data.id, { email })).ok();
      expect(moved.data.attributes).toMatchObject({ email, status: 'INACTIVE' });
    }
  });

  it.each(['school_id', 'status', 'need_change_password', 'password'])(
    'rejects the field %s',
    async (key) => {
      const { id } = await createStaff(test, school.id, 'editor');
      const before = await findUser(test.context.database, id);
      expect((await edit(id, { first_name: 'Eve', [key]: 'x' })).error().errors).toHaveProperty(key);
      expect(await findUser(test.context.database, id)).toEqual(before);
    },
  );
});

describe('removing somebody', () => {
  it.each(STAFF_ROLES)('removes a person with the role %s', async (role) => {
    const { id } = await createStaff(test, school.id, role);
    (await test.call(deleteInvite, asOwner(id))).ok();
    expect((await test.call(getInvite, asOwner(id))).status).toBe(404);
  });

  it('ends their sessions, links and login at once', async () => {
    const { id, email, token } = await createColleague();
    const second = await signIn(test, email);
    await test.call(forgotPassword, { body: { email } });
    const reset = await mailedToken(test, email);
    expect((await test.call(deleteInvite, asOwner(id))).status).toBe(204);
    for (const dead of [token, second])
      expect((await test.call(newsletterRoutes.listNewsletters, { token: dead })).status).toBe(401);
    expect((await test.call(login, { body: { user: { email, password: PASSWORD } } })).status).toBe(400);
    const body = { password: PASSWORD, password_confirmation: PASSWORD };
    expect((await test.call(changePassword, { params: { token: reset }, body })).status).toBe(400);
    expect((await test.call(deleteInvite, asOwner(id))).status).toBe(404);
  });

  it('keeps their newsletters and frees their address', async () => {
    const { id, email, token } = await createColleague();
    const draft = { title: 'Hers', layout_type: 'one_column' };
    const made = await test.call(newsletterRoutes.createNewsletter, { token, body: { news_letter: draft } });
    const newsletter = { params: { id: made.ok().news_letter.data.id }, token: school.owner.token };
    await test.call(deleteInvite, asOwner(id));
    expect((await test.call(newsletterRoutes.getNewsletter, newsletter)).status).toBe(200);
    expect(await registerPerson(test, email)).toBe(email);
  });
});

describe('the owner', () => {
  it.each([
    ['edited', updateInvite, { invite: { role: 'editor' } }],
    ['deleted', deleteInvite, undefined],
    ['withdrawn', withdrawInvite, undefined],
    ['given a temporary password', temporaryPassword, undefined],
  ] as const)('cannot be %s', async (_, row, body) => {
    const refused = await test.call(row, { ...asOwner(school.owner.id), body });
    expect(refused.status).toBe(403);
    expect(refused.error().error_message).toBe(INVITE_MESSAGES.owner);
    const { owner } = (await test.call(listInvites, { token: school.owner.token })).ok();
    expect(owner.data.id).toBe(school.owner.id);
  });

  it.each(['admin', 'editor'] as const)('cannot be managed by an %s', async (role) => {
    const { token } = await createStaff(test, school.id, role);
    const call = { token, params: { id: school.owner.id } };
    expect((await test.call(deleteInvite, call)).status).toBe(403);
    const body = { invite: { role: 'editor' } };
    expect((await test.call(updateInvite, { ...call, body })).status).toBe(403);
  });
});

describe('a temporary password', () => {
  it('ends the sessions, and allows only choosing a new password', async () => {
    const { id, email, token } = await createColleague();
    const { password } = (await test.call(temporaryPassword, asOwner(id))).ok();
    expect((await test.call(myProfile, { token })).status).toBe(401);
    expect((await test.call(login, { body: { user: { email, password: PASSWORD } } })).status).toBe(400);
    const session = await signIn(test, email, password);
    expect((await test.call(myProfile, { token: session })).ok().user.data.attributes).toMatchObject({
      need_change_password: true,
    });
    const refused = await test.call(newsletterRoutes.listNewsletters, { token: session });
    expect(refused.error().error_code).toBe(PASSWORD_CHANGE_REQUIRED);
    const again = { existing_password: password, password };
    expect((await test.call(updatePassword, { token: session, body: again })).error().errors).toEqual({
      password: [PEOPLE_MESSAGES.temporaryAgain],
    });
    const body = { existing_password: password, password: `${PASSWORD} 2` };
    (await test.call(updatePassword, { token: session, body })).ok();
    expect((await test.call(newsletterRoutes.listNewsletters, { token: session })).status).toBe(200);
    await test.jobs.settled();
    const subjects = test.mail.to(email).map(({ subject }) => subject);
    expect(subjects).toContain('Your Inkwell password was set by your school');
    expect(test.mail.to(email).some(({ text }) => text.includes(password))).toBe(false);
    expect(test.log.join('')).not.toContain(password);
  });

  it('lets nobody in once it has expired, and says so only to somebody who knows it', async () => {
    const app = await buildTestApp();
    const { owner, id: schoolId } = await createSchool(app);
    const { id, email } = await createStaff(app, schoolId, 'editor');
    const call = { token: owner.token, params: { id } };
    const tryIt = async (password: string) => {
      const answer = await app.call(login, { body: { user: { email, password } } });
      return [answer.status, answer.error().error_message];
    };
    const { password } = (await app.call(temporaryPassword, call)).ok();
    app.clock.advance(TEMPORARY_PASSWORD_DAYS * DAY_MS);
    expect(await tryIt(password)).toEqual([403, PEOPLE_MESSAGES.temporaryOver]);
    expect(await tryIt('Wrong but l0ng')).toEqual([400, ERROR_MESSAGES.login]);
    await proveAgain(app, owner);
    const again = (await app.call(temporaryPassword, call)).ok();
    const body = { existing_password: again.password, password: `${PASSWORD} 2` };
    (await app.call(updatePassword, { token: await signIn(app, email, again.password), body })).ok();
    app.clock.advance(TEMPORARY_PASSWORD_DAYS * DAY_MS);
    await signIn(app, email, `${PASSWORD} 2`);
    await app.close();
  });

  it('can be replaced by somebody who had guessed at the one before', async () => {
    const { id, email, token } = await createColleague();
    const body = { password: 'Wrong but l0ng' };
    for (let at = 0; at <= LIMITS.passwordCheck.max; at += 1)
      await test.call(confirmRoutes.confirmPerson, { token, body });
    const refused = await test.call(confirmRoutes.confirmPerson, { token, body: { password: PASSWORD } });
    expect(refused.status).toBe(429);
    const { password } = (await test.call(temporaryPassword, asOwner(id))).ok();
    const session = await signIn(test, email, password);
    const changed = { existing_password: password, password: `${PASSWORD} 2` };
    (await test.call(updatePassword, { token: session, body: changed })).ok();
  });

  it('activates somebody who never chose a password', async () => {
    const { id, email } = await createStaff(test, school.id, 'admin', { status: 'INACTIVE' });
    const { password } = (await test.call(temporaryPassword, asOwner(id))).ok();
    await signIn(test, email, password);
    const found = (await test.call(getInvite, asOwner(id))).ok();
    expect(found).toMatchObject({
      invite: { data: { attributes: { status: 'ACTIVE', need_change_password: true } } },
    });
  });

  it('follows the password rules, is hard to guess, and is new each time', async () => {
    const owner = await findUser(test.context.database, school.owner.id);
    if (owner === undefined) throw new Error('The owner is missing');
    const made = new Set<string>();
    for (let at = 0; at < 100; at += 1) made.add(await newTemporaryPassword(test.context, owner));
    expect(made.size).toBe(100);
    for (const password of made) {
      expect(password).toMatch(/^[a-zA-Z2-9]{4}(-[a-zA-Z2-9]{4}){2}$/);
      expect(newPassword.safeParse(password).success).toBe(true);
      expect((await strengthFor(test.context, owner, password))?.level).toMatch(/good|strong/);
    }
  });
});

it('asks again who it is before an administrator is invited, and not before others', async () => {
  const { owner } = await createSchool(test);
  await test.context.database
    .orm()
    .update(sessions)
    .set({ confirmedAt: new Date(test.clock.now().getTime() - SUDO_MS - 1) })
    .where(eq(sessions.userId, owner.id));
  for (const role of STAFF_ROLES) {
    const body = { invite: { ...newColleague(), role } };
    const answer = await test.call(inviteRoutes.createInvite, { token: owner.token, body });
    if (role === 'admin') expect(answer.error().error_code).toBe(CONFIRM_NEEDED);
    else answer.ok();
  }
});
