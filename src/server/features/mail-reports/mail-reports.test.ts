import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { SOFT_IN_A_ROW } from '#contract/mail/bounces.ts';
import { FORGED_REPORT, mailReportRoutes } from '#contract/mail/mail-reports.ts';
import { SUBSCRIBER_MESSAGES, type SubscribersQuery, subscriberRoutes } from '#contract/subscribers.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { countLateBounce } from '#server/features/deliveries/worker/quota.ts';
import { unsubscribeByToken } from '#server/features/unsubscribe/unsubscribe.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSendingSchool, deliverNow, deliveryOf, type SendingSchool } from '#test/deliveries.ts';
import {
  autoReply,
  complaint,
  exchangeWords,
  letter,
  microsoftComplaint,
  postfixReport,
  type ReportedMail,
} from '#test/mail-reports/forms.ts';
import { heading, publishNewsletter } from '#test/newsletters.ts';
import { createSubscribers, type TestSubscriber } from '#test/subscribers.ts';
import { handleMail } from './handle-mail.ts';

/** The effects of reports on families. */

const BOUNCE_ADDRESS = 'bounces@mail.school.example';
const SECRET = 'of-postmark-alone';
const FULL = { status: '5.2.2', response: '552 5.2.2 over quota' };
const BLOCKED = { status: '5.7.1', response: '550 5.7.1 on our block list (S3140)' };
const SOFT = { status: '4.4.7', response: '4.4.7 Message expired' };

let test: TestApp;
let sending: SendingSchool;
let person: TestSubscriber;
beforeAll(async () => {
  test = await buildTestApp({
    BOUNCE_ADDRESS,
    MAIL_PROVIDER: 'postmark',
    MAIL_PROVIDER_SECRET: SECRET,
  });
});
afterAll(() => test.close());
beforeEach(async () => {
  sending = await createSendingSchool(test);
  const created = await createSubscribers(test, sending.school.id, 2);
  if (created[0] === undefined) throw new Error('No subscriber was created');
  person = created[0];
  test.mail.sent.splice(0);
});

const report = (source: Buffer) =>
  handleMail(test.context, { countBounce: countLateBounce, unsubscribe: unsubscribeByToken }, source);
const returnPathOf = ({ email }: TestSubscriber) => {
  const path = test.mail.to(email).at(-1)?.returnPath;
  if (path === undefined) throw new Error('No mail was sent there');
  return path;
};
const bounce = async (words: Omit<ReportedMail, 'returnPath'> = {}, returnPath = returnPathOf(person)) =>
  await report(postfixReport({ returnPath, ...words }));
const one = () => ({ token: sending.token, params: { id: person.id } });
const stored = async () =>
  (await test.call(subscriberRoutes.getSubscriber, one())).ok().subscriber.data.attributes;
const works = async () => (await test.call(mailReportRoutes.addressWorksAgain, one())).ok();
const listed = async (filter: SubscribersQuery['filter']) => {
  const call = { token: sending.token, query: { filter } };
  return (await test.call(subscriberRoutes.listSubscribers, call)).ok().subscribers.data.map(({ id }) => id);
};
const actions = async () => {
  const { audit_log } = (
    await test.call(auditRoutes.auditLog, { token: sending.token, params: { id: sending.school.id } })
  ).ok();
  return audit_log.data.map(({ attributes }) => attributes.action);
};
const send = async () => await deliverNow(test, sending.token, sending.newsletter);
const sendAnother = async () => {
  const { id } = await publishNewsletter(test, sending.school.owner, { code: [heading('News')] });
  test.clock.advance(DAY_MS);
  await deliverNow(test, sending.token, id);
};

it('shows what a family was sent, the latest first, and what became of it', async () => {
  const mails = async (query: Readonly<Record<string, string>> = {}) =>
    (await test.call(deliveryRoutes.listSubscriberMails, { ...one(), query })).ok();
  expect(await mails()).toEqual({ subscriber_mails: { data: [] }, total: 0, total_pages: 1 });
  const delivery = await send();
  await sendAnother();
  await bounce();
  const { subscriber_mails, total } = await mails();
  expect(total).toBe(2);
  expect(subscriber_mails.data.map(({ attributes }) => attributes)).toMatchObject([
    { state: 'failed', reason: 'refused', detail: expect.stringContaining('User unknown') },
    { state: 'sent', reason: null, report: null, detail: null, news_letter_id: sending.newsletter },
  ]);
  expect(subscriber_mails.data[1]?.id).toBe(delivery);
  expect((await mails({ page: '2', per_page: '1' })).subscriber_mails.data.map(({ id }) => id)).toEqual([
    delivery,
  ]);
  const others = await createSubscribers(test, sending.school.id, 1, {}, 2);
  const theirs = { token: sending.token, params: { id: others[0]?.id ?? '' } };
  expect((await test.call(deliveryRoutes.listSubscriberMails, theirs)).ok().total).toBe(0);
});

it('gives each mail a return path of its own', async () => {
  await send();
  const paths = test.mail.sent.flatMap(({ returnPath = [] }) => returnPath);
  expect(new Set(paths).size).toBe(2);
  for (const path of paths) expect(path).toMatch(/^bounces\+[0-9a-f]{44}@mail\.school\.example$/);
});

describe('a report that the address does not exist', () => {
  it('stops the address, shows why, and can be taken back; reported again it changes nothing', async () => {
    const delivery = await send();
    expect(await bounce()).toBe(true);
    expect(await stored()).toMatchObject({ status: 'subscribed', bounce_kind: 'gone' });
    expect((await stored()).bounce_reason).toContain('User unknown');
    expect(await listed('stopped')).toEqual([person.id]);
    expect(await deliveryOf(test, sending.token, delivery)).toMatchObject({ sent: 1, failed: 1 });
    const call = { token: sending.token, params: { id: delivery } };
    const { failures } = (await test.call(deliveryRoutes.listFailures, call)).ok();
    expect(failures.data.map(({ attributes }) => attributes.reason)).toEqual(['refused']);
    await bounce();
    const logged = async () => (await actions()).filter((action) => action === 'family_not_reached');
    expect(await logged()).toHaveLength(1);
    await works();
    expect(await stored()).toMatchObject({ bounced_at: null, bounce_reason: null, bounce_kind: null });
    expect((await actions())[0]).toBe('address_trusted');
    // The same report about that mail changes nothing any more, nor does a worse one.
    await bounce();
    expect(await stored()).toMatchObject({ bounced_at: null });
    expect(await logged()).toHaveLength(1);
  });

  it('stops it, too, where Exchange wrote words alone', async () => {
    await send();
    expect(await report(exchangeWords({ returnPath: returnPathOf(person) }))).toBe(true);
    expect(await stored()).toMatchObject({ bounce_kind: 'gone' });
    expect((await stored()).bounce_reason).toBe('550 5.1.1 RESOLVER.ADR.RecipNotFound; not found');
  });

  it('counts in the day of the school that sent too much to nobody', async () => {
    await createSubscribers(test, sending.school.id, 30, {}, 2);
    await send();
    const paths = test.mail.sent.flatMap(({ returnPath = [] }) => returnPath);
    for (const path of paths.slice(0, 12)) await bounce({}, path);
    const call = { token: sending.token, params: { id: sending.newsletter } };
    const { quota } = (await test.call(deliveryRoutes.audience, call)).ok();
    expect(quota.is_stopped).toBe(true);
  });

  it('says nothing of an address that was changed since', async () => {
    await send();
    const returnPath = returnPathOf(person);
    test.clock.advance(1000);
    const body = { subscriber: { email: `new-${person.id}@home.example` } };
    (await test.call(subscriberRoutes.updateSubscriber, { ...one(), body })).ok();
    expect(await bounce({}, returnPath)).toBe(true);
    expect(await stored()).toMatchObject({ bounced_at: null });
  });
});

it('stops an address after five newsletters in a row that came back, except for full mailboxes and blocks', async () => {
  await send();
  for (const words of [FULL, BLOCKED, SOFT, SOFT]) await bounce(words);
  for (let time = 2; time < SOFT_IN_A_ROW; time += 1) {
    await sendAnother();
    await bounce(FULL);
    await sendAnother();
    await bounce(SOFT);
    await bounce(SOFT);
  }
  expect(await stored()).toMatchObject({ bounced_at: null });
  await sendAnother();
  await bounce(SOFT);
  expect(await stored()).toMatchObject({ bounce_kind: 'repeated', bounce_reason: SOFT.response });
  expect(await listed('bounced')).toEqual([person.id]);
});

it('takes people who have complained off the list, and only they can come back', async () => {
  await send();
  const returnPath = returnPathOf(person);
  expect(await report(complaint({ returnPath, type: 'not-spam' }))).toBe(true);
  expect(await stored()).toMatchObject({ status: 'subscribed' });
  expect(await report(microsoftComplaint({ returnPath }))).toBe(true);
  await report(complaint({ returnPath }));
  const left = await stored();
  expect(left).toMatchObject({ status: 'unsubscribed', bounced_at: null });
  expect(left.complained_at).toBe(left.unsubscribed_at);
  await works();
  expect(await stored()).toMatchObject({ status: 'unsubscribed' });
  const { first_name, last_name, email } = left;
  const add = { token: sending.token, body: { subscriber: { first_name, last_name, email } } };
  const refused = await test.call(subscriberRoutes.createSubscriber, add);
  expect(refused.error().errors).toEqual({ email: [SUBSCRIBER_MESSAGES.unsubscribed] });
  expect((await actions()).filter((action) => action === 'family_complained')).toHaveLength(1);
  const token = /\/unsubscribe\/([\w-]{64})/.exec(test.mail.to(email).at(-1)?.html ?? '')?.[1] ?? '';
  test.clock.advance(1000);
  await test.app.inject({ method: 'POST', url: `/unsubscribe/${token}/undo` });
  expect(await stored()).toMatchObject({ status: 'subscribed', complained_at: null });
  // The same report once more.
  await report(complaint({ returnPath }));
  expect(await stored()).toMatchObject({ status: 'subscribed' });
});

it('does nothing without a valid token, or with a mail that is no report', async () => {
  await send();
  const returnPath = returnPathOf(person);
  const forged = [
    returnPath.replace(/[0-9a-f]@/, (end) => (end === '0@' ? '1@' : '0@')),
    returnPath.replace(/\+[0-9a-f]{12}/, '+000000000001'),
    BOUNCE_ADDRESS,
    `bounces+${'0'.repeat(44)}@mail.school.example`,
    returnPath.replace('mail.school', 'mail.other'),
  ];
  for (const path of forged) {
    expect(await bounce({}, path)).toBe(false);
    expect(await report(complaint({ returnPath: path }))).toBe(false);
  }
  expect(await report(letter({ returnPath }))).toBe(false);
  expect(await report(autoReply({ returnPath: BOUNCE_ADDRESS }))).toBe(false);
  expect(await report(autoReply({ returnPath }))).toBe(true);
  expect(await bounce({ action: 'delayed' })).toBe(true);
  expect(await stored()).toMatchObject({ status: 'subscribed', bounced_at: null });
  expect(await actions()).not.toContain('family_not_reached');
});

it('unsubscribes by a mail with the token of the link', async () => {
  await send();
  const token = /\/unsubscribe\/([\w-]{64})/.exec(test.mail.to(person.email).at(-1)?.html ?? '')?.[1] ?? '';
  const mail = (subject: string) => report(Buffer.from(`Subject: ${subject}\r\n\r\n`));
  expect(await mail(`unsubscribe ${'x'.repeat(64)}`)).toBe(false);
  expect(await stored()).toMatchObject({ status: 'subscribed' });
  expect(await mail(`unsubscribe ${token}`)).toBe(true);
  expect(await stored()).toMatchObject({ status: 'unsubscribed', complained_at: null });
});

it('takes signed reports of the provider that sends, by the token in its header', async () => {
  await send();
  const token = test.mail.to(person.email).at(-1)?.headers?.['X-PM-Metadata-report'];
  const report = (headers: Record<string, string>, body: unknown) =>
    test.call(mailReportRoutes.receiveMailReports, { headers, body });
  const call = (password: string, body: unknown) =>
    report({ authorization: `Basic ${Buffer.from(`inkwell:${password}`).toString('base64')}` }, body);
  const event = {
    RecordType: 'Bounce',
    Type: 'HardBounce',
    Details: '550 5.1.1',
    Metadata: { report: token },
  };
  for (const forged of [await call('wrong', event), await report({}, event), await call('wrong', '{')]) {
    expect(forged.status).toBe(401);
    expect(forged.error().error_message).toBe(FORGED_REPORT);
  }
  expect((await call(SECRET, '{')).status).toBe(400);
  expect((await call(SECRET, {})).status).toBe(400);
  (await call(SECRET, { ...event, Metadata: { report: '0'.repeat(44) } })).ok();
  expect(await stored()).toMatchObject({ bounced_at: null });
  (await call(SECRET, event)).ok();
  (await call(SECRET, event)).ok();
  expect(await stored()).toMatchObject({ bounce_kind: 'gone' });
  expect((await actions()).filter((action) => action === 'family_not_reached')).toHaveLength(1);
});
