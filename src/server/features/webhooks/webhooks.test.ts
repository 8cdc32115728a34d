import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { payloadOf } from '#contract/api/payloads.ts';
import { SIGNED_EXAMPLE } from '#contract/api/signature.ts';
import { PAYLOAD_TYPES, WEBHOOK_EVENTS } from '#contract/api/webhook-states.ts';
import {
  DELIVERIES_KEPT_MS,
  OLD_SECRET_MS,
  RETRY_WAITS_MS,
  WEBHOOK_MESSAGES,
  WEBHOOK_TESTS,
  WEBHOOKS_MAX,
  webhookRoutes,
} from '#contract/api/webhooks.ts';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { tokenMaker } from '#server/data/unsubscribe-tokens.ts';
import { unsubscribeByToken } from '#server/features/unsubscribe/unsubscribe.ts';
import { webhookDeliveries } from '#server/platform/db/schema/api.ts';
import { sessions } from '#server/platform/db/schema/people.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { importBody } from '#test/examples/families.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { MULTIPART } from '#test/multipart.ts';
import { publishNewsletter } from '#test/newsletters.ts';
import { deliverInTurn } from './deliver.ts';
import { signedHeaders } from './signing.ts';

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let test: TestApp;
let receiver: Server;
let url: string;
let received: Received[] = [];
let answer: { status: number; body: string; headers?: Readonly<Record<string, string>> };
let whileAnswering = async () => {};
beforeAll(async () => {
  test = await buildTestApp({ WEBHOOKS_ALLOW_PRIVATE: '1' });
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    received.push({ headers: textsOf(request.headers), body });
    await whileAnswering();
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  receiver.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = receiver.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/told`;
});
afterAll(async () => {
  receiver.close();
  await test.close();
});
beforeEach(() => {
  received = [];
  answer = { status: 204, body: '' };
  whileAnswering = async () => {};
});

function textsOf(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

async function addWebhook(school: TestSchool, events: readonly string[] = WEBHOOK_EVENTS) {
  const call = { token: school.owner.token, body: { url, events } };
  const { secret, webhook } = (await test.call(webhookRoutes.createWebhook, call)).ok();
  return { secret, params: { id: webhook.data.id }, token: school.owner.token };
}
const deliveriesOf = async ({ token, params }: Awaited<ReturnType<typeof addWebhook>>) =>
  (await test.call(webhookRoutes.listWebhookDeliveries, { token, params })).ok().webhook_deliveries.data;
const stateOf = async (school: TestSchool) =>
  (await test.call(webhookRoutes.listWebhooks, { token: school.owner.token })).ok().webhooks.data[0]
    ?.attributes;

const head = z.object({ type: z.enum(PAYLOAD_TYPES), data: z.unknown() });
const payloads = () =>
  received.map(({ body }) => {
    const { type, data } = head.parse(JSON.parse(body));
    payloadOf(type).strict().parse(JSON.parse(body));
    return { type, data };
  });
// Keeps the session's confirmation fresh.
async function letTimePass(ms: number): Promise<void> {
  test.clock.advance(ms);
  await test.context.database.orm().update(sessions).set({ confirmedAt: test.clock.now() });
  await test.jobs.due();
}

it('reports newsletters and families as its contract says, signed, and nothing that was rolled back', async () => {
  const school = await createSchool(test);
  const { token } = school.owner;
  const hook = await addWebhook(school);
  await test.jobs.settled();
  expect(test.mail.to(school.owner.email).at(-1)?.text).toContain('127.0.0.1');

  const person = { first_name: 'Ada', last_name: 'Bell', email: 'ada@families.example' };
  const added = await test.call(subscriberRoutes.createSubscriber, { token, body: { subscriber: person } });
  const { id } = added.ok().subscriber.data;
  // The same address twice: refused, and not sent again.
  await test.call(subscriberRoutes.createSubscriber, { token, body: { subscriber: person } });
  const body = importBody('first_name,last_name,email\nBen,Cole,ben@families.example\n');
  (await test.call(subscriberRoutes.importSubscribers, { token, body, headers: MULTIPART })).ok();
  await test.jobs.settled();
  const published = await publishNewsletter(test, school.owner, { title: 'Spring' });
  const params = { id: published.id };
  const send = { token, params, body: { delivery: { subject: 'Spring' } } };
  (await test.call(deliveryRoutes.createDelivery, send)).ok();
  await test.jobs.settled();
  (await test.call(newsletterRoutes.unpublishNewsletter, { token, params })).ok();
  // A draft is unpublished already.
  (await test.call(newsletterRoutes.unpublishNewsletter, { token, params })).ok();
  const link = (await tokenMaker(test.context))({ schoolId: school.id, subscriberId: id });
  await unsubscribeByToken(test.context, link);
  await test.jobs.settled();

  const of = { id, email: 'ada@families.example' };
  const spring = { id: params.id, title: 'Spring', url: expect.stringContaining('/published/spring') };
  expect(payloads()).toEqual([
    { type: 'subscriber.joined', data: { subscriber: of, how: 'added' } },
    {
      type: 'subscriber.joined',
      data: { subscriber: { id: expect.any(String), email: 'ben@families.example' }, how: 'imported' },
    },
    { type: 'newsletter.published', data: { newsletter: spring } },
    {
      type: 'newsletter.sent',
      data: {
        newsletter: spring,
        delivery: { id: expect.any(String), sent: 2, failed: 0, unconfirmed: 0, waiting: 0 },
      },
    },
    { type: 'newsletter.unpublished', data: { newsletter: { ...spring, url: null } } },
    { type: 'subscriber.left', data: { subscriber: of, how: 'unsubscribed' } },
  ]);
  for (const { body: text, headers } of received) {
    expect(new Verifier(hook.secret).verify(text, headers)).toEqual(JSON.parse(text));
    expect(() => new Verifier(hook.secret).verify(`${text} `, headers)).toThrow();
    expect(headers['content-type']).toBe('application/json');
  }
  const [last] = await deliveriesOf(hook);
  expect(last?.attributes).toMatchObject({ state: 'delivered', tries: 1, status_code: 204, no_answer: null });
  expect(last?.attributes.body).toBe(received.at(-1)?.body);
});

it('signs as the example says that is shown to those who write receivers', () => {
  const { secret, id, timestamp, body, signature } = SIGNED_EXAMPLE;
  const headers = signedHeaders({ id, body }, [secret], new Date(Number(timestamp) * 1000));
  expect(headers).toMatchObject({
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  });
});

it('signs with the old secret beside the new one for a day', async () => {
  const school = await createSchool(test);
  const hook = await addWebhook(school);
  const { secret } = (await test.call(webhookRoutes.renewSecret, hook)).ok();
  (await test.call(webhookRoutes.testWebhook, hook)).ok();
  await test.jobs.settled();
  // The verifier uses the machine's clock, so this comes before a test that advances the other one.
  const [{ body, headers } = { body: '', headers: {} }] = received;
  for (const each of [hook.secret, secret])
    expect(new Verifier(each).verify(body, headers)).toEqual(JSON.parse(body));
  expect(received[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
  await letTimePass(OLD_SECRET_MS);
  (await test.call(webhookRoutes.testWebhook, hook)).ok();
  await test.jobs.settled();
  expect(received.at(-1)?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
});

it('tries again with growing waits, then gives up, switches off and mails the owner', async () => {
  const school = await createSchool(test);
  const hook = await addWebhook(school);
  answer = { status: 500, body: 'out of paper' };
  (await test.call(webhookRoutes.testWebhook, hook)).ok();
  await test.jobs.settled();
  const tries = () => received.length;
  expect((await deliveriesOf(hook))[0]?.attributes).toMatchObject({
    event: 'test',
    state: 'waiting',
    tries: 1,
    status_code: 500,
    answer: 'out of paper',
  });
  for (const [index, wait] of RETRY_WAITS_MS.entries()) {
    await letTimePass(wait - 1);
    expect(tries()).toBe(index + 1);
    await letTimePass(1);
    expect(tries()).toBe(index + 2);
  }
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await letTimePass(DELIVERIES_KEPT_MS / 2);
  expect(tries()).toBe(RETRY_WAITS_MS.length + 1);
  expect((await deliveriesOf(hook))[0]?.attributes).toMatchObject({ state: 'failed', next_try_at: null });
  expect(await stateOf(school)).toMatchObject({ is_off_by_failure: true, off_since: expect.any(String) });
  expect(test.mail.to(school.owner.email).at(-1)?.subject).toContain('switched off');
  expect((await test.call(webhookRoutes.testWebhook, hook)).error().error_message).toBe(WEBHOOK_MESSAGES.off);

  // After switching it on, a missed delivery can be sent again by hand, with its id.
  answer = { status: 200, body: 'thanks' };
  (await test.call(webhookRoutes.updateWebhook, { ...hook, body: { is_on: true } })).ok();
  const [missed] = await deliveriesOf(hook);
  const again = { token: hook.token, params: { id: missed?.id ?? '' } };
  (await test.call(webhookRoutes.sendWebhookAgain, again)).ok();
  await test.jobs.settled();
  expect(received.at(-1)).toMatchObject({ headers: { 'webhook-id': missed?.id }, body: received[0]?.body });
  expect(await stateOf(school)).toMatchObject({ failing_since: null, off_since: null });
});

it('tries soon what was put off while the machine’s clock was ahead', async () => {
  const hook = await addWebhook(await createSchool(test));
  test.clock.advance(30 * DAY_MS);
  answer = { status: 500, body: '' };
  await test.context.database
    .orm()
    .update(sessions)
    .set({ confirmedAt: test.clock.now(), expiresAt: new Date(test.clock.now().getTime() + DAY_MS) });
  (await test.call(webhookRoutes.testWebhook, hook)).ok();
  await test.jobs.settled();
  expect(received).toHaveLength(1);
  answer = { status: 204, body: '' };
  test.clock.setBack(30 * DAY_MS);
  await test.jobs.run('webhook_sweep');
  expect((await deliveriesOf(hook))[0]?.attributes.state).toBe('delivered');
  // For the tests that follow.
  test.clock.advance(30 * DAY_MS);
});

it('drops what happens while it is switched off, and ends what waits', async () => {
  const school = await createSchool(test);
  const hook = await addWebhook(school);
  const { token } = hook;
  const join = async (name: string) => {
    const subscriber = { first_name: name, last_name: 'Bell', email: `${name}.off@families.example` };
    (await test.call(subscriberRoutes.createSubscriber, { token, body: { subscriber } })).ok();
    await test.jobs.settled();
  };
  const turn = async (is_on: boolean) =>
    (await test.call(webhookRoutes.updateWebhook, { ...hook, body: { is_on } })).ok();
  answer = { status: 500, body: '' };
  await join('before');
  await turn(false);
  await join('meanwhile');
  answer = { status: 204, body: '' };
  await turn(true);
  await letTimePass(RETRY_WAITS_MS[0]);
  await join('after');
  expect(received).toHaveLength(2);
  expect(payloads()[1]).toMatchObject({ data: { subscriber: { email: 'after.off@families.example' } } });
  const listed = (await deliveriesOf(hook)).map(({ attributes: { state, tries } }) => ({ state, tries }));
  expect(listed).toEqual([
    { state: 'delivered', tries: 1 },
    { state: 'failed', tries: 1 },
  ]);
});

it('leaves nothing to try again of deliveries under way when it was switched off', async () => {
  const school = await createSchool(test);
  const hook = await addWebhook(school);
  answer = { status: 500, body: '' };
  whileAnswering = async () => {
    (await test.call(webhookRoutes.updateWebhook, { ...hook, body: { is_on: false } })).ok();
  };
  (await test.call(webhookRoutes.testWebhook, hook)).ok();
  await test.jobs.settled();
  expect((await deliveriesOf(hook))[0]?.attributes).toMatchObject({ state: 'failed', next_try_at: null });
  (await test.call(webhookRoutes.updateWebhook, { ...hook, body: { is_on: true } })).ok();
  await letTimePass(RETRY_WAITS_MS[0]);
  expect(received).toHaveLength(1);
});

it('delivers to one receiver of a school at a time, and keeps no other school waiting', async () => {
  const [school, other] = [await createSchool(test), await createSchool(test)];
  const [slow, next] = [await addWebhook(school), await addWebhook(school)];
  const theirs = await addWebhook(other);
  const began = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  whileAnswering = async () => {
    whileAnswering = async () => {};
    began.resolve();
    await ended.promise;
  };
  for (const hook of [slow, next, theirs]) (await test.call(webhookRoutes.testWebhook, hook)).ok();
  await began.promise;
  await deliverInTurn(test.context, school.id, next.params.id);
  expect(received).toHaveLength(1);
  await deliverInTurn(test.context, other.id, theirs.params.id);
  expect(received).toHaveLength(2);
  ended.resolve();
  await test.jobs.settled();
  await letTimePass(MINUTE_MS);
  expect(received).toHaveLength(3);
});

it('sends a school’s tests so many times a minute and a day', async () => {
  const school = await createSchool(test);
  const hook = await addWebhook(school);
  const refusals: (string | number)[] = [];
  for (let left = WEBHOOK_TESTS.perDay + 1; left > 0; left -= WEBHOOK_TESTS.perMinute) {
    for (let at = 0; at <= WEBHOOK_TESTS.perMinute; at += 1) {
      const answer = await test.call(webhookRoutes.testWebhook, hook);
      if (answer.status === 429) refusals.push(answer.error().error_message);
    }
    test.clock.advance(2 * MINUTE_MS);
  }
  const minutes = WEBHOOK_TESTS.perDay / WEBHOOK_TESTS.perMinute;
  expect(refusals).toEqual([
    ...Array.from({ length: minutes }, () => WEBHOOK_MESSAGES.tests),
    ...Array.from({ length: WEBHOOK_TESTS.perMinute }, () => WEBHOOK_MESSAGES.testsOfDay),
    WEBHOOK_MESSAGES.tests,
  ]);
  await test.jobs.settled();
  expect(received).toHaveLength(WEBHOOK_TESTS.perDay);
});

it('follows no redirect, and stops at once for a receiver that is gone', async () => {
  const school = await createSchool(test);
  const hook = await addWebhook(school);
  answer = { status: 302, body: '', headers: { location: `${url}/elsewhere` } };
  (await test.call(webhookRoutes.testWebhook, hook)).ok();
  await test.jobs.settled();
  expect((await deliveriesOf(hook))[0]?.attributes).toMatchObject({ state: 'waiting', status_code: 302 });
  answer = { status: 410, body: '' };
  await letTimePass(RETRY_WAITS_MS[0]);
  expect(received).toHaveLength(2);
  expect(await stateOf(school)).toMatchObject({ is_off_by_failure: true });
});

it('keeps a webhook to its events and school, and what it sent for thirty days', async () => {
  const [school, other] = [await createSchool(test), await createSchool(test)];
  const hook = await addWebhook(school, ['subscriber.left']);
  const { token } = school.owner;
  for (const each of [token, other.owner.token]) {
    const subscriber = { first_name: 'A', last_name: 'B', email: 'a@families.example' };
    const made = await test.call(subscriberRoutes.createSubscriber, { token: each, body: { subscriber } });
    const params = { id: made.ok().subscriber.data.id };
    (await test.call(subscriberRoutes.deleteSubscriber, { token: each, params })).ok();
  }
  await test.jobs.settled();
  expect(payloads()).toMatchObject([{ type: 'subscriber.left', data: { how: 'removed' } }]);
  const foreign = { ...hook, token: other.owner.token };
  expect((await test.call(webhookRoutes.testWebhook, foreign)).status).toBe(404);
  test.clock.advance(DELIVERIES_KEPT_MS + 1);
  await test.jobs.run('webhook_clean_up');
  const orm = test.context.database.orm();
  expect(await orm.$count(webhookDeliveries)).toBe(0);
});

it(`takes only public addresses with https on its own port, at most ${WEBHOOKS_MAX}`, async () => {
  const strict = await buildTestApp();
  try {
    const { owner } = await createSchool(strict);
    const add = (to: string) =>
      strict.call(webhookRoutes.createWebhook, {
        token: owner.token,
        body: { url: to, events: ['newsletter.sent'] },
      });
    const refused = [
      'http://school.example/',
      'https://school.example:8443/',
      'https://user:secret@school.example/',
      'https://school.example/#part',
      'ftp://school.example/',
      'https://localhost/',
      'https://localhost./',
      'https://hook.LOCALHOST./',
      'https://intranet/',
      'https://printer.local/',
      'https://printer.local./',
      'https://nas.home.arpa/',
      'https://metadata.google.internal/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://127.1/',
      'https://127.0.0.1./',
      'https://0177.0.0.1/',
      'https://017700000001/',
      'https://10.1.2.3/',
      'https://100.64.0.1/',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:7f00:1]/',
      'https://[64:ff9b::a00:1]/',
      'https://[fe80::1]/',
      'https://[fd00::1]/',
    ];
    for (const to of refused) expect((await add(to)).error().errors, to).toHaveProperty('url');
    // A changed address is checked like a new one.
    const hook = (await add('https://receiver.invalid/')).ok().webhook.data;
    const changed = await strict.call(webhookRoutes.updateWebhook, {
      token: owner.token,
      params: { id: hook.id },
      body: { url: 'https://localhost./' },
    });
    expect(changed.error().errors).toEqual({ url: [WEBHOOK_MESSAGES.private] });
    const removed = { token: owner.token, params: { id: hook.id } };
    (await strict.call(webhookRoutes.removeWebhook, removed)).ok();
    const both = await Promise.all(
      Array.from({ length: WEBHOOKS_MAX + 1 }, () => add('https://receiver.invalid/a?b=c')),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([...Array(WEBHOOKS_MAX).fill(201), 409]);
  } finally {
    await strict.close();
  }
});
