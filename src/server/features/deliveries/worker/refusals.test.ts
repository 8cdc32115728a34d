import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { sendAgain } from '#server/features/deliveries/send-again.ts';
import { mailSourceOf } from '#server/features/newsletters/publishing/mail-source.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { SmtpMail } from '#server/platform/mail/smtp.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSendingSchool, deliverNow, deliveryOf, SENDER } from '#test/deliveries.ts';
import type { TestSchool } from '#test/factories.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** A mail server that refuses us, not a family: nobody is marked or missed, whichever mail it begins with. */

const FAMILIES = 24;

let sink: SmtpSink;
let mail: SmtpMail;
let test: TestApp;
let school: TestSchool;
let token: string;
let newsletter: string;
beforeAll(async () => {
  sink = await startSmtpSink();
  mail = new SmtpMail(sink.url, SENDER);
  test = await buildTestApp({ TRIAL_MAILS_PER_DAY: '1000' }, { mail });
});
beforeEach(async () => {
  sink.reset();
  ({ school, token, newsletter } = await createSendingSchool(test));
});
afterAll(async () => {
  await test.close();
  await mail.close();
  await sink.close();
});

const getDelivery = (id: string) => deliveryOf(test, token, id);
/** The one who can fix it, as counted in the metrics. */
const troubleFor = async (id: string) =>
  (await test.context.database.orm().select().from(deliveries).where(eq(deliveries.id, id)))[0]?.troubleFor;
const arrived = () => sink.received.filter(({ to }) => to.endsWith('@home.example'));
const marked = () =>
  test.context.database
    .orm()
    .$count(subscribers, and(eq(subscribers.schoolId, school.id), isNotNull(subscribers.bouncedAt)));
const logged = (words: RegExp) => test.log.filter((line) => words.test(line));
async function advance(ms: number): Promise<void> {
  test.clock.advance(ms);
  await test.jobs.due();
}

/** Refuses all mails after this many. */
function refuseAfter(taken: number, words: string, at: 'recipient' | 'data' = 'data'): void {
  const [code = '', ...rest] = words.split(' ');
  sink.decide = (to) =>
    to.endsWith('@home.example') && arrived().length >= taken
      ? { kind: 'refuse', at, code: Number(code), words: rest.join(' ') }
      : { kind: 'take' };
}

async function deliver(families = FAMILIES): Promise<string> {
  await createSubscribers(test, school.id, families);
  return await deliverNow(test, token, newsletter);
}

const QUOTAS = [
  ['550 5.4.5 Daily user sending limit exceeded. - gsmtp', DAY_MS],
  [
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
    DAY_MS,
  ],
  ['554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException', HOUR_MS],
  ['550 5.7.1 Daily SMTP relay limit exceeded for customer. - gsmtp', DAY_MS],
  ['550 Domain school.example has exceeded the max emails per hour (502/500 (100%)) allowed.', HOUR_MS],
  ['454 Throttling failure: Daily message quota exceeded.', DAY_MS],
] as const;

it.each(QUOTAS.flatMap(([words, wait]) => [0, 11].map((taken) => [words, wait, taken] as const)))(
  'goes on by itself after: %s, %i ms, from mail %i on',
  async (words, wait, taken) => {
    refuseAfter(taken, words);
    const before = logged(/takes no more mails for a time/).length;
    const id = await deliver();
    const held = await getDelivery(id);
    expect(held).toMatchObject({ status: 'sending', failed: 0, skipped: 0 });
    expect(held.sent + held.waiting).toBe(FAMILIES);
    expect(held.waiting).toBeGreaterThan(0);
    expect(held.trouble).toMatch(/takes no more mails from us for a time\. It goes on by itself on /);
    expect(await marked()).toBe(0);
    // The operator's log has one line, with the server's words.
    const lines = logged(/takes no more mails for a time/).slice(before);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(words.slice(0, 12));
    sink.decide = () => ({ kind: 'take' });
    const count = arrived().length;
    await advance(wait - MINUTE_MS);
    expect(arrived()).toHaveLength(count);
    await advance(2 * MINUTE_MS);
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: FAMILIES, trouble: null });
    expect(new Set(arrived().map(({ to }) => to)).size).toBe(FAMILIES);
    expect(arrived()).toHaveLength(FAMILIES);
  },
);

it('also tries those refused by the limit once a person continues', async () => {
  refuseAfter(11, QUOTAS[0][0]);
  const call = { token, params: { id: await deliver() } };
  (await test.call(deliveryRoutes.pauseDelivery, call)).ok();
  sink.decide = () => ({ kind: 'take' });
  (await test.call(deliveryRoutes.resumeDelivery, call)).ok();
  await test.jobs.settled();
  expect(await getDelivery(call.params.id)).toMatchObject({ status: 'done', sent: FAMILIES });
});

const REFUSALS = [
  ['550 5.1.8 Access denied, bad outbound sender AS(42004)', /does not take mails from us/],
  ['550 5.4.6 Unusual sending activity detected', /does not take mails from us/],
  ['550 SPF check failed for your domain', /does not take mails from us/],
  ["553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", /does not take mails from us/],
  ['554 Message rejected: Sending paused for this account.', /does not take mails from us/],
  ['550 Message rejected: it looks like spam', /takes our newsletters for spam/],
  ['550 SC-001 (BAY004-MC1F43) part of their network is on our block list', /takes our newsletters for spam/],
  ['554 5.7.0 Reject, id=11993-04 - spam', /takes our newsletters for spam/],
] as const;

it.each(REFUSALS.flatMap(([words, why]) => [0, 11].map((taken) => [words, why, taken] as const)))(
  'waits for a person after: %s %s, from mail %i on',
  async (words, why, taken) => {
    refuseAfter(taken, words, taken === 0 ? 'recipient' : 'data');
    const id = await deliver();
    const paused = await getDelivery(id);
    expect(paused).toMatchObject({ status: 'paused', failed: 0, skipped: 0 });
    expect(paused.sent + paused.waiting).toBe(FAMILIES);
    expect(paused.trouble).toMatch(why);
    expect(await troubleFor(id)).toBe('operator');
    expect(paused.trouble).toContain(words.slice(4, 12));
    expect(paused.trouble).not.toContain('@');
    expect(await marked()).toBe(0);
    const [email] = sink.received.filter(({ to }) => to === school.owner.email);
    expect((await email?.open())?.text).toMatch(why);
    sink.decide = () => ({ kind: 'take' });
    await test.call(deliveryRoutes.resumeDelivery, { token, params: { id } });
    await test.jobs.settled();
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: FAMILIES, failed: 0, trouble: null });
    expect(new Set(arrived().map(({ to }) => to)).size).toBe(FAMILIES);
  },
);

it('pauses a small sending that is refused to all, and continues if only one receiver refuses us', async () => {
  refuseAfter(0, '550 SPF check failed for your domain');
  const id = await deliver(2);
  expect(await getDelivery(id)).toMatchObject({ status: 'paused', waiting: 2, failed: 0 });
  sink.decide = (to) =>
    to === 'parent-1@home.example'
      ? { kind: 'refuse', at: 'data', code: 550, words: 'SPF check failed for your domain' }
      : { kind: 'take' };
  await test.call(deliveryRoutes.resumeDelivery, { token, params: { id } });
  await test.jobs.settled();
  expect(await getDelivery(id)).toMatchObject({ sent: 1, waiting: 1, failed: 0 });
  sink.decide = () => ({ kind: 'take' });
  await advance(HOUR_MS);
  expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 2 });
});

it('pauses a repeated sending, too, which waits for nobody who has the newsletter meanwhile', async () => {
  const refuse = (refused: RegExp) => {
    sink.decide = (to) =>
      refused.test(to) ? { kind: 'refuse', at: 'data', code: 550, words: 'Refused' } : { kind: 'take' };
  };
  refuse(/^parent-[1-4]@/);
  const first = await deliver(6);
  expect(await getDelivery(first)).toMatchObject({ status: 'done', sent: 2, failed: 4 });
  refuse(/^parent-[2-4]@/);
  await deliverNow(test, token, newsletter);
  refuseAfter(0, '550 SPF check failed for your domain');
  expect(await sendAgain(test.context, mailSourceOf, first, { failedOnly: true })).toBe(3);
  await test.jobs.settled();
  expect(await getDelivery(first)).toMatchObject({ status: 'paused', waiting: 3, failed: 1 });
});

it('shows an address in the refusal to nobody but the owner', async () => {
  sink.decide = (to) =>
    to.endsWith('@home.example')
      ? { kind: 'refuse', at: 'data', code: 554, words: `5.7.1 <${to}>: Relay access denied` }
      : { kind: 'take' };
  const before = test.log.length;
  const id = await deliver(5);
  const { status, trouble } = await getDelivery(id);
  expect(status).toBe('paused');
  expect(trouble).toMatch(/<…>: Relay access denied$/);
  expect(test.log.slice(before).join('\n')).not.toContain('parent-');
});
