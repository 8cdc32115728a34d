import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { DELIVERY_MESSAGES, deliveryRoutes } from '#contract/deliveries.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { PAID_MAILS_PER_DAY } from '#contract/rules/sending-quota.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';
import { SmtpMail } from '#server/platform/mail/smtp.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { callDeliver, deliveryOf } from '#test/deliveries.ts';
import { createSchool, createStaff, type TestSchool } from '#test/factories.ts';
import { heading, publishNewsletter } from '#test/newsletters.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** The daily quota of addresses, and the stop if too many of them do not exist. Threat 45. */

const ID = '00000000-0000-4000-8000-00000000abcd';

let test: TestApp;
let school: TestSchool;
let token: string;
let sink: SmtpSink | undefined;
afterEach(async () => {
  await test.close();
  await sink?.close();
  sink = undefined;
});

async function start(environment: Readonly<Record<string, string>>, replaced: { mail?: SmtpMail } = {}) {
  test = await buildTestApp(environment, replaced);
  school = await createSchool(test, { id: ID });
  token = school.owner.token;
}
const newNewsletter = async () =>
  (await publishNewsletter(test, school.owner, { code: [heading('Harvest')] })).id;
const deliver = (id: string) => callDeliver(test, token, id);
const getDelivery = (id: string) => deliveryOf(test, token, id);
const quota = async (id: string) =>
  (await test.call(deliveryRoutes.audience, { token, params: { id } })).ok().quota;
const toParents = () => test.mail.sent.filter(({ to }) => to.address.endsWith('@home.example'));
const nextDay = async () => {
  test.clock.advance(DAY_MS);
  await test.jobs.due();
};

describe('a school on trial', () => {
  it('sends to 200 addresses a day by default', async () => {
    await start({});
    expect(await quota(await newNewsletter())).toEqual({
      per_day: 200,
      left_today: 200,
      is_trial: true,
      is_stopped: false,
    });
  });

  it('sends up to its quota a day, and the rest on the following days: nobody twice, nobody missed', async () => {
    await start({ TRIAL_MAILS_PER_DAY: '5' });
    await createSubscribers(test, school.id, 12);
    const newsletter = await newNewsletter();
    const { id } = (await deliver(newsletter)).ok().delivery.data;
    await test.jobs.settled();
    expect(toParents()).toHaveLength(5);
    const held = await getDelivery(id);
    expect(held).toMatchObject({ status: 'sending', sent: 5, waiting: 7 });
    expect(held.trouble).toContain(
      'free trial sends newsletters to 5 addresses a day. It goes on by itself on',
    );
    expect(await quota(newsletter)).toMatchObject({ left_today: 0 });
    // Another job within the same day sends nothing.
    test.clock.advance(DAY_MS / 2);
    await test.jobs.run('delivery_sweep');
    expect(toParents()).toHaveLength(5);
    test.clock.advance(DAY_MS / 2);
    await test.jobs.due();
    expect(toParents()).toHaveLength(10);
    await nextDay();
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 12, trouble: null });
    expect(new Set(toParents().map(({ to }) => to.address)).size).toBe(12);
    expect(toParents()).toHaveLength(12);
  });

  it('has one quota for all of its newsletters, and deleting one returns nothing', async () => {
    await start({ TRIAL_MAILS_PER_DAY: '7' });
    await createSubscribers(test, school.id, 5);
    const ids = [await newNewsletter(), await newNewsletter(), await newNewsletter()];
    await Promise.all(ids.map((id) => deliver(id)));
    await test.jobs.settled();
    expect(toParents()).toHaveLength(7);
    for (const id of ids) await test.call(newsletterRoutes.deleteNewsletter, { token, params: { id } });
    const again = await newNewsletter();
    (await deliver(again)).ok();
    await test.jobs.settled();
    expect(toParents()).toHaveLength(7);
  });

  it('sends the rest at once when it has a plan', async () => {
    await start({ TRIAL_MAILS_PER_DAY: '5' });
    await createSubscribers(test, school.id, 12);
    const { id } = (await deliver(await newNewsletter())).ok().delivery.data;
    await test.jobs.settled();
    await test.context.database
      .orm()
      .update(schools)
      .set({ subscriptionStatus: 'active', subscriptionPlan: 'monthly' })
      .where(eq(schools.id, school.id));
    await test.jobs.run('delivery_sweep');
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 12 });
  });

  it('makes the rest wait for a plan if the trial ends before the last day, and notifies the owner', async () => {
    await start({ TRIAL_MAILS_PER_DAY: '5' });
    await createSubscribers(test, school.id, 12);
    const change = (changes: Partial<typeof schools.$inferInsert>) =>
      test.context.database.orm().update(schools).set(changes).where(eq(schools.id, school.id));
    await change({ subscriptionEndDate: new Date(test.clock.now().getTime() + DAY_MS / 2) });
    const { id } = (await deliver(await newNewsletter())).ok().delivery.data;
    await test.jobs.settled();
    expect((await getDelivery(id)).trouble).toBe(
      'Your free trial sends newsletters to 5 addresses a day, and ends before the next day. The rest waits for a plan',
    );
    await nextDay();
    expect(toParents()).toHaveLength(5);
    expect(await getDelivery(id)).toMatchObject({ status: 'paused', waiting: 7 });
    expect(test.mail.to(school.owner.email).map(({ subject }) => subject)).toContain('On hold: Autumn news');
    await change({ subscriptionStatus: 'active', subscriptionPlan: 'monthly' });
    (await test.call(deliveryRoutes.resumeDelivery, { token, params: { id } })).ok();
    await test.jobs.settled();
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 12 });
  });

  it('that the operator trusts sends like a paying one', async () => {
    await start({ TRIAL_MAILS_PER_DAY: '5', TRUSTED_SCHOOLS: `${crypto.randomUUID()}, ${ID}` });
    await createSubscribers(test, school.id, 12);
    const newsletter = await newNewsletter();
    expect(await quota(newsletter)).toMatchObject({ per_day: PAID_MAILS_PER_DAY, is_trial: false });
    const { id } = (await deliver(newsletter)).ok().delivery.data;
    await test.jobs.settled();
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 12 });
  });
});

describe('a school with a record', () => {
  async function sentBefore(sent: number, refused: number): Promise<string> {
    await start({ TRUSTED_SCHOOLS: ID });
    const newsletter = await newNewsletter();
    await createSubscribers(test, school.id, 1);
    const { id } = (await deliver(newsletter)).ok().delivery.data;
    await test.jobs.settled();
    await test.context.database.orm().execute(sql`
      insert into delivery_recipients (delivery_id, school_id, newsletter_id, state, reason, due_at, ended_at)
      select ${id}, ${school.id}, ${newsletter}, case when n <= ${refused} then 'failed' else 'sent' end,
        case when n <= ${refused} then 'refused' end, created_at, created_at
      from ${deliveries}, generate_series(1, ${sent - 1}) n where ${deliveries.id} = ${id}`);
    return newsletter;
  }

  it('has a quota that grows with what it has sent, and returns to the initial one a month later', async () => {
    const newsletter = await sentBefore(4000, 0);
    expect(await quota(newsletter)).toMatchObject({ per_day: 8000 });
    test.clock.advance(31 * DAY_MS);
    ({ token } = await createStaff(test, school.id, 'editor'));
    expect(await quota(newsletter)).toMatchObject({ per_day: PAID_MAILS_PER_DAY });
  });

  it('has no larger quota if too many of its addresses did not exist', async () => {
    expect(await quota(await sentBefore(4000, 210))).toMatchObject({ per_day: PAID_MAILS_PER_DAY });
  });
});

describe('a list with addresses that do not exist', () => {
  async function startWithSink(bad: (at: number) => boolean): Promise<SmtpSink> {
    const opened = await startSmtpSink();
    sink = opened;
    opened.decide = (to) => {
      const parent = /^parent-(\d+)@/.exec(to);
      return parent !== null && bad(Number(parent[1]))
        ? { kind: 'refuse', at: 'recipient', code: 550, words: '5.1.1 No such user here' }
        : { kind: 'take' };
    };
    await start({}, { mail: new SmtpMail(opened.url, { name: 'Inkwell', address: 'news@inkwell.example' }) });
    return opened;
  }

  it('stops the delivery at five in a hundred, notifies the owner, and can be resumed a day later', async () => {
    const { received } = await startWithSink((at) => at % 5 === 0);
    await createSubscribers(test, school.id, 190);
    const newsletter = await newNewsletter();
    const { id } = (await deliver(newsletter)).ok().delivery.data;
    await test.jobs.settled();
    const held = await getDelivery(id);
    expect(held.status).toBe('paused');
    expect(held.trouble).toMatch(/^\d+ of the \d+ addresses that were written to today do not exist\. Mail/);
    expect(held.failed).toBeGreaterThanOrEqual(10);
    expect(held.waiting).toBeGreaterThan(0);
    const email = await received.find(({ to }) => to === school.owner.email)?.open();
    expect(email?.subject).toBe('On hold: Autumn news');
    expect(email?.text).toContain('do not exist');
    const resume = () => test.call(deliveryRoutes.resumeDelivery, { token, params: { id } });
    const refused = await resume();
    expect(refused.status).toBe(409);
    expect(refused.error().error_message).toBe(DELIVERY_MESSAGES.bounced);
    expect(await quota(newsletter)).toMatchObject({ is_stopped: true });
    const another = await newNewsletter();
    expect((await deliver(another)).error().error_message).toBe(DELIVERY_MESSAGES.bounced);
    await nextDay();
    expect(await getDelivery(id)).toMatchObject({ status: 'paused', waiting: held.waiting });
    (await resume()).ok();
    await test.jobs.settled();
    expect((await getDelivery(id)).waiting).toBeLessThan(held.waiting);
  });

  it('does not stop for a few of them', async () => {
    await startWithSink((at) => at <= 9);
    await createSubscribers(test, school.id, 100);
    const { id } = (await deliver(await newNewsletter())).ok().delivery.data;
    await test.jobs.settled();
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 91, failed: 9 });
  });
});
