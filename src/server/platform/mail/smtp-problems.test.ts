import { createServer as createTcpServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { MailNotSent } from './failure.ts';
import type { Mail } from './mail.ts';
import { SmtpMail } from './smtp.ts';

/** Problems of our own mail server are distinguished, and detected with one connection. */

const mail: Mail = {
  to: { name: 'Zoe', address: 'zoe@school.example' },
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
};
const SENDER = { name: 'Inkwell', address: 'news@school.example' };
// The same machine, by an address that is not loopback, so that a password needs TLS.
const OTHER_HOST = '0.0.0.0';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Tried {
  readonly smtp: SmtpMail;
  /** The number of connections so far. */
  readonly connections: () => number;
}

async function start(options: SMTPServerOptions, urlOf: (port: number) => string): Promise<Tried> {
  let connections = 0;
  const server = new SMTPServer({
    ...options,
    onConnect: (_, done) => {
      connections += 1;
      done();
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  cleanUps.push(() => new Promise<void>((closed) => server.close(closed)));
  const address = server.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen');
  return { smtp: open(urlOf(address.port)), connections: () => connections };
}

function open(url: string): SmtpMail {
  const smtp = new SmtpMail(url, SENDER, undefined, { connectMs: 1000, silenceMs: 1000, mailMs: 3000 });
  cleanUps.push(() => smtp.close());
  return smtp;
}

const PLAIN = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };
const refuse = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code });
const withPassword = (host: string) => (port: number) => `smtp://ink:s3cret@${host}:${port}`;
const withLogin = (code: number, words: string): SMTPServerOptions => ({
  ...PLAIN,
  onAuth: (_, _session, done) => done(refuse(code, words)),
});

async function failureOf(smtp: SmtpMail): Promise<MailNotSent> {
  const error = await smtp.send(mail).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof MailNotSent)) throw new Error(`Not a failure of the mail server: ${String(error)}`);
  return error;
}

it.each([
  ['login', 'a wrong password', withLogin(535, '5.7.8 Bad credentials'), withPassword('127.0.0.1')],
  ['connection', 'a log-in that fails for now', withLogin(454, '4.7.0 Later'), withPassword('127.0.0.1')],
  ['certificate', 'a certificate of its own', {}, withPassword(OTHER_HOST)],
  ['certificate', 'the same from the start', { secure: true }, (port: number) => `smtps://127.0.0.1:${port}`],
  ['encryption', 'no TLS, which a password needs', PLAIN, withPassword(OTHER_HOST)],
  ['encryption', 'no TLS from the start', PLAIN, (port: number) => `smtps://127.0.0.1:${port}`],
  [
    'login',
    'a server that wants a log-in',
    { disabledCommands: ['STARTTLS'] },
    (port: number) => `smtp://127.0.0.1:${port}`,
  ],
  [
    'sender',
    'a sender that may not send',
    {
      disabledCommands: ['AUTH', 'STARTTLS'],
      onMailFrom: (_, _session, done) => done(refuse(553, '5.7.1 Not your address')),
    },
    (port: number) => `smtp://127.0.0.1:${port}`,
  ],
] satisfies readonly (readonly [string, string, SMTPServerOptions, (port: number) => string])[])(
  'detects %s: %s',
  async (trouble, _, options, urlOf) => {
    const { smtp } = await start(options, urlOf);
    const failure = await failureOf(smtp);
    expect(failure).toMatchObject({ blame: 'server', permanent: false, trouble });
    // The message names the setting, but not the password.
    expect(failure.message).toMatch(/SMTP_URL|MAIL_FROM|certificate|encrypted/);
    expect(failure.message).not.toContain('s3cret');
  },
);

it('detects a server that does not run', async () => {
  const { smtp, connections } = await start(PLAIN, () => 'smtp://127.0.0.1:1');
  expect(await failureOf(smtp)).toMatchObject({ blame: 'server', trouble: 'connection' });
  expect(connections()).toBe(0);
});

it('distinguishes a mail that is too large from a server problem', async () => {
  const { smtp } = await start(
    {
      disabledCommands: ['AUTH', 'STARTTLS'],
      onMailFrom: (_, _session, done) => done(refuse(552, '5.3.4 Message size exceeds fixed limit')),
    },
    (port) => `smtp://127.0.0.1:${port}`,
  );
  expect(await failureOf(smtp)).toMatchObject({ blame: 'message', permanent: true, trouble: null });
});

it('tries a wrong password once for many waiting mails, and again for a later call', async () => {
  const { smtp, connections } = await start(
    withLogin(535, '5.7.8 Bad credentials'),
    withPassword('127.0.0.1'),
  );
  const many = await Promise.allSettled(Array.from({ length: 10 }, () => smtp.send(mail)));
  expect(many.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'rejected'));
  expect(connections()).toBe(1);
  await expect(smtp.check()).rejects.toMatchObject({ trouble: 'login' });
  expect(connections()).toBe(2);
});

it('passes the check when mails can be sent', async () => {
  const { smtp } = await start(
    { ...PLAIN, onAuth: (_, _session, done) => done(null, { user: 'ink' }) },
    withPassword('127.0.0.1'),
  );
  await expect(smtp.check()).resolves.toBeUndefined();
});

it('gives up on a server that trickles its greeting', async () => {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    const timer = setInterval(() => socket.write('220-slow\r\n'), 100);
    socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  cleanUps.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<unknown>((closed) => server.close(closed));
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(await failureOf(open(`smtp://127.0.0.1:${port}`))).toMatchObject({ trouble: 'connection' });
});
