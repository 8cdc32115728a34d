import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliveryRoutes, GIVE_UP_MS } from '#contract/deliveries.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { SmtpMail } from '#server/platform/mail/smtp.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSendingSchool, deliverNow, deliveryOf, SENDER } from '#test/deliveries.ts';
import { createStaff, type TestSchool } from '#test/factories.ts';
import { publish } from '#test/newsletters.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** A real mail server that is down, slow, or refuses, and a clock that the test advances. Accidents R4 and R5. */

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

async function deliver(count: number): Promise<string> {
  await createSubscribers(test, school.id, count);
  return await deliverNow(test, token, newsletter);
}
const getDelivery = (id: string) => deliveryOf(test, token, id);
const failures = async (id: string, by = token) =>
  (await test.call(deliveryRoutes.listFailures, { token: by, params: { id } }))
    .ok()
    .failures.data.map(({ attributes }) => attributes);
const arrived = () => sink.received.filter(({ to }) => to.endsWith('@home.example'));
const subscriber = async (email: string) => {
  const [row] = await test.context.database
    .orm()
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.schoolId, school.id), eq(subscribers.email, email)));
  return row;
};

// Advances the clock until nothing waits, or the given number of times.
async function advance(ms: number, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    test.clock.advance(ms);
    await test.jobs.due();
  }
}

it('reaches everybody exactly once when nothing goes wrong', async () => {
  const id = await deliver(200);
  expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 200 });
  expect(arrived()).toHaveLength(200);
  expect(new Set(arrived().map(({ to }) => to)).size).toBe(200);
});

it('sends nothing more once the newsletter is unpublished', async () => {
  const send = mail.send.bind(mail);
  let handedOver = 0;
  mail.send = async (one) => {
    handedOver += 1;
    if (handedOver === 5)
      (await test.call(newsletterRoutes.unpublishNewsletter, { token, params: { id: newsletter } })).ok();
    return await send(one);
  };
  const id = await deliver(200);
  mail.send = send;
  const { status, sent, trouble } = await getDelivery(id);
  expect([status, trouble]).toEqual(['paused', expect.stringContaining('was unpublished')]);
  // Those that were claimed by then.
  expect(sent).toBeLessThan(100);
  await publish(test, school.owner, newsletter);
  (await test.call(deliveryRoutes.resumeDelivery, { token, params: { id } })).ok();
  await test.jobs.settled();
  expect(new Set(arrived().map(({ to }) => to)).size).toBe(200);
});

describe('a mail server', () => {
  it('that is away is waited for, and the delivery continues within a minute of its return', async () => {
    await sink.down();
    const id = await deliver(30);
    expect(await getDelivery(id)).toMatchObject({
      status: 'sending',
      sent: 0,
      waiting: 30,
      postponed: 0,
      trouble: expect.stringMatching(/does not answer/),
    });
    // Ten minutes pass.
    await advance(10_000, 60);
    expect(await getDelivery(id)).toMatchObject({ sent: 0, waiting: 30 });
    await sink.up();
    await advance(10_000, 6);
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 30, trouble: null });
    expect(arrived()).toHaveLength(30);
  });

  it('that goes away in the middle is waited for', async () => {
    sink.onArrival = async () => {
      if (arrived().length !== 12) return;
      sink.onArrival = () => undefined;
      void sink.down();
    };
    const id = await deliver(30);
    expect((await getDelivery(id)).waiting).toBeGreaterThan(0);
    await sink.up();
    await advance(MINUTE_MS, 8);
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 30 });
    expect(new Set(arrived().map(({ to }) => to)).size).toBe(30);
  });

  it('that replies 421 is waited for', async () => {
    sink.decide = () => ({ kind: 'refuse', at: 'recipient', code: 421, words: '4.7.0 Try later' });
    const id = await deliver(5);
    expect(await getDelivery(id)).toMatchObject({ status: 'sending', waiting: 5, failed: 0 });
    sink.decide = () => ({ kind: 'take' });
    await advance(10_000, 6);
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 5 });
  });

  it('that disconnects before accepting gets the mail again, with the same id', async () => {
    let drops = 3;
    sink.decide = (_, at) => {
      if (at === 'data') drops -= 1;
      return drops >= 0 ? { kind: 'drop' } : { kind: 'take' };
    };
    const id = await deliver(20);
    await advance(MINUTE_MS, 10);
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 20 });
    expect(arrived().length).toBeGreaterThan(20);
    expect(new Set(arrived().map(({ messageId }) => messageId)).size).toBe(20);
  });

  it.each([
    ['one mail', (to: string) => to === 'parent-3@home.example', 11],
    ['every mail', (to: string) => to.endsWith('@home.example'), 0],
  ])(
    'that takes %s and disconnects before it says so does not get it again and again',
    async (_, cuts, sent) => {
      sink.decide = (to, at) => (at === 'data' && cuts(to) ? { kind: 'drop' } : { kind: 'take' });
      const id = await deliver(12);
      await advance(10_000, 720);
      const copies = Map.groupBy(arrived(), ({ to }) => to);
      expect(copies.size).toBe(12);
      for (const [to, mails] of copies) expect(mails.length).toBe(cuts(to) ? 3 : 1);
      expect(await getDelivery(id)).toMatchObject({ sent, failed: 12 - sent, waiting: 0 });
    },
  );

  it('that does not know an address is not tried again for it', async () => {
    sink.decide = (to) =>
      to === 'parent-2@home.example'
        ? { kind: 'refuse', at: 'recipient', code: 550, words: '5.1.1 No such user here' }
        : { kind: 'take' };
    const id = await deliver(5);
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 4, failed: 1 });
    const [failure] = await failures(id);
    expect(failure).toMatchObject({ email: 'parent-2@home.example', reason: 'refused' });
    expect(failure?.detail).toContain('No such user here');
    const editor = await createStaff(test, school.id, 'editor');
    expect(await failures(id, editor.token)).toMatchObject([
      { reason: 'refused', email: null, first_name: null, last_name: null, detail: null },
    ]);
    const row = await subscriber('parent-2@home.example');
    expect(row?.bouncedAt).toEqual(test.clock.now());
    expect(row?.bounceReason).toContain('No such user here');
    const audience = await test.call(deliveryRoutes.audience, { token, params: { id: newsletter } });
    expect(audience.ok().audience).toMatchObject({ recipients: 0, already_sent: 4, refused: 1 });
  });

  it.each([
    ['data', 550, '5.1.1 Unknown', 'refused', true],
    ['data', 554, '5.7.1 Looks like spam', 'rejected', false],
    ['recipient', 550, '5.7.1 Not from you', 'rejected', false],
    ['recipient', 550, 'No such user', 'refused', true],
    ['data', 550, 'Refused', 'rejected', false],
  ] as const)('that says at the %s: %i %s', async (at, code, words, reason, bounced) => {
    sink.decide = (to) =>
      to === 'parent-1@home.example' ? { kind: 'refuse', at, code, words } : { kind: 'take' };
    const id = await deliver(3);
    expect(await failures(id)).toMatchObject([{ reason }]);
    expect((await subscriber('parent-1@home.example'))?.bouncedAt !== null).toBe(bounced);
  });

  it.each([
    ['recipient', 450, '4.2.0 Greylisted'],
    ['recipient', 552, '5.2.2 Mailbox full'],
    ['data', 451, 'Not now'],
  ] as const)('that replies at the %s: %i %s is retried later', async (at, code, words) => {
    sink.decide = (to) =>
      to === 'parent-1@home.example' ? { kind: 'refuse', at, code, words } : { kind: 'take' };
    const id = await deliver(3);
    const next_try_at = new Date(test.clock.now().getTime() + MINUTE_MS).toISOString();
    // The delivery is done for everybody else: see retries.test.ts.
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 2, waiting: 1, trouble: null });
    expect(await getDelivery(id)).toMatchObject({ postponed: 1, next_try_at });
    await advance(30_000);
    expect(arrived()).toHaveLength(2);
    sink.decide = () => ({ kind: 'take' });
    await advance(MINUTE_MS);
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 3, postponed: 0, next_try_at: null });
  });

  it('that never accepts a mail is given up after five days', async () => {
    const tries: number[] = [];
    sink.decide = (to) => {
      if (!to.endsWith('@home.example')) return { kind: 'take' };
      tries.push(test.clock.now().getTime());
      return { kind: 'refuse', at: 'recipient', code: 450, words: 'Not now' };
    };
    const id = await deliver(1);
    await advance(MINUTE_MS * 60, GIVE_UP_MS / (MINUTE_MS * 60) - 1);
    expect(await getDelivery(id)).toMatchObject({ waiting: 1, failed: 0 });
    await advance(MINUTE_MS * 60, 5);
    expect(await getDelivery(id)).toMatchObject({ status: 'done', waiting: 0, failed: 1 });
    expect(await failures(id)).toMatchObject([{ reason: 'gave_up' }]);
    // The delays grow.
    expect(tries.length).toBeGreaterThan(10);
    expect(tries.length).toBeLessThan(50);
  });

  it('that rejects the newsletter itself pauses the delivery before all have failed', async () => {
    sink.decide = (to) =>
      to === school.owner.email
        ? { kind: 'take' }
        : { kind: 'refuse', at: 'data', code: 554, words: '5.7.1 This is spam.' };
    const id = await deliver(100);
    const paused = await getDelivery(id);
    expect(paused).toMatchObject({ status: 'paused', failed: 0, waiting: 100 });
    // Screens and mails add the full stop.
    expect(paused.trouble).toMatch(/5\.7\.1 This is spam$/);
    const email = await sink.received.find(({ to }) => to === school.owner.email)?.open();
    expect(email?.subject).toBe('On hold: Autumn news');
    expect(email?.text).toMatch(/5\.7\.1 This is spam\.\n/);
    sink.decide = () => ({ kind: 'take' });
    await test.call(deliveryRoutes.resumeDelivery, { token, params: { id } });
    await test.jobs.settled();
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 100 });
  });
});

describe('a running delivery', () => {
  it('skips subscribers who have unsubscribed', async () => {
    const left: string[] = [];
    const reached: string[] = [];
    sink.onArrival = async ({ to, open }) => {
      reached.push(to);
      if (reached.length !== 15) return;
      const own = (await open()).headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
      // A much later recipient unsubscribes while this mail is being sent.
      const far = await subscriber('parent-180@home.example');
      await test.context.database
        .orm()
        .update(subscribers)
        .set({ status: 'unsubscribed' })
        .where(eq(subscribers.id, far?.id ?? ''));
      left.push('parent-180@home.example');
      expect(own).toContain('/unsubscribe/');
    };
    const id = await deliver(200);
    expect(left).toHaveLength(1);
    expect(reached).not.toContain('parent-180@home.example');
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 199, skipped: 1 });
  });

  it('can be paused, resumed and cancelled; waiting recipients do not get it, and can be sent it later', async () => {
    let id = '';
    sink.onArrival = async () => {
      if (arrived().length !== 10) return;
      const under = await test.call(deliveryRoutes.listDeliveries, { token, params: { id: newsletter } });
      id = under.ok().deliveries.data[0]?.id ?? '';
      await test.call(deliveryRoutes.pauseDelivery, { token, params: { id } });
    };
    await deliver(300);
    const held = await getDelivery(id);
    expect(held.status).toBe('paused');
    expect(held.waiting).toBeGreaterThan(100);
    const count = arrived().length;
    await advance(MINUTE_MS, 5);
    expect(arrived()).toHaveLength(count);
    const again = await test.call(deliveryRoutes.pauseDelivery, { token, params: { id } });
    expect(again.ok().delivery.data.attributes.status).toBe('paused');
    await test.call(deliveryRoutes.cancelDelivery, { token, params: { id } });
    await advance(MINUTE_MS, 5);
    expect(await getDelivery(id)).toMatchObject({ status: 'canceled', waiting: 0, sent: count });
    expect((await test.call(deliveryRoutes.resumeDelivery, { token, params: { id } })).status).toBe(409);
    sink.onArrival = () => undefined;
    const rest = await test.call(deliveryRoutes.createDelivery, {
      token,
      params: { id: newsletter },
      body: { delivery: {} },
    });
    expect(rest.ok().delivery.data.attributes.total).toBe(300 - count);
    await test.jobs.settled();
    expect(arrived()).toHaveLength(300);
    expect(new Set(arrived().map(({ to }) => to)).size).toBe(300);
  });

  it('is paused while its newsletter is unpublished, and continues with the corrected one', async () => {
    await sink.down();
    const id = await deliver(3);
    await test.call(newsletterRoutes.unpublishNewsletter, { token, params: { id: newsletter } });
    await sink.up();
    await advance(MINUTE_MS, 2);
    expect(await getDelivery(id)).toMatchObject({
      status: 'paused',
      trouble: expect.stringContaining('unpublished'),
    });
    expect((await test.call(deliveryRoutes.resumeDelivery, { token, params: { id } })).status).toBe(409);
    const body = { news_letter: { title: 'Winter news' } };
    await test.call(newsletterRoutes.updateNewsletter, { token, params: { id: newsletter }, body });
    await publish(test, school.owner, newsletter);
    await test.call(deliveryRoutes.resumeDelivery, { token, params: { id } });
    await advance(MINUTE_MS, 2);
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 3 });
    const mail = await arrived()[0]?.open();
    expect(mail?.subject).toBe('Autumn news');
    for (const part of [mail?.html, mail?.text]) expect(part).toContain('Winter news');
  });

  it('is deleted with its newsletter', async () => {
    await sink.down();
    await deliver(3);
    await test.call(newsletterRoutes.deleteNewsletter, { token, params: { id: newsletter } });
    await sink.up();
    await advance(MINUTE_MS, 3);
    expect(arrived()).toEqual([]);
  });
});
