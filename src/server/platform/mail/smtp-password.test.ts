import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, it, vi } from 'vitest';
import type { Mail } from './mail.ts';
import { SmtpMail } from './smtp.ts';

/** The servers that get to see the SMTP password. */

const mail: Mail = {
  to: { name: 'Zoe', address: 'zoe@school.example' },
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
};
// The same machine, by an address that is not loopback.
const OTHER_HOST = '0.0.0.0';

let close: () => Promise<void>;
afterEach(async () => {
  vi.unstubAllEnvs();
  await close();
});

/** Starts a server that asks for a password, and records the passwords it gets. */
async function start(options: SMTPServerOptions, hostname: string) {
  const passwords: { readonly secure: boolean; readonly password: unknown }[] = [];
  const server = new SMTPServer({
    ...options,
    onAuth: ({ password }, { secure }, done) => {
      passwords.push({ secure, password });
      done(null, { user: 'ink' });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen');
  const sender = { name: 'Inkwell', address: 'news@school.example' };
  const smtp = new SmtpMail(`smtp://ink:s3cret@${hostname}:${address.port}`, sender);
  close = async () => {
    await smtp.close();
    await new Promise<void>((closed) => server.close(closed));
  };
  return { smtp, passwords };
}

it('is sent over TLS', async () => {
  // Accepts the self-signed certificate of the test server.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const { smtp, passwords } = await start({}, OTHER_HOST);
  await smtp.send(mail);
  // Once to verify the login, once to send.
  const once = { secure: true, password: 's3cret' };
  expect(passwords).toEqual([once, once]);
});

it('is not sent to a server with an untrusted certificate', async () => {
  const { smtp, passwords } = await start({}, OTHER_HOST);
  await expect(smtp.send(mail)).rejects.toMatchObject({ blame: 'server', trouble: 'certificate' });
  expect(passwords).toEqual([]);
});

it('is not sent to a server without TLS', async () => {
  const plain = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };
  const { smtp, passwords } = await start(plain, OTHER_HOST);
  await expect(smtp.send(mail)).rejects.toMatchObject({ blame: 'server', trouble: 'encryption' });
  expect(passwords).toEqual([]);
});

it('is sent without TLS to this machine', async () => {
  const plain = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };
  const { smtp, passwords } = await start(plain, '127.0.0.1');
  await smtp.send(mail);
  const once = { secure: false, password: 's3cret' };
  expect(passwords).toEqual([once, once]);
});
