import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { DELIVERY_MESSAGES, deliveryRoutes } from '#contract/deliveries.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { callDeliver, createSendingSchool } from '#test/deliveries.ts';
import { createStaff, freshEmail, type TestPerson, type TestSchool } from '#test/factories.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** The reply address of newsletters. Threat 45. */

const OFFICE = 'office@elmgrove.example';

let test: TestApp;
let school: TestSchool;
let token: string;
let id: string;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.mail.sent.length = 0;
  ({ school, token, newsletter: id } = await createSendingSchool(test));
  await createSubscribers(test, school.id, 1);
});

const deliver = (delivery: object = {}) => callDeliver(test, token, id, delivery);
const plan = async (reply_to?: string) => {
  const send_at = new Date(test.clock.now().getTime() + HOUR_MS).toISOString();
  return (await deliver({ send_at, reply_to })).ok().delivery.data.id;
};
const reachSendTime = async () => {
  test.clock.advance(HOUR_MS);
  await test.jobs.due();
};
const change = (changes: Partial<typeof schools.$inferInsert>) =>
  test.context.database.orm().update(schools).set(changes).where(eq(schools.id, school.id));
const remove = async (person: TestPerson) => {
  (await test.call(inviteRoutes.deleteInvite, { token, params: { id: person.id } })).ok();
};
const replies = () => test.mail.to('parent-1@home.example').map(({ replyTo }) => replyTo?.address);
const logged = async (action: string) => {
  const { data } = (await test.call(auditRoutes.auditLog, { token, params: { id: school.id } })).ok()
    .audit_log;
  const lines = data.filter(({ attributes }) => attributes.action === action);
  return lines.map(({ attributes: { actor, details } }) => ({ actor, ...details }));
};

it('go to the owner until the school’s address is confirmed, even if that address is requested', async () => {
  await change({ confirmedEmail: null });
  const { mail } = (await test.call(deliveryRoutes.audience, { token, params: { id } })).ok();
  expect(mail.reply_to).toBe(school.owner.email);
  const refused = await deliver({ reply_to: OFFICE });
  expect(refused.error().errors).toEqual({ reply_to: [DELIVERY_MESSAGES.replyToUnconfirmed] });
  (await deliver()).ok();
  await test.jobs.settled();
  expect(replies()).toEqual([school.owner.email]);
});

it('go to the school’s address if a member of staff has it', async () => {
  await change({ confirmedEmail: null });
  const office = await createStaff(test, school.id, 'editor', { email: freshEmail() });
  await change({ email: office.email });
  (await deliver()).ok();
  await test.jobs.settled();
  expect(replies()).toEqual([office.email]);
});

it('do not go to the school’s former address', async () => {
  await change({ email: freshEmail() });
  expect((await deliver({ reply_to: OFFICE })).error().errors).toEqual({
    reply_to: [DELIVERY_MESSAGES.replyTo],
  });
});

it('replies to a scheduled delivery go to the chosen person while they are on the staff', async () => {
  const editor = await createStaff(test, school.id, 'editor');
  await plan(editor.email);
  await reachSendTime();
  expect(replies()).toEqual([editor.email]);
  expect(await logged('send_replies_moved')).toEqual([]);
});

it('replies to a scheduled delivery go to the school once the chosen person has left, and the change is logged', async () => {
  const editor = await createStaff(test, school.id, 'editor');
  await plan(editor.email);
  await remove(editor);
  await reachSendTime();
  expect(replies()).toEqual([OFFICE]);
  expect(await logged('send_replies_moved')).toMatchObject([{ actor: '', from: editor.email, to: OFFICE }]);
  expect(await logged('send')).toMatchObject([{ reply_to: OFFICE }]);
});

it('replies to a scheduled delivery go to the owner if the school’s new address is not confirmed', async () => {
  await plan();
  await change({ email: freshEmail() });
  await reachSendTime();
  expect(replies()).toEqual([school.owner.email]);
  const moved = { from: OFFICE, to: school.owner.email };
  expect(await logged('send_replies_moved')).toMatchObject([moved]);
});

it('addresses for replies to a paused delivery are checked again when it resumes', async () => {
  const editor = await createStaff(test, school.id, 'editor');
  const delivery = await plan(editor.email);
  // Resembles a delivery that was paused before its first mail.
  await test.context.database
    .orm()
    .update(deliveries)
    .set({ status: 'paused' })
    .where(eq(deliveries.id, delivery));
  await remove(editor);
  const resumed = await test.call(deliveryRoutes.resumeDelivery, { token, params: { id: delivery } });
  expect(resumed.ok().delivery.data.attributes.reply_to).toBe(OFFICE);
  expect(await logged('send_replies_moved')).toMatchObject([{ from: editor.email, to: OFFICE }]);
  await test.jobs.settled();
});
