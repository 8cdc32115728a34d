import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { nextDigestDay } from '#contract/families/digest-day.ts';
import { groupRoutes } from '#contract/groups/groups.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { momentIn } from '#newsletter/values/time-zone.ts';
import { saveFamilySettings } from '#server/data/families/family-settings.ts';
import { openSession } from '#server/data/sessions.ts';
import { sendAgain } from '#server/features/deliveries/send-again.ts';
import { retryRejected } from '#server/features/deliveries/worker/recipient-claims.ts';
import { mailSourceOf } from '#server/features/newsletters/publishing/mail-source.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { deliveries, deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';
import { subscriberGroupMembers, subscribers } from '#server/platform/db/schema/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { callDeliver, createSendingSchool, deliverNow, type SendingSchool } from '#test/deliveries.ts';
import { A_SESSION } from '#test/factories.ts';
import { heading, publishNewsletter } from '#test/newsletters.ts';
import { createSubscribers, type TestSubscriber } from '#test/subscribers.ts';

/** A family has the newsletters that a digest brought it: no sending and no later digest brings them again. */

const WEEKDAY = 5;

let test: TestApp;
let at: SendingSchool;
beforeAll(async () => {
  test = await buildTestApp({ TRIAL_MAILS_PER_DAY: '1000' });
});
afterAll(() => test.close());
beforeEach(async () => {
  test.mail.sent.length = 0;
  at = await createSendingSchool(test);
  await saveFamilySettings(test.context.database, at.school.id, { digestWeekday: WEEKDAY });
});

let from = 0;
async function family(changes: Partial<TestSubscriber> = {}): Promise<TestSubscriber> {
  from += 1;
  const [row] = await createSubscribers(test, at.school.id, 1, changes, from);
  if (row === undefined) throw new Error('No subscriber was created');
  return row;
}

async function group(name: string, member: TestSubscriber): Promise<string> {
  const call = { token: at.token, body: { group: { name } } };
  const { id } = (await test.call(groupRoutes.createGroup, call)).ok().group.data;
  const row = { schoolId: at.school.id, groupId: id, subscriberId: member.id };
  await test.context.database.orm().insert(subscriberGroupMembers).values(row);
  return id;
}

async function choose({ id }: TestSubscriber, monthlyDigest: boolean): Promise<void> {
  await test.context.database.orm().update(subscribers).set({ monthlyDigest }).where(eq(subscribers.id, id));
}

const publishOne = async (title: string) =>
  (await publishNewsletter(test, at.school.owner, { title, code: [heading(title)] })).id;

async function sendDigest(): Promise<void> {
  const day = nextDigestDay(WEEKDAY, 'Europe/London', test.clock.now());
  const morning = momentIn('Europe/London', day, '07:00').getTime();
  test.clock.advance(morning - test.clock.now().getTime());
  await test.jobs.run('digest_sweep');
  await test.jobs.settled();
  test.clock.advance(HOUR_MS);
  // The session may have ended on the way.
  const token = await openSession(test.context, at.school.owner.id, A_SESSION);
  at = { ...at, token, school: { ...at.school, owner: { ...at.school.owner, token } } };
}

async function endMails(to: TestSubscriber, reason: string): Promise<void> {
  await test.context.database.query(
    `update delivery_recipients set state = 'failed', reason = $1 where subscriber_id = $2`,
    [reason, to.id],
  );
}

const audience = async (newsletter = at.newsletter) =>
  (await test.call(deliveryRoutes.audience, { token: at.token, params: { id: newsletter } })).ok().audience;
const subjects = (to: TestSubscriber) => test.mail.to(to.email).map(({ subject }) => subject);
const digest = expect.stringMatching(/^Our newsletters: /);

it('is not mailed to a family that leaves the digest', async () => {
  const anna = await family({ monthlyDigest: true });
  await deliverNow(test, at.token, at.newsletter);
  await sendDigest();
  expect(await audience()).toMatchObject({ recipients: 0, already_sent: 1, with_digest: 0 });
  await choose(anna, false);
  expect(await audience()).toMatchObject({ recipients: 0, already_sent: 1 });
  const ben = await family();
  const again = (await callDeliver(test, at.token, at.newsletter)).ok().delivery.data;
  await test.jobs.settled();
  expect(again.attributes.total).toBe(1);
  expect([subjects(anna), subjects(ben)]).toEqual([[digest], ['Autumn news']]);
});

it('is only what was for the family, from a digest that reached it', async () => {
  const four = await family({ monthlyDigest: true });
  const six = await family({ monthlyDigest: true });
  const missed = await family({ monthlyDigest: true });
  const any = [await group('Year 4', four)];
  await deliverNow(test, at.token, at.newsletter);
  const swims = await publishOne('Year 4 swims');
  (await callDeliver(test, at.token, swims, { groups: { any, none: [] } })).ok();
  await test.jobs.settled();
  await sendDigest();
  await endMails(missed, 'rejected');
  for (const each of [four, six, missed]) await choose(each, false);
  expect(await audience()).toMatchObject({ recipients: 1, already_sent: 2 });
  expect(await audience(swims)).toMatchObject({ recipients: 2, already_sent: 1 });
  await deliverNow(test, at.token, swims);
  expect(subjects(four)).toEqual([digest]);
  for (const each of [six, missed]) expect(subjects(each)).toEqual([digest, 'Year 4 swims']);
});

it('is not mailed by the operator to a family whose own mail of it had failed', async () => {
  const anna = await family();
  const id = await deliverNow(test, at.token, at.newsletter);
  await endMails(anna, 'rejected');
  await choose(anna, true);
  await sendDigest();
  expect(subjects(anna)).toEqual(['Autumn news', digest]);
  expect(await sendAgain(test.context, mailSourceOf, id, { failedOnly: true })).toBe(0);
});

it('is in no later digest, even if it is sent again to others', async () => {
  const plan = {
    subscriptionStatus: 'active',
    subscriptionPlan: 'monthly',
    subscriptionEndDate: null,
  } as const;
  await test.context.database.orm().update(schools).set(plan).where(eq(schools.id, at.school.id));
  const anna = await family({ monthlyDigest: true });
  await deliverNow(test, at.token, at.newsletter);
  await sendDigest();
  await deliverNow(test, at.token, await publishOne('Winter news'));
  await sendDigest();
  await family();
  await deliverNow(test, at.token, at.newsletter);
  await deliverNow(test, at.token, await publishOne('Spring news'));
  const late = await family({ monthlyDigest: true });
  await sendDigest();
  const titles = (to: TestSubscriber) =>
    test.mail.to(to.email).map(({ text }) => text.match(/^(Autumn|Winter|Spring) news$/gm)?.toSorted());
  expect(titles(anna)).toEqual([['Autumn news'], ['Winter news'], ['Spring news']]);
  expect(titles(late)).toEqual([['Autumn news', 'Spring news']]);
});

it('is tried again with its digest for those alone whose mail of the digest was refused', async () => {
  const [anna, ben] = [await family({ monthlyDigest: true }), await family({ monthlyDigest: true })];
  await deliverNow(test, at.token, at.newsletter);
  await sendDigest();
  await endMails(anna, 'rejected');
  const { database, clock } = test.context;
  const isDigest = and(eq(deliveries.schoolId, at.school.id), isNotNull(deliveries.digestMonth));
  const [row] = await database.orm().select().from(deliveries).where(isDigest);
  if (row === undefined) throw new Error('No digest was sent');
  await retryRejected(database, row, clock.now());
  const { subscriberId, state, reason } = recipients;
  const found = await database
    .orm()
    .select({ subscriberId, state, reason })
    .from(recipients)
    .where(eq(recipients.deliveryId, row.id))
    .orderBy(recipients.id);
  expect(found).toEqual([
    { subscriberId: anna.id, state: 'waiting', reason: null },
    { subscriberId: ben.id, state: 'sent', reason: null },
  ]);
});
