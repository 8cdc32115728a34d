import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, it, vi } from 'vitest';
import type { Mail } from './mail.ts';
import { SmtpMail } from './smtp.ts';

/** Who gets to see the password of the mail server. */

const mail: Mail = {
  to: { name: 'Zoe', address: 'zoe@school.example' },
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
};
// The same machine, by an address that counts as another one.
const ELSEWHERE = '0.0.0.0';

let close: () => Promise<void>;
afterEach(async () => {
  vi.unstubAllEnvs();
  await close();
});

/** A server that wants a password, and what it got to see: each time, whether it came by TLS. */
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

it('sends it over TLS alone', async () => {
  // The certificate of the test server is its own: here that is enough.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const { smtp, passwords } = await start({}, ELSEWHERE);
  await smtp.send(mail);
  // Once to see whether the server lets us in, once to send.
  const once = { secure: true, password: 's3cret' };
  expect(passwords).toEqual([once, once]);
});

it('keeps it from a server whose certificate nobody vouches for', async () => {
  const { smtp, passwords } = await start({}, ELSEWHERE);
  await expect(smtp.send(mail)).rejects.toMatchObject({ blame: 'server', trouble: 'certificate' });
  expect(passwords).toEqual([]);
});

it('keeps it from a server that has no TLS', async () => {
  const plain = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };
  const { smtp, passwords } = await start(plain, ELSEWHERE);
  await expect(smtp.send(mail)).rejects.toMatchObject({ blame: 'server', trouble: 'encryption' });
  expect(passwords).toEqual([]);
});

it('sends it without TLS to this machine only', async () => {
  const plain = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };
  const { smtp, passwords } = await start(plain, '127.0.0.1');
  await smtp.send(mail);
  const once = { secure: false, password: 's3cret' };
  expect(passwords).toEqual([once, once]);
});
