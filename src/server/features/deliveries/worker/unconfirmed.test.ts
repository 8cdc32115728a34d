import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { mailReportRoutes } from '#contract/mail/mail-reports.ts';
import { HOUR_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { sendAgain } from '#server/features/deliveries/send-again.ts';
import { mailSourceOf } from '#server/features/newsletters/publishing/mail-source.ts';
import { countsAsReceived, deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';
import { SmtpMail } from '#server/platform/mail/smtp.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { callDeliver, createSendingSchool, deliverNow, deliveryOf, SENDER } from '#test/deliveries.ts';
import type { TestSchool } from '#test/factories.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** A mail that the mail server takes and never confirms: it may have arrived, so its family counts as having the newsletter. */

const SECRET = 'of-postmark-alone';
const CUT = 'parent-2@home.example';

let sink: SmtpSink;
let mail: SmtpMail;
let test: TestApp;
let school: TestSchool;
let token: string;
let newsletter: string;
let id: string;
beforeAll(async () => {
  sink = await startSmtpSink();
  mail = new SmtpMail(sink.url, SENDER);
  test = await buildTestApp({ MAIL_PROVIDER: 'postmark', MAIL_PROVIDER_SECRET: SECRET }, { mail });
});
beforeEach(async () => {
  sink.reset();
  ({ school, token, newsletter } = await createSendingSchool(test));
  await createSubscribers(test, school.id, 3);
  sink.decide = (to, at) => ({ kind: at === 'data' && to === CUT ? 'drop' : 'take' });
  id = await deliverNow(test, token, newsletter);
  await advance(MINUTE_MS, 10);
  sink.decide = () => ({ kind: 'take' });
});
afterAll(async () => {
  await test.close();
  await mail.close();
  await sink.close();
});

async function advance(ms: number, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    test.clock.advance(ms);
    await test.jobs.due();
  }
}

const copies = () => sink.received.filter(({ to }) => to === CUT);
const failures = async () =>
  (await test.call(deliveryRoutes.listFailures, { token, params: { id } }))
    .ok()
    .failures.data.map(({ attributes: { email, reason } }) => ({ email, reason }));
const audience = async () =>
  (await test.call(deliveryRoutes.audience, { token, params: { id: newsletter } })).ok().audience;

it('counts as not confirmed, and the family as having the newsletter', async () => {
  expect(copies()).toHaveLength(3);
  expect(await deliveryOf(test, token, id)).toMatchObject({ sent: 2, failed: 1, unconfirmed: 1 });
  expect(await failures()).toEqual([{ email: CUT, reason: 'unconfirmed' }]);
  expect(await audience()).toMatchObject({ recipients: 0, already_sent: 3 });
  await advance(HOUR_MS, 1);
  const summary = await sink.received.find(({ to }) => to === school.owner.email)?.open();
  expect(summary?.text).toContain('1 person may or may not have got it');
  expect(summary?.text).not.toContain('could not be delivered');
});

it('is not mailed again, by another sending or by the operator', async () => {
  await createSubscribers(test, school.id, 1, {}, 3);
  const again = (await callDeliver(test, token, newsletter)).ok().delivery.data;
  await test.jobs.settled();
  expect(again.attributes.total).toBe(1);
  expect(await sendAgain(test.context, mailSourceOf, id, { failedOnly: false })).toBe(0);
  await test.jobs.settled();
  expect(copies()).toHaveLength(3);
});

it('counts as not delivered once a report says so', async () => {
  const [, report] = /^X-PM-Metadata-report: (.+)$/im.exec(copies()[0]?.source.toString() ?? '') ?? [];
  const body = { RecordType: 'Bounce', Type: 'SoftBounce', Details: '451 4.4.1', Metadata: { report } };
  const authorization = `Basic ${Buffer.from(`inkwell:${SECRET}`).toString('base64')}`;
  (await test.call(mailReportRoutes.receiveMailReports, { headers: { authorization }, body })).ok();
  expect(await failures()).toEqual([{ email: CUT, reason: 'gave_up' }]);
  expect(await deliveryOf(test, token, id)).toMatchObject({ failed: 1, unconfirmed: 0 });
  expect(await audience()).toMatchObject({ recipients: 1, already_sent: 2 });
  await deliverNow(test, token, newsletter);
  expect(copies()).toHaveLength(4);
});

it('is found by the index that keeps anybody from getting a newsletter twice', async () => {
  const { database } = test.context;
  const plan = await database.transaction(async () => {
    await database.query('set local enable_seqscan = off');
    const { newsletterId, subscriberId } = recipients;
    const has = and(eq(newsletterId, id), eq(subscriberId, id), countsAsReceived(recipients));
    return await database.orm().execute(sql`explain select from ${recipients} where ${has}`);
  });
  expect(JSON.stringify(plan.rows)).toContain('delivery_recipients_once');
});
