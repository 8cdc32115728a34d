import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { nextDigestDay } from '#contract/families/digest-day.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { momentIn } from '#newsletter/values/time-zone.ts';
import { saveFamilySettings } from '#server/data/families/family-settings.ts';
import { holdRestoredDeliveries } from '#server/features/deliveries/restored.ts';
import { deliveryRecipients } from '#server/platform/db/schema/deliveries.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { SmtpMail } from '#server/platform/mail/smtp.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSendingSchool, deliverNow, SENDER, type SendingSchool } from '#test/deliveries.ts';
import { heading, publishNewsletter } from '#test/newsletters.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** A monthly digest that is hours late waits for the next morning, up to two, and is then left to the next month's. */

const WEEKDAY = 5;

let sink: SmtpSink;
let mail: SmtpMail;
let test: TestApp;
let at: SendingSchool;
beforeAll(async () => {
  sink = await startSmtpSink();
  mail = new SmtpMail(sink.url, SENDER);
});
beforeEach(async () => {
  sink.reset();
  test = await buildTestApp({ TRIAL_MAILS_PER_DAY: '1000' }, { mail });
  at = await createSendingSchool(test);
  await saveFamilySettings(test.context.database, at.school.id, { digestWeekday: WEEKDAY });
  await createSubscribers(test, at.school.id, 2, { monthlyDigest: true });
  await deliverNow(test, at.token, at.newsletter);
  return () => test.close();
});
afterAll(async () => {
  await mail.close();
  await sink.close();
});

/** The digests that reached families. */
const digests = () => sink.received.filter(({ to }) => to.endsWith('@home.example'));
const arrived = () => digests().map(({ to }) => to);
const lastText = async () => (await digests().at(-1)?.open())?.text ?? '';

/** Advances to an hour of the next digest's day, or of a day after it, without running anything on the way. */
function goTo(hour: number): void {
  const day = nextDigestDay(WEEKDAY, 'Europe/London', test.clock.now());
  const moment = momentIn('Europe/London', day, '07:00').getTime() + (hour - 7) * HOUR_MS;
  test.clock.advance(moment - test.clock.now().getTime());
}

async function listReached(): Promise<ReadonlySet<string>> {
  const rows = await test.context.database
    .orm()
    .select({ email: subscribers.email })
    .from(deliveryRecipients)
    .innerJoin(subscribers, eq(subscribers.id, deliveryRecipients.subscriberId))
    .where(eq(deliveryRecipients.state, 'sent'));
  return new Set(rows.map(({ email }) => email));
}

async function runAll(): Promise<void> {
  await test.jobs.run('digest_sweep');
  await test.jobs.due();
  await test.jobs.run('delivery_sweep');
}

async function publishAnother(title: string): Promise<void> {
  const { id } = await publishNewsletter(test, at.school.owner, { title, code: [heading(title)] });
  await deliverNow(test, at.token, id);
}

it('waits for the next morning if the program was away at its time', async () => {
  goTo(15);
  await runAll();
  expect(arrived()).toEqual([]);
  test.clock.advance(15 * HOUR_MS + 59 * 60_000);
  await runAll();
  expect(arrived()).toEqual([]);
  test.clock.advance(60_000);
  await runAll();
  expect(arrived()).toHaveLength(2);
});

it('waits for a morning while the mail server is away, and goes out by itself', async () => {
  goTo(7);
  await sink.down();
  await runAll();
  for (let hour = 0; hour < 5; hour += 1) {
    test.clock.advance(HOUR_MS);
    await test.jobs.due();
  }
  await sink.up();
  // Noon passes, then night falls.
  for (let hour = 0; hour < 18; hour += 6) {
    test.clock.advance(6 * HOUR_MS);
    await test.jobs.due();
    await test.jobs.run('delivery_sweep');
  }
  expect(arrived()).toEqual([]);
  test.clock.advance(2 * HOUR_MS);
  await test.jobs.due();
  expect(arrived()).toHaveLength(2);
});

it('is in the next one for those whom it did not reach in three days, and for nobody else', async () => {
  await createSubscribers(test, at.school.id, 38, { monthlyDigest: true }, 2);
  sink.onArrival = async () => {
    if (arrived().length === 12) void sink.down();
  };
  goTo(7);
  await runAll();
  for (let hours = 0; hours < 4 * 24; hours += 2) {
    test.clock.advance(2 * HOUR_MS);
    // The mails to staff on those days fail, too.
    await test.jobs.due().catch(() => undefined);
  }
  // Some got the mail before the kill without a record: they count as not reached.
  const reached = await listReached();
  expect(reached.size).toBeGreaterThan(0);
  sink.reset();
  await sink.up();
  await runAll();
  expect(arrived()).toEqual([]);
  await publishAnother('Spring news');
  goTo(7);
  await runAll();
  expect(new Set(arrived()).size).toBe(40);
  for (const one of digests()) {
    const text = (await one.open()).text ?? '';
    expect(text).toContain('Spring news');
    expect({ to: one.to, again: text.includes('Autumn news') }).toEqual({
      to: one.to,
      again: !reached.has(one.to),
    });
  }
});

it('is in the next one, if a backup was restored that was taken while it went out', async () => {
  goTo(7);
  await sink.down();
  await runAll();
  await holdRestoredDeliveries(test.context, test.clock.now());
  await sink.up();
  await runAll();
  expect(arrived()).toEqual([]);
  test.clock.advance(HOUR_MS);
  await publishAnother('Spring news');
  goTo(7);
  await runAll();
  expect(await lastText()).toContain('Autumn news');
  expect(await lastText()).toContain('Spring news');
});
