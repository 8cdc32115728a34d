import { afterAll, beforeAll, expect, it } from 'vitest';
import { AUDIT_ACTIONS, auditRoutes } from '#contract/audit.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { newColleague } from '#test/examples.ts';
import { createSchool, createStaff, type TestSchool } from '#test/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => await test.close());

async function log({ owner, id }: TestSchool, query: Record<string, string> = {}, token = owner.token) {
  return (await test.call(auditRoutes.auditLog, { token, params: { id }, query })).ok();
}
const lines = async (school: TestSchool) =>
  (await log(school, { per_page: '100' })).audit_log.data.map(
    ({ attributes: { action, subject, actor, details } }) => ({
      action,
      subject,
      actor,
      details,
    }),
  );

it('tells who did what to whom, the newest first', async () => {
  const school = await createSchool(test, { name: 'Elm Grove' });
  const { token, email } = school.owner;
  const params = { id: school.id };
  const ada = newColleague();
  // One after the other also by the clock, by which they are ordered.
  const make: TestApp['call'] = async (...call: Parameters<TestApp['call']>) => {
    test.clock.advance(1);
    return await test.call(...call);
  };
  const { invite } = (await make(inviteRoutes.createInvite, { token, body: { invite: ada } })).ok();
  await make(inviteRoutes.createInvite, { token, body: { invite: ada } });
  await make(inviteRoutes.withdrawInvite, { token, params: { id: invite.data.id } });
  const ben = await createStaff(test, school.id, 'editor', { firstName: 'Ben', lastName: 'Cole' });
  for (const change of [{ role: 'admin' }, { first_name: 'Benjamin' }])
    await make(inviteRoutes.updateInvite, { token, params: { id: ben.id }, body: { invite: change } });
  for (const change of [{ primary_color: '#123456' }, { name: 'Ash Grove', phone: '020-7946-0000' }])
    await make(schoolRoutes.updateSchool, { token, params, body: { school: change } });
  const letter = { news_letter: { title: 'Spring', layout_type: 'one_column' } };
  const made = await make(newsletterRoutes.createNewsletter, { token: ben.token, body: letter });
  const newsletter = { token: ben.token, params: { id: made.ok().news_letter.data.id } };
  await make(newsletterRoutes.publishNewsletter, newsletter);
  await make(newsletterRoutes.unpublishNewsletter, newsletter);
  await make(newsletterRoutes.deleteNewsletter, newsletter);
  await make(inviteRoutes.temporaryPassword, { token, params: { id: ben.id } });
  await make(inviteRoutes.deleteInvite, { token, params: { id: ben.id } });
  const by = (actor: string, action: string, subject: string, details: object = {}) => ({
    action,
    subject,
    actor,
    details,
  });
  const found = await lines(school);
  expect(found).toEqual(
    [
      by(email, 'person_invited', 'Ada Bell', { role: 'editor' }),
      by(email, 'invitation_sent_again', 'Ada Bell', { role: 'editor' }),
      by(email, 'invitation_withdrawn', 'Ada Bell'),
      by(email, 'role_changed', 'Ben Cole', { from: 'editor', to: 'admin' }),
      by(email, 'person_edited', 'Ben Cole', { fields: ['first name'] }),
      by(email, 'branding_edited', 'Elm Grove', { fields: ['primary colour'] }),
      by(email, 'school_edited', 'Elm Grove', { fields: ['name'] }),
      // Who is gone by now is still named.
      by('Benjamin Cole', 'newsletter_published', 'Spring'),
      by('Benjamin Cole', 'newsletter_unpublished', 'Spring'),
      by('Benjamin Cole', 'newsletter_deleted', 'Spring'),
      by(email, 'temporary_password_set', 'Benjamin Cole'),
      by(email, 'person_removed', 'Benjamin Cole'),
    ].reverse(),
  );
  for (const { action } of found) expect(Object.keys(AUDIT_ACTIONS)).toContain(action);
});

it('writes nothing about what did not happen', async () => {
  const school = await createSchool(test);
  const { token, email } = school.owner;
  await test.call(inviteRoutes.createInvite, { token, body: { invite: { ...newColleague(), email } } });
  const same = { school: { phone: '020-7946-0000' } };
  await test.call(schoolRoutes.updateSchool, { token, params: { id: school.id }, body: same });
  await test.call(inviteRoutes.deleteInvite, { token, params: { id: school.owner.id } });
  expect(await lines(school)).toEqual([]);
});

it('comes in pages, to the owner and admins of the school alone', async () => {
  const school = await createSchool(test);
  const admin = await createStaff(test, school.id, 'admin');
  const editor = await createStaff(test, school.id, 'editor');
  for (let n = 0; n < 3; n += 1)
    await test.call(inviteRoutes.createInvite, {
      token: school.owner.token,
      body: { invite: newColleague() },
    });
  const page = await log(school, { page: '2', per_page: '2' }, admin.token);
  expect(page).toMatchObject({ total: 3, total_pages: 2 });
  expect(page.audit_log.data).toHaveLength(1);
  const params = { id: school.id };
  expect((await test.call(auditRoutes.auditLog, { token: editor.token, params })).status).toBe(403);
});
