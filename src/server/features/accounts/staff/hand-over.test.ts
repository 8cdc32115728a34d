import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { CONFIRM_NEEDED, ERROR_MESSAGES } from '#contract/errors.ts';
import { INVITE_MESSAGES, inviteRoutes } from '#contract/invites.ts';
import { peopleRoutes } from '#contract/people.ts';
import { SUDO_MS } from '#contract/route.ts';
import { updateUser } from '#server/data/users.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestPerson, type TestSchool } from '#test/factories.ts';
import { handOver } from './hand-over.ts';

let test: TestApp;
let school: TestSchool;
let admin: TestPerson;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  school = await createSchool(test);
  admin = await createStaff(test, school.id, 'admin', { firstName: 'Fola', lastName: 'Hart' });
});

const makeOwner = ({ id }: { id: string }, by: TestPerson = school.owner) =>
  test.call(inviteRoutes.makeOwner, { token: by.token, params: { id } });
const roleOf = async ({ token }: TestPerson) =>
  (await test.call(peopleRoutes.myProfile, { token })).ok().user.data.attributes.role;

it('makes an admin the owner and the owner an admin, and notifies both', async () => {
  expect((await makeOwner(admin)).status).toBe(204);
  expect([await roleOf(admin), await roleOf(school.owner)]).toEqual(['owner', 'admin']);
  const staff = (await test.call(inviteRoutes.listInvites, { token: admin.token })).ok();
  expect(staff.owner.data.id).toBe(admin.id);
  expect(staff.invites.data.map(({ id, attributes }) => [id, attributes.role])).toEqual([
    [school.owner.id, 'admin'],
  ]);
  expect((await test.call(inviteRoutes.listInvites, { token: school.owner.token })).status).toBe(403);
  await test.jobs.settled();
  expect(test.mail.to(admin.email).at(-1)?.subject).toContain('You are the owner of');
  expect(test.mail.to(school.owner.email).at(-1)?.subject).toContain('Fola Hart is the owner of');
  const log = await test.call(auditRoutes.auditLog, { token: admin.token, params: { id: school.id } });
  expect(log.ok().audit_log.data.map(({ attributes }) => attributes.action)).toContain('owner_changed');
});

it('asks again who the person is', async () => {
  test.clock.advance(SUDO_MS + 1000);
  expect((await makeOwner(admin)).error().error_code).toBe(CONFIRM_NEEDED);
  expect(await roleOf(school.owner)).toBe('owner');
});

it('is only for active admins of the school', async () => {
  const editor = await createStaff(test, school.id, 'editor');
  const gone = await createStaff(test, school.id, 'admin');
  await updateUser(test.context.database, gone.id, { status: 'INACTIVE' });
  for (const person of [editor, gone]) {
    const refused = await makeOwner(person);
    expect([refused.status, refused.error().error_message]).toEqual([409, INVITE_MESSAGES.notAdmin]);
  }
  const stranger = await createStaff(test, (await createSchool(test)).id, 'admin');
  expect((await makeOwner(stranger)).status).toBe(404);
  expect((await makeOwner(school.owner)).status).toBe(403);
  expect((await makeOwner(admin, admin)).status).toBe(403);
  expect(await roleOf(school.owner)).toBe('owner');
});

it('is refused to somebody who was the owner when the call began', async () => {
  const caller = { sessionId: '', personId: school.owner.id, schoolId: school.id, role: 'owner' } as const;
  const other = await createStaff(test, school.id, 'admin');
  (await makeOwner(admin)).ok();
  await expect(handOver(test.context, caller, other.id)).rejects.toMatchObject({
    message: INVITE_MESSAGES.notOwner,
  });
  expect(await roleOf(admin)).toBe('owner');
});

it('leaves one owner, however many are made at once', async () => {
  const others = [
    admin,
    await createStaff(test, school.id, 'admin'),
    await createStaff(test, school.id, 'admin'),
  ];
  const answers = await Promise.all(others.map((person) => makeOwner(person)));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 204);
  expect(refused.map(({ status }) => status)).toEqual([403, 403]);
  // A call that begins after the change is refused before it is looked at.
  for (const each of refused)
    expect([INVITE_MESSAGES.notOwner, ERROR_MESSAGES.forbidden]).toContain(each.error().error_message);
  const roles = await Promise.all([school.owner, ...others].map(roleOf));
  expect(roles.sort()).toEqual(['admin', 'admin', 'admin', 'owner']);
});
