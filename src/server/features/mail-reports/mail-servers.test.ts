import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { SmtpMail } from '#server/platform/mail/smtp.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSendingSchool, deliverNow, SENDER, type SendingSchool } from '#test/deliveries.ts';
import { autoReply, letter } from '#test/mail-reports/forms.ts';
import { startMailServers } from '#test/mail-reports/mail-servers.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { createSubscribers } from '#test/subscribers.ts';

/**
 * End to end with a real Postfix, which accepts everything first, and a real Dovecot. Runs only with
 * `TEST_MAIL_SERVERS=1`, as root, where both are installed.
 */

const PORTS = { smtp: 4763, imap: 4764 };
const URL = `imap://bounces:secret@127.0.0.1:${PORTS.imap}`;

describe('Postfix and Dovecot', () => {
  let sink: SmtpSink;
  let servers: Awaited<ReturnType<typeof startMailServers>>;
  let mail: SmtpMail;
  let test: TestApp;
  let sending: SendingSchool;
  beforeAll(async () => {
    sink = await startSmtpSink();
    servers = await startMailServers({ ...PORTS, families: Number(new globalThis.URL(sink.url).port) });
    mail = new SmtpMail(`smtp://127.0.0.1:${PORTS.smtp}`, SENDER);
    const reports = { BOUNCE_ADDRESS: 'bounces@mail.school.example', BOUNCE_IMAP_URL: URL };
    test = await buildTestApp(reports, { mail });
    sending = await createSendingSchool(test);
  }, 60_000);
  afterAll(async () => {
    await test.close();
    await mail.close();
    await servers.close();
    await sink.close();
  });

  const read = () => test.jobs.run('report_mailbox');

  it('report who does not exist, whose mailbox is full, and who is left alone; automatic replies are filed away', async () => {
    const people = await createSubscribers(test, sending.school.id, 4);
    const words = [
      { code: 550, words: '5.1.1 User unknown' },
      { code: 552, words: '5.2.2 Mailbox full' },
      { code: 550, words: '5.7.1 On our block list (S3140)' },
    ];
    sink.decide = (to) => {
      const response = words[people.findIndex(({ email }) => email === to)];
      return response === undefined ? { kind: 'take' } : { kind: 'refuse', at: 'recipient', ...response };
    };
    await deliverNow(test, sending.token, sending.newsletter);
    const client = new ImapFlow({
      host: '127.0.0.1',
      port: PORTS.imap,
      auth: { user: 'bounces', pass: 'secret' },
      logger: false,
    });
    await client.connect();
    await client.append('INBOX', 'Subject: Hello\r\n\r\nA question\r\n');
    const countIn = async (folder: string) => {
      const status = await client.status(folder, { messages: true });
      return status === false ? null : status.messages;
    };
    await vi.waitFor(async () => expect(await countIn('INBOX')).toBe(4), { timeout: 30_000, interval: 200 });
    // An automatic reply, and later a letter from the reader.
    const returnPath = sink.received.find(({ to }) => to === people[3]?.email)?.from ?? '';
    await client.append('INBOX', autoReply({ returnPath }));
    await client.append('INBOX', letter({ returnPath }));
    await read();
    await read();
    const stored = async (id = '') =>
      (await test.call(subscriberRoutes.getSubscriber, { token: sending.token, params: { id } })).ok()
        .subscriber.data.attributes;
    const kinds = await Promise.all(people.map(async ({ id }) => (await stored(id)).bounce_kind));
    expect(kinds).toEqual(['gone', null, null, null]);
    expect((await stored(people[0]?.id)).bounce_reason).toContain('5.1.1 User unknown');
    expect(await countIn('INBOX')).toBe(2);
    expect(await countIn('Handled reports')).toBe(4);
    await client.logout();
  }, 90_000);
});
