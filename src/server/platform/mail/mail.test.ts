import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '#server/platform/clock.ts';
import { partWriter } from './encoded.ts';
import type { Mail, MailPort } from './mail.ts';
import type { Sender } from './message.ts';
import { Outbox } from './outbox.ts';
import { SmtpMail } from './smtp.ts';

/** A received mail. `recipients` are those of the envelope. */
interface ReceivedMail {
  readonly recipients: readonly string[] | null;
  readonly source: string;
  readonly email: Email;
}

interface Opened {
  readonly port: MailPort;
  received(): Promise<readonly ReceivedMail[]>;
  close(): Promise<void>;
}

const NAME_WITH_ADDRESS = 'HSBC - verify at evil.example';
const sender: Sender = { name: 'Inkwell', address: 'news@school.example' };
const mail: Mail = {
  to: { name: 'Zoë O’Neill, "Head"', address: 'zoe@school.example' },
  subject: 'Sports day — Zażółć',
  html: '<p>Bring a hat — and sun cream.</p>',
  text: 'Bring a hat — and sun cream.\n',
};

async function openOutbox(from: Sender): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-mail-'));
  return {
    port: new Outbox(folder, from, systemClock),
    received: async () => {
      const files = (await readdir(folder)).filter((file) => file.endsWith('.eml')).sort();
      const sources = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
      return await Promise.all(
        sources.map(async (source) => ({ recipients: null, source, email: await PostalMime.parse(source) })),
      );
    },
    close: () => rm(folder, { recursive: true }),
  };
}

async function openSmtp(from: Sender): Promise<Opened> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      buffer(stream)
        .then(async (bytes) => {
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          received.push({ recipients, source: bytes.toString('utf8'), email: await PostalMime.parse(bytes) });
        })
        .then(() => done(), done);
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = addressOf(server);
  const smtp = new SmtpMail(`smtp://127.0.0.1:${port}`, from);
  return {
    port: smtp,
    received: async () => received,
    close: async () => {
      await smtp.close();
      await new Promise<void>((closed) => server.close(closed));
    },
  };
}

function addressOf(server: SMTPServer): AddressInfo {
  const address = server.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen');
  return address;
}

const breaks = [
  '\r\nBcc: evil@else.example',
  '\nBcc: evil@else.example',
  '\rBcc: evil@else.example',
  '\u2028Bcc: evil@else.example',
  '\r\n\r\n<script>',
];

describe.each([
  ['outbox', openOutbox],
  ['smtp', openSmtp],
])('mail: %s', (_, open) => {
  let opened: Opened | undefined;
  afterEach(async () => await opened?.close());

  async function deliver(given: Mail, from: Sender = sender): Promise<ReceivedMail> {
    opened = await open(from);
    await opened.port.send(given);
    const [first, ...others] = await opened.received();
    expect(others).toEqual([]);
    if (first === undefined) throw new Error('Nothing received');
    return first;
  }

  it('delivers both parts, the names and the subject unchanged', async () => {
    const { email } = await deliver({
      ...mail,
      replyTo: { name: 'Office', address: 'office@school.example' },
    });
    expect(email.to).toMatchObject([mail.to]);
    expect(email.from).toMatchObject(sender);
    expect(email.replyTo).toMatchObject([{ address: 'office@school.example' }]);
    expect(email.subject).toBe(mail.subject);
    expect(email.html?.trim()).toBe(mail.html);
    expect(email.text?.trim()).toBe(mail.text.trim());
  });

  it.each([
    ['English', '<p>Bring a hat = sun cream.\nSee https://a.example/HERE and HERE.  </p>\n'],
    ['long lines', `<p>${'a'.repeat(74)}HERE${'b c=d '.repeat(40)}HERE</p>`],
    ['some accents', `<p>Zoë’s café HERE ${'and more words '.repeat(20)}</p>\r\n.\r\n..HERE`],
    ['another script', `<p>${'Шкільні новини 📚 '.repeat(30)}HERE\nі HERE</p>`],
    ['nothing to insert', '<p>Hat</p>'],
  ])('delivers pre-encoded parts unchanged: %s', async (_, template) => {
    const word = `${'Az0-_'.repeat(12)}--xy`;
    const html = template.replaceAll('HERE', word);
    const { email, source } = await deliver({
      ...mail,
      html,
      text: html,
      encoded: {
        html: partWriter('text/html', template, ['HERE'])([word]),
        text: partWriter('text/plain', template, ['HERE'])([word]),
      },
    });
    // SMTP normalises line ends, and the last one belongs to the boundary.
    const lines = (text = '') => text.replaceAll('\r\n', '\n').trimEnd();
    expect(lines(email.html)).toBe(lines(html));
    expect(lines(email.text)).toBe(lines(html));
    expect(email.headers.find(({ key }) => key === 'content-type')?.value).toMatch(/^multipart\/alternative/);
    expect(Math.max(...source.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
    expect(source).toMatch(/^[\x00-\x7f]*$/);
  });

  it('breaks up addresses in names of schools and people, but not in the product name', async () => {
    const named = await deliver({
      ...mail,
      to: { name: NAME_WITH_ADDRESS, address: mail.to.address },
      fromName: NAME_WITH_ADDRESS,
      replyTo: { name: NAME_WITH_ADDRESS, address: 'office@school.example' },
    });
    const plain = 'HSBC - verify at evil. example';
    expect([named.email.to?.[0]?.name, named.email.from?.name, named.email.replyTo?.[0]?.name]).toEqual(
      Array(3).fill(plain),
    );
    await opened?.close();
    const own = await deliver(mail, { name: 'Inkwell.example', address: sender.address });
    expect(own.email.from?.name).toBe('Inkwell.example');
  });

  it('keeps the given message id and headers', async () => {
    const { email } = await deliver({
      ...mail,
      messageId: '<one@school.example>',
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    expect(email.messageId).toBe('<one@school.example>');
    expect(email.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
  });

  it.each(breaks)('prevents header injection by line breaks: %j', async (evil) => {
    const { recipients, email } = await deliver({
      ...mail,
      to: { name: `Zoe${evil}`, address: mail.to.address },
      subject: `Hello${evil}`,
      fromName: `School${evil}`,
      replyTo: { name: `Office${evil}`, address: 'office@school.example' },
      messageId: `<one@school.example>${evil}`,
      headers: { 'X-School': `Elm${evil}` },
    });
    expect(recipients ?? [mail.to.address]).toEqual([mail.to.address]);
    expect(email.bcc ?? []).toEqual([]);
    expect(email.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(email.to).toHaveLength(1);
    expect(email.html?.trim()).toBe(mail.html);
  });

  it.each([
    ...breaks.map((evil) => `zoe@school.example${evil}`),
    'zoe@school.example, evil@else.example',
    'zoe@school.example> <evil@else.example',
    '',
  ])('rejects anything but a single address: %j', async (address) => {
    opened = await open(sender);
    await expect(opened.port.send({ ...mail, to: { name: 'Zoe', address } })).rejects.toThrow(
      'Not a mail address',
    );
    await expect(opened.port.send({ ...mail, replyTo: { name: 'Zoe', address } })).rejects.toThrow(
      'Not a mail address',
    );
    expect(await opened.received()).toEqual([]);
  });

  it('rejects an invalid header name', async () => {
    opened = await open(sender);
    await expect(
      opened.port.send({ ...mail, headers: { 'X-A: b\r\nBcc': 'evil@else.example' } }),
    ).rejects.toThrow('header');
  });

  describe('with a DKIM key', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const dkim = {
      domain: 'school.example',
      selector: 'ink',
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
    const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const verdict = async (source: string) => {
      const { results } = await dkimVerify(source, {
        strict: true,
        resolver: async (name) => {
          expect(name).toBe('ink._domainkey.school.example');
          return [[`v=DKIM1; k=rsa; p=${published}`]];
        },
      });
      return results.map(({ status }) => status.result);
    };
    const odd = {
      ...mail,
      subject: `Grüße ${'a long subject '.repeat(20)}`,
      text: 'Spaces  and\ttabs \t\n\n  at ends   \n\n\n',
      headers: { 'List-Id': '"Oak, field" <a.example>', 'Feedback-ID': 'a:b:c:d', 'X-Other': 'o' },
    };

    it.each([
      ['plain', mail],
      ['odd', odd],
    ])('signs mails so that receivers find them unchanged: %s', async (_, each) => {
      const { source } = await deliver(each, { ...sender, dkim });
      expect(await verdict(source)).toEqual(['pass']);
      expect(await verdict(source.replace(/^Subject: /m, 'Subject: Not '))).toEqual(['fail']);
      expect(await verdict(source.trimEnd().slice(0, -1))).toEqual(['fail']);
    });

    it.each([
      'From: head@school.example',
      'Subject: Pay here',
      'Reply-To: a@else.example',
      'Cc: a@else.example',
    ])('lets nobody add a header: %s', async (added) => {
      const { source } = await deliver(mail, { ...sender, dkim });
      expect(await verdict(`X-Other: 1\r\n${source}`)).toEqual(['pass']);
      expect(await verdict(`${added}\r\n${source}`)).toEqual(['fail']);
    });
  });
});

it.each(['', 'a b', 'a=b', 'ü', 'a'.repeat(71)])(
  'rejects inserting anything but a plain word: %j',
  (word) => {
    expect(() => partWriter('text/html', '<p>HERE</p>', ['HERE'])([word])).toThrow('Not a word');
  },
);

it('throws when the server rejects a mail', async () => {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) => done(new Error('No such person')),
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const smtp = new SmtpMail(`smtp://127.0.0.1:${addressOf(server).port}`, sender);
  await expect(smtp.send(mail)).rejects.toThrow();
  await smtp.close();
  await new Promise<void>((closed) => server.close(closed));
});
