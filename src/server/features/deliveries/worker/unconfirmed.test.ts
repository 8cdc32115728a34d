import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { webhookRoutes } from '#contract/api/webhooks.ts';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { historyRoutes } from '#contract/history.ts';
import { mailReportRoutes } from '#contract/mail/mail-reports.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { sendAgain } from '#server/features/deliveries/send-again.ts';
import { mailSourceOf } from '#server/features/newsletters/publishing/mail-source.ts';
import {
  countsAsReceived,
  deliveries,
  deliveryRecipients as recipients,
} from '#server/platform/db/schema/deliveries.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
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
});
afterAll(async () => {
  await test.close();
  await mail.close();
  await sink.close();
});

async function setSending(): Promise<void> {
  await test.context.database
    .orm()
    .update(deliveries)
    .set({ status: 'sending' })
    .where(eq(deliveries.id, id));
}
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

/** Postmark reports that it gave the mail up. */
async function report(): Promise<void> {
  const [, token] = /^X-PM-Metadata-report: (.+)$/im.exec(copies()[0]?.source.toString() ?? '') ?? [];
  const body = {
    RecordType: 'Bounce',
    Type: 'SoftBounce',
    Details: '451 4.4.1',
    Metadata: { report: token },
  };
  const authorization = `Basic ${Buffer.from(`inkwell:${SECRET}`).toString('base64')}`;
  (await test.call(mailReportRoutes.receiveMailReports, { headers: { authorization }, body })).ok();
}

describe('A mail that is taken each time and never confirmed', () => {
  beforeEach(async () => {
    await advance(MINUTE_MS, 10);
    sink.decide = () => ({ kind: 'take' });
  });

  it('counts as not confirmed, and the family as having the newsletter', async () => {
    expect(copies()).toHaveLength(3);
    expect(await deliveryOf(test, token, id)).toMatchObject({ sent: 2, failed: 1, unconfirmed: 1 });
    expect(await failures()).toEqual([{ email: CUT, reason: 'unconfirmed' }]);
    expect(await audience()).toMatchObject({ recipients: 0, already_sent: 3 });
    const of = { token, params: { id: newsletter } };
    const { edition } = (await test.call(historyRoutes.listEditions, of)).ok();
    expect(edition.data[0]?.attributes.sendings).toMatchObject([{ sent: 2, failed: 1, unconfirmed: 1 }]);
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
    await report();
    expect(await failures()).toEqual([{ email: CUT, reason: 'gave_up' }]);
    expect(await deliveryOf(test, token, id)).toMatchObject({ failed: 1, unconfirmed: 0 });
    expect(await audience()).toMatchObject({ recipients: 1, already_sent: 2 });
    await deliverNow(test, token, newsletter);
    expect(copies()).toHaveLength(4);
  });
});

describe('A mail that is taken once and not confirmed', () => {
  /** Refuses each further try. */
  function refuse(code: number, words: string, at: 'recipient' | 'data' = 'data'): void {
    sink.decide = (to) => (to === CUT ? { kind: 'refuse', at, code, words } : { kind: 'take' });
  }
  async function expectUnconfirmed(): Promise<void> {
    expect(await failures()).toEqual([{ email: CUT, reason: 'unconfirmed' }]);
    expect(await deliveryOf(test, token, id)).toMatchObject({ failed: 1, unconfirmed: 1, skipped: 0 });
    expect(await sendAgain(test.context, mailSourceOf, id, { failedOnly: false })).toBe(0);
    sink.decide = () => ({ kind: 'take' });
    await createSubscribers(test, school.id, 1, {}, 3);
    const again = (await callDeliver(test, token, newsletter)).ok().delivery.data;
    await test.jobs.settled();
    expect(again.attributes.total).toBe(1);
    expect(copies()).toHaveLength(1);
  }

  it.each([
    ['refused', 554, '5.6.0 We do not like its form', MINUTE_MS],
    ['put off for five days', 451, '4.3.0 Come back later', DAY_MS],
    ['put off for five days, as we send too much', 421, '4.7.28 Unusual rate of mails', DAY_MS],
  ])('is not confirmed, once the rest is %s', async (_, code, words, step) => {
    refuse(code, words);
    await advance(step, 6);
    await expectUnconfirmed();
  });

  it('counts as not delivered if the address does not exist', async () => {
    refuse(550, '5.1.1 No such user', 'recipient');
    await advance(MINUTE_MS, 1);
    expect(await failures()).toEqual([{ email: CUT, reason: 'refused' }]);
  });

  it('counts as not delivered if a report says so before a later try is refused', async () => {
    await report();
    refuse(554, '5.6.0 We do not like its form');
    await advance(MINUTE_MS, 1);
    expect(await failures()).toEqual([{ email: CUT, reason: 'rejected' }]);
  });

  const cut = () => and(eq(subscribers.schoolId, school.id), eq(subscribers.email, CUT));
  const change = async (to: Partial<typeof subscribers.$inferInsert>) =>
    await test.context.database.orm().update(subscribers).set(to).where(cut());
  const STOPPED = { bouncedAt: new Date(0), bounceReason: 'mailbox full', bounceKind: 'repeated' } as const;

  it.each([
    ['leaves', { status: 'unsubscribed' }],
    ['is marked after mails that came back', STOPPED],
  ] as const)('is not confirmed if its reader %s before the next try', async (_, to) => {
    await change(to);
    await advance(MINUTE_MS, 1);
    await change({ status: 'subscribed', bouncedAt: null, bounceReason: null, bounceKind: null });
    await expectUnconfirmed();
  });

  it('is not confirmed if its reader is deleted before the next try', async () => {
    await test.context.database.orm().delete(subscribers).where(cut());
    await advance(MINUTE_MS, 1);
    expect(await deliveryOf(test, token, id)).toMatchObject({ failed: 1, unconfirmed: 1, skipped: 0 });
  });

  it('counts as not delivered if the address turns out not to exist before the next try', async () => {
    await change({ ...STOPPED, bounceKind: 'gone' });
    await advance(MINUTE_MS, 1);
    expect(await failures()).toEqual([{ email: CUT, reason: 'refused' }]);
  });

  async function end(): Promise<void> {
    await setSending();
    (await test.call(deliveryRoutes.cancelDelivery, { token, params: { id } })).ok();
  }
  it('is not confirmed if the sending is ended before the next try', async () => {
    await end();
    await expectUnconfirmed();
  });

  describe('by a process that was killed then', () => {
    beforeEach(async () => {
      const claim = { claimedBy: randomUUID(), claimedUntil: new Date(test.clock.now().getTime() - 1) };
      await test.context.database
        .orm()
        .update(recipients)
        .set({ ...claim, state: 'sending', mayHaveArrived: false, detail: null, dueAt: test.clock.now() })
        .where(and(eq(recipients.deliveryId, id), eq(recipients.state, 'waiting')));
    });

    it('is not confirmed, once the rest is refused', async () => {
      refuse(554, '5.6.0 We do not like its form');
      await advance(MINUTE_MS, 6);
      await expectUnconfirmed();
    });

    it('is not confirmed if its reader leaves before the next try', async () => {
      await change({ status: 'unsubscribed' });
      await advance(MINUTE_MS, 6);
      await change({ status: 'subscribed' });
      await expectUnconfirmed();
    });

    it('is not confirmed if the sending is ended before the next try', async () => {
      await end();
      await expectUnconfirmed();
    });

    it('is not confirmed if the clock was ahead when it was claimed', async () => {
      const claimedUntil = new Date(test.clock.now().getTime() + HOUR_MS);
      const orm = test.context.database.orm();
      await orm.update(recipients).set({ claimedUntil }).where(eq(recipients.state, 'sending'));
      refuse(554, '5.6.0 We do not like its form');
      await test.jobs.run('delivery_sweep');
      await test.jobs.settled();
      await expectUnconfirmed();
    });
  });
});

it('counts apart for webhooks', async () => {
  // Names in this domain never resolve (RFC 2606).
  const body = { url: 'https://receiver.invalid/told', events: ['newsletter.sent' as const] };
  const { webhook } = (await test.call(webhookRoutes.createWebhook, { token, body })).ok();
  await advance(MINUTE_MS, 2);
  await setSending();
  await advance(MINUTE_MS, 8);
  const of = { token, params: { id: webhook.data.id } };
  const { data } = (await test.call(webhookRoutes.listWebhookDeliveries, of)).ok().webhook_deliveries;
  expect(data.map(({ attributes }): unknown => JSON.parse(attributes.body))).toMatchObject([
    { data: { delivery: { id, sent: 2, failed: 1, unconfirmed: 1, waiting: 0 } } },
  ]);
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
