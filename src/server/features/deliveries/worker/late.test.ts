import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { SmtpMail } from '#server/platform/mail/smtp.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { callDeliver, createSendingSchool, deliveryOf, SENDER } from '#test/deliveries.ts';
import type { TestSchool } from '#test/factories.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** Mail that is hours late goes to no family by itself: the program or the mail server was down. */

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
  await createSubscribers(test, school.id, 3);
});
afterAll(async () => {
  await test.close();
  await mail.close();
  await sink.close();
});

const arrived = () => sink.received.filter(({ to }) => to.endsWith('@home.example'));
const getDelivery = (id: string) => deliveryOf(test, token, id);
const mailToOwner = async () => await sink.received.find(({ to }) => to === school.owner.email)?.open();
const afterHours = expect.stringMatching(/hours.*nobody is written to so late unasked/);

async function planned(): Promise<string> {
  const send_at = new Date(test.clock.now().getTime() + HOUR_MS).toISOString();
  return (await callDeliver(test, token, newsletter, { send_at })).ok().delivery.data.id;
}

async function startAfter(ms: number): Promise<void> {
  test.clock.advance(ms);
  await test.jobs.due();
  await test.jobs.run('delivery_sweep');
}

describe('a planned sending', () => {
  it('whose time passed days ago is held, and a person sends it', async () => {
    const id = await planned();
    await startAfter(3 * DAY_MS);
    expect(await getDelivery(id)).toMatchObject({ status: 'paused', sent: 0, trouble: afterHours });
    expect(arrived()).toEqual([]);
    const email = await mailToOwner();
    expect(email?.subject).toBe('On hold: Autumn news');
    expect(email?.text).toContain('Nobody has got it yet.');
    (await test.call(deliveryRoutes.resumeDelivery, { token, params: { id } })).ok();
    await test.jobs.settled();
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 3, trouble: null });
  });

  it('goes out by itself up to three hours late', async () => {
    const id = await planned();
    await startAfter(HOUR_MS + 3 * HOUR_MS);
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 3 });
  });
});

describe('a sending under way', () => {
  it('that the mail server kept over a weekend is held, and a person goes on with it', async () => {
    await sink.down();
    const id = (await callDeliver(test, token, newsletter)).ok().delivery.data.id;
    await test.jobs.settled();
    for (let time = 0; time < 3; time += 1) await startAfter(HOUR_MS);
    expect((await getDelivery(id)).status).toBe('sending');
    test.clock.advance(HOUR_MS);
    // The mail to the owner cannot be sent either; its job is retried.
    await expect(test.jobs.due()).rejects.toThrow();
    expect(await getDelivery(id)).toMatchObject({ status: 'paused', waiting: 3, trouble: afterHours });
    await sink.up();
    await startAfter(2 * DAY_MS);
    expect(arrived()).toEqual([]);
    (await test.call(deliveryRoutes.resumeDelivery, { token, params: { id } })).ok();
    await test.jobs.settled();
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 3 });
  });

  it('that stopped with the program is held if it starts again days later, and not within hours', async () => {
    await createSubscribers(test, school.id, 40, {}, 10);
    sink.onArrival = async () => {
      if (arrived().length !== 12) return;
      sink.onArrival = () => undefined;
      void sink.down();
    };
    const id = (await callDeliver(test, token, newsletter)).ok().delivery.data.id;
    await test.jobs.settled();
    await sink.up();
    const before = (await getDelivery(id)).sent;
    expect(before).toBeGreaterThan(0);
    test.clock.advance(3 * DAY_MS);
    await test.jobs.run('delivery_sweep');
    expect(await getDelivery(id)).toMatchObject({ status: 'paused', sent: before, trouble: afterHours });
    const email = await mailToOwner();
    expect(email?.text).toContain('Nobody gets it twice when you go on.');
    (await test.call(deliveryRoutes.resumeDelivery, { token, params: { id } })).ok();
    await test.jobs.settled();
    await startAfter(MINUTE_MS);
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 43 });
  });

  it('continues by itself on the school’s next day, and is held if that has passed by hours', async () => {
    const other = await buildTestApp({ TRIAL_MAILS_PER_DAY: '2' });
    try {
      const at = await createSendingSchool(other);
      await createSubscribers(other, at.school.id, 5);
      const id = (await callDeliver(other, at.token, at.newsletter)).ok().delivery.data.id;
      await other.jobs.settled();
      other.clock.advance(DAY_MS);
      await other.jobs.due();
      expect(await deliveryOf(other, at.token, id)).toMatchObject({ status: 'sending', sent: 4 });
      other.clock.advance(3 * DAY_MS);
      await other.jobs.due();
      expect(await deliveryOf(other, at.token, id)).toMatchObject({ status: 'paused', sent: 4 });
    } finally {
      await other.close();
    }
  });
});
