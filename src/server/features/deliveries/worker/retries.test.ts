import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { deliveryRoutes, GIVE_UP_MS } from '#contract/deliveries.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { SmtpMail } from '#server/platform/mail/smtp.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSendingSchool, deliverNow, deliveryOf, SENDER } from '#test/deliveries.ts';
import type { TestSchool } from '#test/factories.ts';
import { heading, publish, publishNewsletter } from '#test/newsletters.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** The recipients that a delivery did not reach: retried without delaying the others, and listed. */

const FULL = 'parent-1@home.example';

let sink: SmtpSink;
let mail: SmtpMail;
let test: TestApp;
let school: TestSchool;
let token: string;
let newsletter: string;
beforeAll(async () => {
  sink = await startSmtpSink();
  mail = new SmtpMail(sink.url, SENDER);
});
beforeEach(async () => {
  sink.reset();
  test = await buildTestApp({}, { mail });
  ({ school, token, newsletter } = await createSendingSchool(test));
  return () => test.close();
});
afterAll(async () => {
  await mail.close();
  await sink.close();
});

const deliver = () => deliverNow(test, token, newsletter);
const getDelivery = (id: string) => deliveryOf(test, token, id);
const failures = async (id: string) =>
  (await test.call(deliveryRoutes.listFailures, { token, params: { id } })).ok();
const arrived = (to: string) => sink.received.filter((mail) => mail.to === to).length;
const fillMailbox = () => {
  sink.decide = (to) =>
    to === FULL
      ? { kind: 'refuse', at: 'recipient', code: 452, words: '4.2.2 Mailbox full' }
      : { kind: 'take' };
};
async function advance(ms: number, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    test.clock.advance(ms);
    await test.jobs.due();
  }
}

it('a full mailbox does not prevent sending to new subscribers', async () => {
  fillMailbox();
  await createSubscribers(test, school.id, 3);
  const first = await deliver();
  expect(await getDelivery(first)).toMatchObject({ status: 'done', sent: 2, waiting: 1, postponed: 1 });
  const body = { subscriber: { first_name: 'New', last_name: 'Parent', email: 'new@home.example' } };
  (await test.call(subscriberRoutes.createSubscriber, { token, body })).ok();
  const second = await deliver();
  expect(await getDelivery(second)).toMatchObject({ status: 'done', sent: 1, total: 1 });
  // The first delivery retries its unreached recipient, who gets it once.
  sink.decide = () => ({ kind: 'take' });
  await advance(MINUTE_MS, 2);
  expect(await getDelivery(first)).toMatchObject({ status: 'done', sent: 3, waiting: 0, postponed: 0 });
  expect([arrived(FULL), arrived('new@home.example'), arrived('parent-2@home.example')]).toEqual([1, 1, 1]);
});

it('sends one summary within the hour, with the people still being tried', async () => {
  fillMailbox();
  await createSubscribers(test, school.id, 3);
  const id = await deliver();
  await advance(MINUTE_MS, 59);
  expect(arrived(school.owner.email)).toBe(0);
  await advance(MINUTE_MS, 2);
  const email = await sink.received.find(({ to }) => to === school.owner.email)?.open();
  expect(email?.subject).toBe('Sent: Autumn news');
  expect(email?.text).toContain('sent to 2 people');
  expect(email?.text).toContain('mail servers of 1 person ask us to come back later');
  await advance(MINUTE_MS * 60, (GIVE_UP_MS + DAY_MS) / (MINUTE_MS * 60));
  expect(await getDelivery(id)).toMatchObject({ status: 'done', waiting: 0, failed: 1 });
  expect(arrived(school.owner.email)).toBe(1);
});

it('is not done while anybody has not been tried', async () => {
  fillMailbox();
  await createSubscribers(test, school.id, 3);
  // The server goes down before everybody has been tried.
  sink.onArrival = async () => {
    sink.onArrival = () => undefined;
    sink.decide = () => ({ kind: 'refuse', at: 'recipient', code: 421, words: '4.7.0 Later' });
  };
  const id = await deliver();
  const { status, waiting, postponed } = await getDelivery(id);
  expect(status === 'done').toBe(waiting === postponed);
  fillMailbox();
  await advance(MINUTE_MS, 3);
  expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 2, waiting: 1, postponed: 1 });
  // The list of newsletters shows it, too.
  const { data } = (await test.call(newsletterRoutes.listNewsletters, { token })).ok().news_letter;
  const listed = data.find((each) => each.id === newsletter)?.attributes.last_delivery;
  expect(listed).toMatchObject({ status: 'done', waiting: 1 });
});

it('does not retry while the newsletter is unpublished, and ends when retries are given up', async () => {
  fillMailbox();
  await createSubscribers(test, school.id, 2);
  const id = await deliver();
  sink.decide = () => ({ kind: 'take' });
  await test.call(newsletterRoutes.unpublishNewsletter, { token, params: { id: newsletter } });
  await advance(MINUTE_MS, 5);
  expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 1, waiting: 1 });
  await publish(test, school.owner, newsletter);
  await test.jobs.run('delivery_sweep');
  expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 2, waiting: 0 });

  fillMailbox();
  await createSubscribers(test, school.id, 1, { email: FULL.replace('1', '0') });
  const other = await publishNewsletter(test, school.owner, { code: [heading('Winter')] });
  newsletter = other.id;
  const second = await deliver();
  await test.call(newsletterRoutes.unpublishNewsletter, { token, params: { id: newsletter } });
  test.clock.advance(GIVE_UP_MS + MINUTE_MS);
  await test.jobs.run('delivery_sweep');
  expect(await getDelivery(second)).toMatchObject({ status: 'done', waiting: 0, skipped: 1 });
});

it('lists skipped recipients with the reason, besides refused ones', async () => {
  await createSubscribers(test, school.id, 5);
  const set = (email: string, changes: Partial<typeof subscribers.$inferInsert>) =>
    test.context.database
      .orm()
      .update(subscribers)
      .set(changes)
      .where(and(eq(subscribers.schoolId, school.id), eq(subscribers.email, email)));
  await sink.down();
  const id = await deliver();
  await test.call(deliveryRoutes.pauseDelivery, { token, params: { id } });
  await sink.up();
  await set('parent-1@home.example', { status: 'unsubscribed' });
  await set('parent-2@home.example', { bouncedAt: test.clock.now(), bounceReason: 'No such user' });
  sink.decide = (to) =>
    to === 'parent-3@home.example'
      ? { kind: 'refuse', at: 'recipient', code: 550, words: '5.1.1 No such user' }
      : { kind: 'take' };
  await test.call(deliveryRoutes.resumeDelivery, { token, params: { id } });
  await advance(MINUTE_MS);
  const { failures: listed, total } = await failures(id);
  const reasons = listed.data.map(({ attributes }) => [attributes.email, attributes.reason]);
  expect(Object.fromEntries(reasons)).toEqual({
    'parent-1@home.example': 'left',
    'parent-2@home.example': 'refused',
    'parent-3@home.example': 'refused',
  });
  expect(total).toBe(3);
});

it('lists whom a cancelled delivery did not reach', async () => {
  await createSubscribers(test, school.id, 2);
  await sink.down();
  const id = await deliver();
  await test.call(deliveryRoutes.cancelDelivery, { token, params: { id } });
  await sink.up();
  const { failures: listed } = await failures(id);
  expect(listed.data.map(({ attributes }) => attributes.reason)).toEqual(['canceled', 'canceled']);
});

it('logs a scheduled delivery that is cancelled at its start as cancelled only', async () => {
  await createSubscribers(test, school.id, 2);
  const send_at = new Date(test.clock.now().getTime() + MINUTE_MS).toISOString();
  const call = { token, params: { id: newsletter }, body: { delivery: { send_at } } };
  const { id } = (await test.call(deliveryRoutes.createDelivery, call)).ok().delivery.data;
  // The job has read the delivery and is about to start it when a person cancels.
  const { database } = test.context;
  const forSchool = database.forSchool.bind(database);
  let calls = 0;
  database.forSchool = async (schoolId, work) => {
    calls += 1;
    if (calls === 1) {
      await test.call(deliveryRoutes.cancelDelivery, { token, params: { id } });
      database.forSchool = forSchool;
    }
    return await forSchool(schoolId, work);
  };
  await advance(MINUTE_MS);
  expect(await getDelivery(id)).toMatchObject({ status: 'canceled', sent: 0, total: 0 });
  const log = await test.call(auditRoutes.auditLog, { token, params: { id: school.id } });
  const actions = log.ok().audit_log.data.map(({ attributes }) => attributes.action);
  expect(actions.filter((action) => action.startsWith('send'))).toEqual([
    'send_plan_canceled',
    'send_planned',
  ]);
  expect(sink.received).toEqual([]);
});

it.each([
  [
    421,
    '4.7.28 Gmail has detected an unusual rate of mail originating from your address',
    'gmail.com',
    'Gmail',
  ],
  [451, '4.7.650 The mail server has been temporarily rate limited', 'hotmail.co.uk', 'Outlook and Hotmail'],
])(
  'leaves a receiver alone that asks to be sent less, for every school: %i %s',
  async (code, words, domain, name) => {
    const addresses = ['zoe', 'ivy', 'max'].map((who) => `${who}@${domain}`);
    let tried = 0;
    sink.decide = (to, at) => {
      if (!addresses.includes(to)) return { kind: 'take' };
      if (at === 'recipient') tried += 1;
      return { kind: 'refuse', at: 'recipient', code, words };
    };
    for (const email of addresses) await createSubscribers(test, school.id, 1, { email });
    await createSubscribers(test, school.id, 2);
    const first = await deliver();
    const waiting = await getDelivery(first);
    expect(waiting).toMatchObject({ status: 'sending', sent: 2, waiting: 3, failed: 0 });
    expect(waiting.trouble).toMatch(
      new RegExp(`^${name} asks us to send less for a time\\. Families there get it from `),
    );
    const other = await createSendingSchool(test);
    await createSubscribers(test, other.school.id, 1, { email: addresses[0] ?? '' });
    const asked = tried;
    const second = await deliverNow(test, other.token, other.newsletter);
    await advance(4 * MINUTE_MS);
    expect(tried).toBe(asked);
    // After another refusal it waits three times as long.
    await advance(MINUTE_MS);
    expect(tried).toBeGreaterThan(asked);
    sink.decide = () => ({ kind: 'take' });
    await advance(14 * MINUTE_MS);
    expect(await getDelivery(first)).toMatchObject({ status: 'sending', waiting: 3 });
    await advance(MINUTE_MS);
    expect(await getDelivery(first)).toMatchObject({ status: 'done', sent: 5, waiting: 0, trouble: null });
    expect(await deliveryOf(test, other.token, second)).toMatchObject({ status: 'done', sent: 1 });
    expect(addresses.map(arrived)).toEqual([2, 1, 1]);
  },
);

it('is not slowed by what is about one mailbox or about our own server', async () => {
  sink.decide = (to) =>
    to === 'zoe@gmail.com'
      ? { kind: 'refuse', at: 'recipient', code: 450, words: '4.2.1 The user is receiving mail too quickly' }
      : { kind: 'take' };
  for (const email of ['zoe@gmail.com', 'ivy@gmail.com'])
    await createSubscribers(test, school.id, 1, { email });
  expect(await getDelivery(await deliver())).toMatchObject({
    status: 'done',
    sent: 1,
    postponed: 1,
    trouble: null,
  });
});
