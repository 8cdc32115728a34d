import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { LINK_LIFETIME } from '#contract/people.ts';
import { MAILS_PER_HOUR } from '#contract/rules/mail-limits.ts';
import { SCHOOL_MESSAGES, schoolRoutes } from '#contract/school.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { mailedTokens } from '#server/platform/db/schema/people.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { uploadedLogo } from '#test/examples/schools.ts';
import {
  createPerson,
  createSchool,
  createStaff,
  freshEmail,
  mailedToken,
  type TestSchool,
} from '#test/factories.ts';

/** Confirming the school's e-mail address. Threat 45. */

const { confirmSchoolEmail, mySchool, requestEmailConfirmation, updateSchool } = schoolRoutes;

let test: TestApp;
let school: TestSchool;
beforeEach(async () => {
  test = await buildTestApp();
  school = await createSchool(test);
});
afterEach(async () => await test.close());

const enter = async (email: string) => {
  const { token } = school.owner;
  const call = { token, params: { id: school.id }, body: { school: { email } } };
  return (await test.call(updateSchool, call)).ok().school.data.attributes.email_confirmed;
};
const isConfirmed = async () =>
  (await test.call(mySchool, { token: school.owner.token })).ok().school.data?.attributes.email_confirmed;
const confirm = (token: string) => test.call(confirmSchoolEmail, { params: { token } });
const askAgain = (ip = '192.0.2.1') =>
  test.call(requestEmailConfirmation, { token: school.owner.token, params: { id: school.id }, ip });
const mailsTo = async (email: string) => {
  await test.jobs.settled();
  return test.mail.to(email);
};

it('confirms a changed address by a mailed link, once, and records it in the log', async () => {
  const email = freshEmail();
  expect(await isConfirmed()).toBe(true);
  expect(await enter(email)).toBe(false);
  const [mail, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Is this the email address of Elm Grove Primary?');
  expect(mail?.text).toContain('within 7 days');
  const token = await mailedToken(test, email);
  const address = `/confirm-school-email?token=${token}`;
  expect(mail?.text).toContain(address);
  const rows = await test.context.database.orm().select().from(mailedTokens);
  expect(JSON.stringify(rows)).not.toContain(token);
  // Opening the link changes nothing, as mail scanners follow links.
  expect((await test.app.inject({ method: 'GET', url: address })).statusCode).not.toBe(404);
  const looked = await test.app.inject({ method: 'GET', url: `/api/v1/schools/confirm_email/${token}` });
  expect(looked.statusCode).toBe(404);
  expect(await isConfirmed()).toBe(false);
  expect((await confirm(token)).ok().message).toBe(SCHOOL_MESSAGES.emailConfirmed);
  expect(await isConfirmed()).toBe(true);
  expect((await confirm(token)).error().error_message).toBe(ERROR_MESSAGES.deadLink);
  const log = { token: school.owner.token, params: { id: school.id } };
  const lines = (await test.call(auditRoutes.auditLog, log)).ok().audit_log.data;
  expect(lines.map(({ attributes }) => attributes)).toContainEqual(
    expect.objectContaining({ action: 'school_email_confirmed', actor: '', subject: email }),
  );
});

it('is requested for a new school’s address', async () => {
  const person = await createPerson(test);
  const email = freshEmail();
  const logo = await uploadedLogo(test, { ...person, schoolId: null });
  const body = { school: { name: 'Ash Grove', email, phone: '020 7946 0000', logo } };
  const made = await test.call(schoolRoutes.createSchool, { token: person.token, body });
  expect(made.ok().school.data.attributes.email_confirmed).toBe(false);
  expect(await mailsTo(email)).toHaveLength(1);
});

it('needs no mail if the address belongs to active staff', async () => {
  expect(await enter(school.owner.email)).toBe(true);
  const editor = await createStaff(test, school.id, 'editor');
  expect(await enter(editor.email)).toBe(true);
  const invited = await createStaff(test, school.id, 'editor', { status: 'INACTIVE' });
  expect(await enter(invited.email)).toBe(false);
  const stranger = await createSchool(test);
  expect(await enter(stranger.owner.email)).toBe(false);
  expect(await mailsTo(school.owner.email)).toEqual([]);
  expect(await mailsTo(editor.email)).toEqual([]);
  expect(await mailsTo(stranger.owner.email)).toHaveLength(1);
});

it('is missing in schools from before the feature, and can be requested', async () => {
  await test.context.database
    .orm()
    .update(schools)
    .set({ confirmedEmail: null })
    .where(eq(schools.id, school.id));
  expect(await isConfirmed()).toBe(false);
  expect((await askAgain()).status).toBe(202);
  await confirm(await mailedToken(test, 'office@elmgrove.example'));
  expect(await isConfirmed()).toBe(true);
  expect((await askAgain()).error().error_message).toBe(SCHOOL_MESSAGES.emailAlreadyConfirmed);
});

it('accepts only the newest link, for seven days, and only for the current address', async () => {
  const [first, second] = [freshEmail(), freshEmail()];
  await enter(first);
  const old = await mailedToken(test, first);
  expect((await askAgain()).status).toBe(202);
  const anew = await mailedToken(test, first);
  expect((await confirm(old)).status).toBe(400);
  await enter(second);
  const last = await mailedToken(test, second);
  expect((await confirm(anew)).status).toBe(400);
  test.clock.advance(LINK_LIFETIME.confirm_school_email);
  expect((await confirm(last)).status).toBe(400);
  expect(await isConfirmed()).toBe(false);
});

it('ends when the address changes, and is not requested for an unchanged address', async () => {
  const email = freshEmail();
  await enter(email);
  await enter(email);
  expect(await mailsTo(email)).toHaveLength(1);
  const token = await mailedToken(test, email);
  // A link mailed to another address does not confirm this one.
  const other = freshEmail();
  await enter(other);
  await mailsTo(other);
  expect((await confirm(token)).status).toBe(400);
  expect(await isConfirmed()).toBe(false);
});

it('cannot be used to mail a stranger repeatedly', async () => {
  const email = freshEmail();
  const { mailbox } = MAILS_PER_HOUR.schoolEmail;
  await enter(email);
  for (let at = 1; at < mailbox; at++) expect((await askAgain(`198.51.${at}.1`)).status).toBe(202);
  const refused = await askAgain('203.0.113.1');
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBeDefined();
  expect(await mailsTo(email)).toHaveLength(mailbox);
  // Changing addresses does not get around it: the school has its own limit.
  const others = [freshEmail(), freshEmail()];
  for (const each of others) expect(await enter(each)).toBe(false);
  const mails = await Promise.all(others.map(mailsTo));
  expect(mails).toEqual([[], []]);
});
