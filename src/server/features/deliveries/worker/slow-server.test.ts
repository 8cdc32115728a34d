import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { SmtpMail } from '#server/platform/mail/smtp.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSendingSchool, deliverNow, deliveryOf, SENDER } from '#test/deliveries.ts';
import type { TestSchool } from '#test/factories.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** A mail server that hangs or is slow, and a program with a timeout of half a second instead of half a minute. */

const PATIENCE = { connectMs: 500, silenceMs: 500, mailMs: 3000 };
const PEOPLE = 12;

let sink: SmtpSink;
let mail: SmtpMail;
let test: TestApp;
let school: TestSchool;
let token: string;
let newsletter: string;
beforeAll(async () => {
  sink = await startSmtpSink();
  mail = new SmtpMail(sink.url, SENDER, undefined, PATIENCE);
  test = await buildTestApp({}, { mail });
});
beforeEach(async () => {
  sink.reset();
  ({ school, token, newsletter } = await createSendingSchool(test));
  await createSubscribers(test, school.id, PEOPLE);
});
afterAll(async () => {
  await test.close();
  await mail.close();
  await sink.close();
});

const arrived = () => sink.received.filter(({ to }) => to.endsWith('@home.example'));
const readers = () => new Set(arrived().map(({ to }) => to)).size;

const deliver = () => deliverNow(test, token, newsletter);
const getDelivery = (id: string) => deliveryOf(test, token, id);

// On a slow machine, more mails than those that hung may have to be retried.
async function untilDone(id: string): Promise<void> {
  for (let minute = 0; minute < 120 && (await getDelivery(id)).waiting > 0; minute += 1) {
    test.clock.advance(MINUTE_MS);
    await test.jobs.due();
  }
}

it.each([
  ['takes connections and says nothing', () => (sink.silent = true)],
  ['falls silent at the recipient', () => (sink.decide = (_, at) => hang(at === 'recipient'))],
  ['falls silent before it says that it has the mail', () => (sink.decide = (_, at) => hang(at === 'data'))],
])('waits for one that %s, and misses nobody', async (_, break_) => {
  break_();
  const id = await deliver();
  expect(await getDelivery(id)).toMatchObject({ status: 'sending', sent: 0, waiting: PEOPLE, failed: 0 });
  expect((await getDelivery(id)).trouble).toContain('does not answer');
  sink.reset();
  await untilDone(id);
  expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: PEOPLE, failed: 0, trouble: null });
  expect(readers()).toBe(PEOPLE);
});

it('does not delay other mails for one that hangs at a single mail', async () => {
  let hung = 0;
  sink.decide = (to, at) => {
    const it = to === 'parent-3@home.example' && at === 'data' && hung === 0;
    if (it) hung += 1;
    return hang(it);
  };
  const id = await deliver();
  await untilDone(id);
  expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: PEOPLE });
  expect(hung).toBe(1);
  expect(readers()).toBe(PEOPLE);
});

it('waits for one that is slow, mail by mail', async () => {
  // The server takes much longer than a fast one, but much less than the timeout.
  sink.onArrival = () => new Promise((resolve) => setTimeout(resolve, 30));
  const id = await deliver();
  await untilDone(id);
  expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: PEOPLE });
  expect(readers()).toBe(PEOPLE);
});

function hang(now: boolean) {
  return now ? ({ kind: 'hang' } as const) : ({ kind: 'take' } as const);
}
