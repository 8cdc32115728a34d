import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { DELIVERY_MESSAGES, deliveryRoutes } from '#contract/deliveries.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolClosureRoutes } from '#contract/school-closure.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { UniqueViolation } from '#server/platform/db/errors.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { deliveries, deliveryRecipients } from '#server/platform/db/schema/deliveries.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { callDeliver, createSendingSchool, deliveryOf } from '#test/deliveries.ts';
import { createSchool, createStaff, freshEmail, type TestSchool } from '#test/factories.ts';
import { createNewsletter, publish } from '#test/newsletters.ts';
import { createSubscribers } from '#test/subscribers.ts';

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
});

const deliver = (delivery: object = {}) => callDeliver(test, token, id, delivery);
const getDelivery = (delivery: string) => deliveryOf(test, token, delivery);
const audience = async () =>
  (await test.call(deliveryRoutes.audience, { token, params: { id } })).ok().audience;

describe('a delivery', () => {
  it('sends every subscriber one mail, and its creator a summary', async () => {
    await createSubscribers(test, school.id, 120);
    await createSubscribers(test, school.id, 1, { email: 'left@home.example', status: 'unsubscribed' });
    await createSubscribers(test, school.id, 1, { email: 'gone@home.example', bouncedAt: new Date() });
    expect(await audience()).toEqual({
      recipients: 120,
      already_sent: 0,
      with_digest: 0,
      own_groups_only: 0,
      left: 1,
      refused: 1,
    });
    const delivery = (await deliver()).ok().delivery.data;
    expect(delivery.attributes).toMatchObject({ status: 'sending', total: 120, subject: 'Autumn news' });
    await test.jobs.settled();
    expect(await getDelivery(delivery.id)).toMatchObject({
      status: 'done',
      sent: 120,
      waiting: 0,
      failed: 0,
    });
    const got = test.mail.sent.map(({ to }) => to.address).filter((to) => to.endsWith('@home.example'));
    expect(got).toHaveLength(120);
    expect(new Set(got).size).toBe(120);
    const [summary] = test.mail.to(school.owner.email);
    expect(summary?.subject).toBe('Sent: Autumn news');
    expect(summary?.text).toContain('sent to 120 people');
    expect(await audience()).toMatchObject({ recipients: 0, already_sent: 120 });
  });

  it('gets on where the first mail alone takes longer than a batch lasts', async () => {
    await createSubscribers(test, school.id, 3);
    const delivery = (await deliver()).ok().delivery.data;
    let now = 0;
    const slow = vi.spyOn(performance, 'now').mockImplementation(() => {
      now += HOUR_MS;
      return now;
    });
    onTestFinished(() => slow.mockRestore());
    await test.jobs.settled();
    expect(await getDelivery(delivery.id)).toMatchObject({ status: 'done', sent: 3 });
  });

  it('has one row per recipient: the database rejects a second one', async () => {
    await createSubscribers(test, school.id, 1);
    await deliver();
    await test.jobs.settled();
    const { database } = test.context;
    const again = database.forSchool(school.id, async () => {
      const of = eq(deliveryRecipients.newsletterId, id);
      const [row] = await database.orm().select().from(deliveryRecipients).where(of);
      if (row === undefined) throw new Error('It has no recipient');
      const { deliveryId, schoolId, newsletterId, subscriberId, dueAt } = row;
      const copy = { deliveryId, schoolId, newsletterId, subscriberId, dueAt };
      await database.orm().insert(deliveryRecipients).values(copy);
    });
    await expect(again).rejects.toThrow(UniqueViolation);
  });

  it('reaches only new subscribers the second time', async () => {
    await createSubscribers(test, school.id, 2);
    await deliver();
    await test.jobs.settled();
    expect((await deliver()).error().error_message).toBe(DELIVERY_MESSAGES.nobody);
    await createSubscribers(test, school.id, 1, { email: 'new@home.example' });
    expect((await deliver()).ok().delivery.data.attributes.total).toBe(1);
    await test.jobs.settled();
    expect(test.mail.to('new@home.example')).toHaveLength(1);
    expect(test.mail.to('parent-1@home.example')).toHaveLength(1);
  });

  it('is created once, however often the button is pressed', async () => {
    await createSubscribers(test, school.id, 5);
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliver()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    await test.jobs.settled();
    expect(test.mail.sent.filter(({ to }) => to.address.endsWith('@home.example'))).toHaveLength(5);
  });

  it('is refused for a draft', async () => {
    await createSubscribers(test, school.id, 1);
    ({ id } = await createNewsletter(test, school.owner));
    expect((await deliver()).error().error_message).toBe(DELIVERY_MESSAGES.notPublished);
  });

  it('uses the given subject, preview text and reply address', async () => {
    await createSubscribers(test, school.id, 1);
    const { email: reply_to } = await createStaff(test, school.id, 'editor');
    await deliver({ subject: 'Come & see', preview_text: 'Boots <on>', reply_to });
    await test.jobs.settled();
    const [mail] = test.mail.to('parent-1@home.example');
    expect(mail).toMatchObject({
      subject: 'Come & see',
      fromName: 'Elm Grove Primary',
      replyTo: { address: reply_to },
    });
    expect(mail?.html).toContain('Boots &lt;on&gt;');
  });

  it('accepts no foreign reply address, and logs where replies go', async () => {
    await createSubscribers(test, school.id, 1);
    const stranger = await createSchool(test);
    const unproven = await createStaff(test, school.id, 'editor', { status: 'INACTIVE' });
    for (const reply_to of [freshEmail(), stranger.owner.email, unproven.email]) {
      const refused = await deliver({ reply_to });
      expect(refused.error().errors).toEqual({ reply_to: [DELIVERY_MESSAGES.replyTo] });
      const tried = { token, params: { id }, body: { delivery: { reply_to } } };
      expect((await test.call(deliveryRoutes.sendTestMail, tried)).status).toBe(400);
    }
    const { email } = school.owner;
    (await deliver({ reply_to: email })).ok();
    const call = { token, params: { id: school.id } };
    const lines = (await test.call(auditRoutes.auditLog, call)).ok().audit_log.data;
    const line = lines.find(({ attributes }) => attributes.action === 'send');
    expect(line?.attributes.details).toMatchObject({ reply_to: email });
    await test.jobs.settled();
  });

  it('waits for its time, and reaches everybody on the list then', async () => {
    await createSubscribers(test, school.id, 1);
    const send_at = new Date(test.clock.now().getTime() + HOUR_MS).toISOString();
    const delivery = (await deliver({ send_at })).ok().delivery.data;
    expect(delivery.attributes).toMatchObject({ status: 'scheduled', send_at, total: 1 });
    await createSubscribers(test, school.id, 1, { email: 'new@home.example' });
    await test.jobs.settled();
    expect(test.mail.to('parent-1@home.example')).toEqual([]);
    test.clock.advance(HOUR_MS);
    await test.jobs.due();
    expect(await getDelivery(delivery.id)).toMatchObject({ status: 'done', sent: 2 });
  });
});

describe('a scheduled delivery', () => {
  const plan = async () => {
    await createSubscribers(test, school.id, 2);
    const send_at = new Date(test.clock.now().getTime() + HOUR_MS).toISOString();
    return (await deliver({ send_at })).ok().delivery.data.id;
  };
  const change = (delivery: string, changes: Partial<typeof deliveries.$inferInsert>) =>
    test.context.database.orm().update(deliveries).set(changes).where(eq(deliveries.id, delivery));
  const reachSendTime = async () => {
    test.clock.advance(HOUR_MS);
    await test.jobs.due();
  };

  it('that cannot start is cancelled, and its creator is notified why', async () => {
    const delivery = await plan();
    await test.call(newsletterRoutes.unpublishNewsletter, { token, params: { id } });
    await reachSendTime();
    expect(await getDelivery(delivery)).toMatchObject({
      status: 'canceled',
      sent: 0,
      trouble: 'The newsletter was not published when its time came',
    });
    const [email] = test.mail.to(school.owner.email);
    expect(email?.subject).toBe('Not sent: Autumn news');
  });

  it('reports beforehand that the newsletter is not published', async () => {
    const delivery = await plan();
    expect((await getDelivery(delivery)).trouble).toBeNull();
    await test.call(newsletterRoutes.unpublishNewsletter, { token, params: { id } });
    expect((await getDelivery(delivery)).trouble).toMatch(
      /will not go out, as the newsletter is not published/,
    );
    await publish(test, school.owner, id);
    expect((await getDelivery(delivery)).trouble).toBeNull();
    const closing = { token, params: { id: school.id }, body: { name: 'Elm Grove Primary' } };
    (await test.call(schoolClosureRoutes.closeSchool, closing)).ok();
    expect((await getDelivery(delivery)).trouble).toMatch(/will not go out while the school is closed/);
    (await test.call(schoolClosureRoutes.reopenSchool, closing)).ok();
    await reachSendTime();
    expect(await getDelivery(delivery)).toMatchObject({ status: 'done', trouble: null });
  });

  it('that is paused reports what keeps it from resuming', async () => {
    const params = { id: await plan() };
    await change(params.id, { status: 'paused' });
    expect(await getDelivery(params.id)).toMatchObject({ status: 'paused', trouble: null });
    await test.call(newsletterRoutes.unpublishNewsletter, { token, params: { id } });
    expect((await getDelivery(params.id)).trouble).toBe(
      'The newsletter was unpublished. Publish it again to go on',
    );
  });

  it('is logged as planned, and as sent only once it starts', async () => {
    const log = async () => {
      const call = { token, params: { id: school.id } };
      const { data } = (await test.call(auditRoutes.auditLog, call)).ok().audit_log;
      return data
        .filter(({ attributes }) => attributes.action.startsWith('send'))
        .map(({ attributes: { action, actor, details } }) => ({ action, actor, details }));
    };
    const delivery = await plan();
    const by = expect.any(String);
    const reply_to = 'office@elmgrove.example';
    const about = { delivery_id: delivery, news_letter_id: id, reply_to };
    const send_at = (await getDelivery(delivery)).send_at;
    const planned = { action: 'send_planned', actor: by, details: { ...about, send_at } };
    expect(await log()).toEqual([planned]);
    await reachSendTime();
    expect(await log()).toEqual([{ action: 'send', actor: '', details: { ...about, sent_to: 2 } }, planned]);
  });

  it('that is cancelled logs how far it got; one that had not begun is only cancelled', async () => {
    const last = async () => {
      const call = { token, params: { id: school.id } };
      return (await test.call(auditRoutes.auditLog, call)).ok().audit_log.data[0]?.attributes;
    };
    const end = async (delivery: string) => {
      test.clock.advance(1);
      (await test.call(deliveryRoutes.cancelDelivery, { token, params: { id: delivery } })).ok();
    };
    await end(await plan());
    expect(await last()).toMatchObject({ action: 'send_plan_canceled' });
    const running = (await deliver()).ok().delivery.data.id;
    await test.jobs.settled();
    // Resembles a delivery that was paused after the first of two mails.
    await change(running, { status: 'paused', finishedAt: null });
    const [one] = await test.context.database
      .orm()
      .select()
      .from(deliveryRecipients)
      .where(eq(deliveryRecipients.deliveryId, running));
    await test.context.database
      .orm()
      .update(deliveryRecipients)
      .set({ state: 'waiting', endedAt: null })
      .where(eq(deliveryRecipients.id, one?.id ?? 0));
    await end(running);
    expect(await last()).toMatchObject({ action: 'send_canceled', details: { sent: 1, total: 2 } });
  });

  describe('with a time after the end of the trial', () => {
    const changeSchool = (changes: Partial<typeof schools.$inferInsert>) =>
      test.context.database.orm().update(schools).set(changes).where(eq(schools.id, school.id));
    const planPastTheTrial = async () => {
      const ends = new Date(test.clock.now().getTime() + HOUR_MS / 2);
      await changeSchool({ subscriptionEndDate: ends });
      return await plan();
    };
    const pay = () => changeSchool({ subscriptionStatus: 'active', subscriptionPlan: 'monthly' });
    const log = async () => {
      const call = { token, params: { id: school.id } };
      const { data } = (await test.call(auditRoutes.auditLog, call)).ok().audit_log;
      return data.map(({ attributes }) => attributes.action).filter((action) => action.startsWith('send'));
    };
    const resume = (delivery: string) =>
      test.call(deliveryRoutes.resumeDelivery, { token, params: { id: delivery } });
    /** Accepts no mail before `answer`, so that a delivery does not end before the test looks at it. */
    const heldMailServer = () => {
      const { promise, resolve: answer } = Promise.withResolvers<void>();
      const send = test.mail.send.bind(test.mail);
      const held = vi.spyOn(test.mail, 'send').mockImplementation(async (mail) => {
        await promise;
        await send(mail);
      });
      onTestFinished(() => held.mockRestore());
      return { answer };
    };

    it('reports it from the beginning, and is sent as planned once there is a plan', async () => {
      const delivery = await planPastTheTrial();
      expect((await getDelivery(delivery)).trouble).toBe(
        'Your free trial ends before its time, so it will wait for a plan then. Choose one before, or cancel the sending',
      );
      await pay();
      expect((await getDelivery(delivery)).trouble).toBeNull();
      await reachSendTime();
      expect(await getDelivery(delivery)).toMatchObject({ status: 'done', sent: 2 });
    });

    it('waits for a plan, reports it on the screen, by mail and in the log, and is sent when somebody resumes it with a plan', async () => {
      const delivery = await planPastTheTrial();
      await reachSendTime();
      const waits =
        'Your free trial has ended, so it waits for a plan. Choose a plan, then go on, or end the sending';
      expect(await getDelivery(delivery)).toMatchObject({
        status: 'paused',
        waiting: 2,
        total: 2,
        trouble: waits,
      });
      expect(test.mail.to('parent-1@home.example')).toEqual([]);
      const [email] = test.mail.to(school.owner.email);
      expect(email?.subject).toBe('On hold: Autumn news');
      expect(email?.text).toContain(waits);
      expect(email?.text).toContain('Nobody has got it yet.');
      expect(await log()).toEqual(['send_held', 'send_planned']);
      expect((await resume(delivery)).status).toBe(402);
      await pay();
      expect(await getDelivery(delivery)).toMatchObject({ status: 'paused', trouble: null });
      await createSubscribers(test, school.id, 1, { email: 'new@home.example' });
      test.clock.advance(1);
      const mailServer = heldMailServer();
      expect((await resume(delivery)).ok().delivery.data.attributes).toMatchObject({
        status: 'sending',
        total: 3,
      });
      expect((await resume(delivery)).status).toBe(200);
      mailServer.answer();
      await test.jobs.settled();
      expect(await getDelivery(delivery)).toMatchObject({ status: 'done', sent: 3 });
      expect(await log()).toEqual(['send', 'send_held', 'send_planned']);
    });

    it('can be canceled while it waits', async () => {
      const delivery = await planPastTheTrial();
      await reachSendTime();
      test.clock.advance(1);
      (await test.call(deliveryRoutes.cancelDelivery, { token, params: { id: delivery } })).ok();
      expect(await log()).toEqual(['send_plan_canceled', 'send_held', 'send_planned']);
      await pay();
      expect((await resume(delivery)).error().error_message).toBe(DELIVERY_MESSAGES.ended);
      expect((await deliver()).ok().delivery.data.attributes).toMatchObject({ status: 'sending', total: 2 });
      await test.jobs.settled();
    });
  });

  it('is sent as published at that time', async () => {
    await plan();
    const body = { news_letter: { title: 'Winter news' } };
    await test.call(newsletterRoutes.updateNewsletter, { token, params: { id }, body });
    await publish(test, school.owner, id);
    await reachSendTime();
    expect(test.mail.to('parent-1@home.example')[0]?.html).toContain('Winter news');
  });

  it('can be cancelled, and scheduled again', async () => {
    const delivery = await plan();
    await test.call(deliveryRoutes.cancelDelivery, { token, params: { id: delivery } });
    await reachSendTime();
    expect(test.mail.to('parent-1@home.example')).toEqual([]);
    expect((await deliver()).ok().delivery.data.attributes.total).toBe(2);
  });

  it.each([
    [-1, DELIVERY_MESSAGES.past],
    [400 * 24 * HOUR_MS, DELIVERY_MESSAGES.farAhead],
  ])('is accepted only for a future time within a year: %i', async (ahead, message) => {
    await createSubscribers(test, school.id, 1);
    const send_at = new Date(test.clock.now().getTime() + ahead).toISOString();
    expect((await deliver({ send_at })).error().errors).toEqual({ send_at: [message] });
  });
});
