import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { sessions } from '#server/platform/db/schema/people.ts';
import { SmtpMail } from '#server/platform/mail/smtp.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSendingSchool, deliverNow, deliveryOf, SENDER } from '#test/deliveries.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** Sending that was postponed while the machine's clock was a month ahead continues once it is right. */

const AHEAD = 30 * DAY_MS;

let sink: SmtpSink;
let mail: SmtpMail;
let test: TestApp;
let send: () => Promise<string>;
let state: (id: string) => ReturnType<typeof deliveryOf>;
beforeAll(async () => {
  sink = await startSmtpSink();
  mail = new SmtpMail(sink.url, SENDER);
});
beforeEach(() => sink.reset());
afterAll(async () => {
  await mail.close();
  await sink.close();
});

async function build(people: number, settings: Readonly<Record<string, string>> = {}): Promise<void> {
  test = await buildTestApp(settings, { mail });
  const { school, token, newsletter } = await createSendingSchool(test);
  await createSubscribers(test, school.id, people);
  send = () => deliverNow(test, token, newsletter);
  state = (id) => deliveryOf(test, token, id);
  const ahead = new Date(test.clock.now().getTime() + AHEAD + DAY_MS);
  await test.context.database.orm().update(sessions).set({ expiresAt: ahead, lastUsedAt: ahead });
  test.clock.advance(AHEAD);
}

async function setRight(): Promise<void> {
  test.clock.setBack(AHEAD);
  await test.jobs.run('delivery_sweep');
  for (let minute = 0; minute < 3; minute += 1) {
    test.clock.advance(MINUTE_MS);
    await test.jobs.due();
    await test.jobs.run('delivery_sweep');
  }
}

it.each([
  ['a full mailbox', 452, '4.2.2 Mailbox full'],
  ['a receiver that asks to be sent less', 421, '4.7.0 [TSS04] Messages temporarily deferred'],
  ['a mail server that is away', 421, '4.3.2 Not accepting mail'],
  ['the mail server’s quota of a day', 452, '4.5.3 Daily sending limit exceeded'],
])('tries again after %s', async (_, code, words) => {
  await build(3);
  sink.decide = () => ({ kind: 'refuse', at: 'recipient', code, words });
  const id = await send();
  expect(await state(id)).toMatchObject({ sent: 0 });
  sink.decide = () => ({ kind: 'take' });
  await setRight();
  expect(await state(id)).toMatchObject({ status: 'done', sent: 3 });
  await test.close();
});

it('continues with the school’s next day, and fills the installation’s minute again', async () => {
  await build(5, { TRIAL_MAILS_PER_DAY: '2', MAIL_PER_MINUTE: '60' });
  const id = await send();
  expect(await state(id)).toMatchObject({ status: 'sending', sent: 2 });
  await setRight();
  expect(await state(id)).toMatchObject({ sent: 4 });
  await test.close();
});
