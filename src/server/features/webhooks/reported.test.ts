import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { payloadOf } from '#contract/api/payloads.ts';
import { webhookRoutes } from '#contract/api/webhooks.ts';
import { countLateBounce } from '#server/features/deliveries/worker/quota.ts';
import { handleMail } from '#server/features/mail-reports/handle-mail.ts';
import { unsubscribeByToken } from '#server/features/unsubscribe/unsubscribe.ts';
import { MailNotSent } from '#server/platform/mail/failure.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSendingSchool, deliverNow, type SendingSchool } from '#test/deliveries.ts';
import { complaint, postfixReport } from '#test/mail-reports/forms.ts';
import { createSubscribers, type TestSubscriber } from '#test/subscribers.ts';

/** The events that webhooks get about mail that came back, and about complaints of spam. */

let test: TestApp;
let sending: SendingSchool;
let person: TestSubscriber;
let params: { readonly id: string };
beforeAll(async () => {
  test = await buildTestApp({ BOUNCE_ADDRESS: 'bounces@mail.school.example' });
});
afterAll(() => test.close());
beforeEach(async () => {
  sending = await createSendingSchool(test);
  const [created] = await createSubscribers(test, sending.school.id, 1);
  if (created === undefined) throw new Error('No subscriber was created');
  person = created;
  // Names in this domain never resolve (RFC 2606), so nothing is sent; the list has what would be.
  const body = {
    url: 'https://receiver.invalid/told',
    events: ['subscriber.bounced' as const, 'subscriber.left' as const],
  };
  const made = await test.call(webhookRoutes.createWebhook, { token: sending.token, body });
  params = { id: made.ok().webhook.data.id };
  test.mail.sent.splice(0);
});

const handle = (source: Buffer) =>
  handleMail(test.context, { countBounce: countLateBounce, unsubscribe: unsubscribeByToken }, source);
const returnPath = () => test.mail.to(person.email).at(-1)?.returnPath ?? '';
const bodies = async () => {
  await test.jobs.settled();
  const call = { token: sending.token, params };
  const { webhook_deliveries } = (await test.call(webhookRoutes.listWebhookDeliveries, call)).ok();
  return webhook_deliveries.data.map(({ attributes }): unknown => JSON.parse(attributes.body));
};
const subscriber = () => ({ id: person.id, email: person.email });

it('reports once that mail does not reach a family, with the words of the refusal', async () => {
  await deliverNow(test, sending.token, sending.newsletter);
  const source = postfixReport({ returnPath: returnPath() });
  for (let time = 0; time < 2; time += 1) expect(await handle(source)).toBe(true);
  const received = await bodies();
  expect(received).toHaveLength(1);
  expect(payloadOf('subscriber.bounced').strict().parse(received[0])).toMatchObject({
    data: { subscriber: subscriber(), reason: expect.stringContaining('User unknown') },
  });
});

it('reports once that a family has left, as it called a newsletter spam', async () => {
  await deliverNow(test, sending.token, sending.newsletter);
  const source = complaint({ returnPath: returnPath() });
  for (let time = 0; time < 2; time += 1) expect(await handle(source)).toBe(true);
  const received = await bodies();
  expect(received).toHaveLength(1);
  expect(payloadOf('subscriber.left').strict().parse(received[0])).toMatchObject({
    data: { subscriber: subscriber(), how: 'complained' },
  });
});

it('reports an address that is refused while a newsletter is sent', async () => {
  const send = test.mail.send.bind(test.mail);
  const response = '550 5.1.1 No such user here';
  test.mail.send = async (mail) => {
    if (mail.to.address !== person.email) return await send(mail);
    throw new MailNotSent({ blame: 'address', permanent: true, trouble: null, response, where: 'x' });
  };
  await deliverNow(test, sending.token, sending.newsletter).finally(() => {
    test.mail.send = send;
  });
  const received = await bodies();
  expect(received).toHaveLength(1);
  expect(payloadOf('subscriber.bounced').strict().parse(received[0])).toMatchObject({
    data: { subscriber: subscriber(), reason: expect.stringContaining(response) },
  });
});
