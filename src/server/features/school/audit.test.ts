import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS, auditRoutes } from '#contract/audit.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { users } from '#server/platform/db/schema/core.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { newColleague } from '#test/examples/schools.ts';
import {
  createSchool,
  createStaff,
  freshEmail,
  mailedToken,
  registerPerson,
  signIn,
  type TestSchool,
} from '#test/factories.ts';

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

it('lists who did what to whom, newest first', async () => {
  const school = await createSchool(test, { name: 'Elm Grove' });
  const { token, email } = school.owner;
  const params = { id: school.id };
  const ada = newColleague();
  // Entries are ordered by time first, so the clock advances before each call.
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
  const newsletterForm = { news_letter: { title: 'Spring', layout_type: 'one_column' } };
  const made = await make(newsletterRoutes.createNewsletter, { token: ben.token, body: newsletterForm });
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
  const about = (person_id: string) => ({ person_id });
  const found = await lines(school);
  expect(found).toEqual(
    [
      by(email, 'person_invited', 'Ada Bell', { role: 'editor', ...about(invite.data.id) }),
      by(email, 'invitation_sent_again', 'Ada Bell', { role: 'editor', ...about(invite.data.id) }),
      by(email, 'invitation_withdrawn', 'Ada Bell', about(invite.data.id)),
      by(email, 'role_changed', 'Ben Cole', { from: 'editor', to: 'admin', ...about(ben.id) }),
      by(email, 'person_renamed', 'Ben Cole', { to: 'Benjamin Cole', ...about(ben.id) }),
      by(email, 'branding_edited', 'Elm Grove', { fields: ['primary colour'] }),
      by(email, 'school_renamed', 'Elm Grove', { to: 'Ash Grove' }),
      // A removed person is still named.
      by('Benjamin Cole', 'newsletter_published', 'Spring', { news_letter_id: newsletter.params.id }),
      by('Benjamin Cole', 'newsletter_unpublished', 'Spring', { news_letter_id: newsletter.params.id }),
      by('Benjamin Cole', 'newsletter_deleted', 'Spring', { news_letter_id: newsletter.params.id }),
      by(email, 'temporary_password_set', 'Benjamin Cole', about(ben.id)),
      by(email, 'person_removed', 'Benjamin Cole', about(ben.id)),
    ].reverse(),
  );
  for (const { action } of found) expect(Object.keys(AUDIT_ACTIONS)).toContain(action);
});

it('keeps the order of entries within one millisecond', async () => {
  const school = await createSchool(test, { name: 'Name 0' });
  const { token } = school.owner;
  const params = { id: school.id };
  for (let n = 1; n <= 10; n += 1)
    await test.call(schoolRoutes.updateSchool, { token, params, body: { school: { name: `Name ${n}` } } });
  const { data } = (await log(school)).audit_log;
  expect(new Set(data.map(({ attributes }) => attributes.created_at)).size).toBe(1);
  const names = data.map(({ attributes }) => attributes.subject);
  expect(names).toEqual(Array.from({ length: 10 }, (_, at) => `Name ${9 - at}`));
});

it('records password changes and resets by link', async () => {
  const school = await createSchool(test);
  const ada = await createStaff(test, school.id, 'editor', { firstName: 'Ada', lastName: 'Bell' });
  const [first, second] = ['An0ther quill', 'A th1rd quill'];
  await test.call(peopleRoutes.forgotPassword, { body: { email: ada.email } });
  const params = { token: await mailedToken(test, ada.email) };
  const chosen = { password: first, password_confirmation: first };
  (await test.call(peopleRoutes.changePassword, { params, body: chosen })).ok();
  const token = await signIn(test, ada.email, first);
  const body = { existing_password: first, password: second };
  (await test.call(peopleRoutes.updatePassword, { token, body })).ok();
  const found = (await log(school)).audit_log.data.map(({ attributes }) => attributes);
  expect(found).toMatchObject([
    { action: 'own_password_changed', actor: 'Ada Bell', subject: '', details: {} },
    { action: 'logged_in', actor: 'Ada Bell', subject: '', details: { by: 'password' } },
    { action: 'own_password_reset', actor: 'Ada Bell', subject: '', details: {} },
  ]);
});

it('records nothing when nothing changes', async () => {
  const school = await createSchool(test);
  const { token, email } = school.owner;
  await test.call(inviteRoutes.createInvite, { token, body: { invite: { ...newColleague(), email } } });
  const same = { school: { phone: '020-7946-0000' } };
  await test.call(schoolRoutes.updateSchool, { token, params: { id: school.id }, body: same });
  await test.call(inviteRoutes.deleteInvite, { token, params: { id: school.owner.id } });
  expect(await lines(school)).toEqual([]);
});

it('is paged, and only for the school’s owner and admins', async () => {
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

describe('somebody who changes their name, acts and changes it back', () => {
  it('is exposed by each entry’s account and role, and by the renamings', async () => {
    const school = await createSchool(test, { name: 'Elm Grove' });
    const ann = await createStaff(test, school.id, 'admin', { firstName: 'Ann', lastName: 'Bell' });
    const ben = await createStaff(test, school.id, 'editor', { firstName: 'Ben', lastName: 'Cole' });
    const { token } = ben;
    const call: TestApp['call'] = async (...given: Parameters<TestApp['call']>) => {
      test.clock.advance(1);
      return await test.call(...given);
    };
    const rename = (first_name: string, last_name: string) =>
      call(peopleRoutes.updateProfile, { token, body: { user: { first_name, last_name } } });
    const newsletterForm = { news_letter: { title: 'Spring', layout_type: 'one_column' } };
    const made = await call(newsletterRoutes.createNewsletter, { token: ann.token, body: newsletterForm });
    const params = { id: made.ok().news_letter.data.id };
    const retitle = (title: string) =>
      call(newsletterRoutes.updateNewsletter, { token, params, body: { title } });
    await call(newsletterRoutes.publishNewsletter, { token: ann.token, params });
    await rename('Ann', 'Bell');
    await retitle('Summer');
    await call(newsletterRoutes.unpublishNewsletter, { token, params });
    await retitle('Spring');
    await rename('Ben', 'Cole');
    await call(inviteRoutes.deleteInvite, { token: school.owner.token, params: { id: ben.id } });
    const entries = (await log(school)).audit_log.data.map(({ attributes }) => attributes).reverse();
    const about = { news_letter_id: params.id };
    const byBen = { actor_id: ben.id, actor_role: 'editor' };
    expect(entries).toMatchObject([
      {
        action: 'newsletter_published',
        subject: 'Spring',
        actor: 'Ann Bell',
        actor_id: ann.id,
        actor_role: 'admin',
      },
      { action: 'own_name_changed', actor: 'Ben Cole', ...byBen, details: { to: 'Ann Bell' } },
      { action: 'newsletter_renamed', subject: 'Spring', ...byBen, details: { to: 'Summer', ...about } },
      { action: 'newsletter_unpublished', subject: 'Summer', actor: 'Ann Bell', ...byBen, details: about },
      { action: 'newsletter_renamed', subject: 'Summer', ...byBen, details: { to: 'Spring', ...about } },
      { action: 'own_name_changed', actor: 'Ann Bell', ...byBen, details: { to: 'Ben Cole' } },
      { action: 'person_removed', subject: 'Ben Cole', actor_id: school.owner.id, actor_role: 'owner' },
    ]);
    expect(entries).toHaveLength(7);
  });

  it('records a changed e-mail address, which names a person without a name', async () => {
    const school = await createSchool(test);
    const email = await registerPerson(test);
    const orm = test.context.database.orm();
    await orm.update(users).set({ schoolId: school.id, role: 'editor' }).where(eq(users.email, email));
    const next = freshEmail();
    const user = { email: next };
    (await test.call(peopleRoutes.updateProfile, { token: await signIn(test, email), body: { user } })).ok();
    (await test.call(peopleRoutes.confirmEmail, { params: { token: await mailedToken(test, next) } })).ok();
    expect((await lines(school))[0]).toEqual({
      action: 'own_email_changed',
      subject: '',
      actor: email,
      details: { to: next },
    });
  });
});
