import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { dashboardRoutes } from '#contract/dashboard.ts';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { MailNotSent, type MailServerTrouble } from '#server/platform/mail/failure.ts';
import { SmtpMail } from '#server/platform/mail/smtp.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { callDeliver, createSendingSchool, deliveryOf, SENDER } from '#test/deliveries.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { heading, publishNewsletter } from '#test/newsletters.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** A mail server that refuses us as a sender is reported at once to the owner and in the log. */

let sink: SmtpSink;
let mail: SmtpMail;
let test: TestApp;
let school: TestSchool;
let token: string;
let newsletter: string;
beforeAll(async () => {
  sink = await startSmtpSink();
  mail = new SmtpMail(sink.url.replace('//', '//ink:s3cret@'), SENDER);
  test = await buildTestApp({}, { mail });
});
beforeEach(async () => {
  ({ school, token, newsletter } = await createSendingSchool(test));
  await createSubscribers(test, school.id, 30);
  // The server is still in the previous test's state.
  await expect(breakLogin()).rejects.toBeInstanceOf(MailNotSent);
  sink.reset();
});
afterAll(async () => {
  sink.reset();
  await test.close();
  await mail.close();
  await sink.close();
});

// After any trouble, the next mail checks again whether the server accepts our login.
async function breakLogin(): Promise<void> {
  sink.acceptsLogins = false;
  sink.decide = () => ({ kind: 'refuse', at: 'recipient', code: 421, words: '4.7.0 Later' });
  await mail.send({ to: { name: '', address: 'a@school.example' }, subject: 'x', html: 'x', text: 'x' });
}

const logged = () => test.log.filter((line) => line.includes('failed in the background')).map(String);
const getDelivery = (id: string) => deliveryOf(test, token, id);

async function deliver(): Promise<string> {
  return (await callDeliver(test, token, newsletter)).ok().delivery.data.id;
}

// The mail to the owner cannot be sent either; its job is retried.
async function settleExceptMails(): Promise<void> {
  await expect(test.jobs.settled()).rejects.toBeInstanceOf(MailNotSent);
}

describe('with a wrong password', () => {
  it('pauses the delivery after one login, and reports it on its page, the dashboard and in the school’s log', async () => {
    sink.acceptsLogins = false;
    const id = await deliver();
    await settleExceptMails();
    const trouble = expect.stringMatching(/does not let us log in/);
    expect(await getDelivery(id)).toMatchObject({
      status: 'paused',
      sent: 0,
      waiting: 30,
      postponed: 0,
      trouble,
    });
    // One login for the newsletter, one for the mail to the owner.
    expect(sink.logins).toBe(2);
    const { dashboard } = (await test.call(dashboardRoutes.dashboard, { token })).ok();
    expect(dashboard.sendings).toMatchObject([{ status: 'paused' }]);
    const log = await test.call(auditRoutes.auditLog, { token, params: { id: school.id } });
    expect(log.ok().audit_log.data.map(({ attributes }) => attributes)).toContainEqual(
      expect.objectContaining({
        action: 'send_held',
        actor: '',
        details: expect.objectContaining({ trouble }),
      }),
    );
  });

  it('logs for the operator what to check, once and without the password', async () => {
    const before = logged().length;
    sink.acceptsLogins = false;
    await deliver();
    await settleExceptMails();
    const lines = logged().slice(before);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('does not accept the user name and password in SMTP_URL');
    expect(lines[0]).toContain('535 5.7.8 Bad credentials');
    expect(lines[0]).not.toContain('s3cret');
  });

  it('reaches everybody once it is fixed and a person resumes, and reports again if it is not', async () => {
    sink.acceptsLogins = false;
    const id = await deliver();
    await settleExceptMails();
    await test.call(deliveryRoutes.resumeDelivery, { token, params: { id } });
    await settleExceptMails();
    expect((await getDelivery(id)).status).toBe('paused');
    sink.acceptsLogins = true;
    await test.call(deliveryRoutes.resumeDelivery, { token, params: { id } });
    await test.jobs.settled();
    for (let minute = 0; minute < 2; minute += 1) {
      test.clock.advance(MINUTE_MS);
      await test.jobs.due();
    }
    expect(await getDelivery(id)).toMatchObject({ status: 'done', sent: 30, trouble: null });
    expect(new Set(sink.received.map(({ to }) => to)).size).toBe(31);
  });

  it('mails the owner as soon as mails can be sent again', async () => {
    sink.acceptsLogins = false;
    const id = await deliver();
    await settleExceptMails();
    sink.acceptsLogins = true;
    // Acts like the job queue, which retries for two days.
    await test.jobs.run('delivery_held', { schoolId: school.id, id, personId: school.owner.id });
    const email = await sink.received.find(({ to }) => to === school.owner.email)?.open();
    expect(email?.subject).toBe('On hold: Autumn news');
    expect(email?.text).toContain('The mail server does not let us log in.');
    expect(email?.text).toContain('30 people still wait for it.');
  });
});

it.each([
  ['certificate', /cannot prove that it is the right one/],
  ['encryption', /no encrypted connection/],
  ['sender', /does not let us send from our address/],
] satisfies readonly (readonly [MailServerTrouble, RegExp])[])(
  'holds at once with its own words: %s',
  async (trouble, words) => {
    const error = new MailNotSent({ blame: 'server', permanent: false, trouble, response: '', where: 'x' });
    const other = await buildTestApp();
    try {
      other.mail.send = async () => Promise.reject(error);
      const { id: schoolId, owner } = await createSchool(other);
      const { id } = await publishNewsletter(other, owner, { code: [heading('Harvest')] });
      await createSubscribers(other, schoolId, 3);
      const call = { token: owner.token, params: { id }, body: { delivery: {} } };
      await other.call(deliveryRoutes.createDelivery, call);
      await expect(other.jobs.settled()).rejects.toBe(error);
      const found = await other.call(deliveryRoutes.listDeliveries, { token: owner.token, params: { id } });
      const [delivery] = found.ok().deliveries.data;
      expect(delivery?.attributes).toMatchObject({ status: 'paused', waiting: 3, sent: 0 });
      expect(delivery?.attributes.trouble).toMatch(words);
    } finally {
      await other.close();
    }
  },
);

it('logs an outage once, not at each attempt', async () => {
  const before = logged().length;
  await sink.down();
  try {
    const id = await deliver();
    await test.jobs.settled();
    for (let time = 0; time < 10; time += 1) {
      test.clock.advance(30_000);
      await test.jobs.due();
    }
    expect(await getDelivery(id)).toMatchObject({ status: 'sending', waiting: 30 });
    expect(logged().slice(before)).toHaveLength(1);
    expect(logged().at(-1)).toContain('cannot be reached or does not answer');
    await test.call(deliveryRoutes.cancelDelivery, { token, params: { id } });
  } finally {
    await sink.up();
  }
});
