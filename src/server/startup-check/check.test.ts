import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDataDir } from '#test/database.ts';
import { type Program, startProgram, temporaryFolder } from '#test/program.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { checkHere, checkProgram, READY } from '#test/startup-check.ts';

/** `npm start -- check` as an operator sees it: a line for each item, and an exit code. */

let sink: SmtpSink;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let program: Program | null;
beforeEach(async () => {
  sink = await startSmtpSink();
  folder = await temporaryFolder();
  program = null;
});
afterEach(async () => {
  program?.signal('SIGKILL');
  await program?.ended;
  await sink.close();
  await folder.remove();
});

const ready = () => ({
  ...READY,
  DATA_DIR: join(folder.path, 'data'),
  SMTP_URL: sink.url.replace('//', '//ink:s3cret@'),
});

it('finds nothing wrong where everything is set, tries the mail server, and leaves no trace', async () => {
  const { code, stderr, lines, line } = await checkProgram(ready());
  expect({ code, stderr, last: lines.at(-1) }).toEqual({
    code: 0,
    stderr: '',
    last: 'Ready for production.',
  });
  expect(line('SMTP_URL')).toMatch(/^ok .*takes mails from us\.$/);
  expect(sink.logins).toBe(1);
  // Items that only the operator can judge are notes, and fail nothing.
  for (const item of ['PAYMENTS', 'DKIM', 'DATABASE_URL', 'Backups']) expect(line(item)).toMatch(/^note /);
  expect(await readdir(folder.path)).toEqual([]);
});

it.each([
  ['NODE_ENV', { NODE_ENV: '' }, /is not production/],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://news.elm.example' }, /in the clear/],
  ['PUBLIC_URL', { PUBLIC_URL: '' }, /lead nowhere/],
  ['TRUST_PROXY', { TRUST_PROXY: '' }, /look like the proxy/],
  ['SMTP_URL', { SMTP_URL: '' }, /mails are not sent, they are files in .*outbox\. Set it to smtps:/],
  ['SMTP_URL', { SMTP_URL: 'smtp://127.0.0.1:1' }, /cannot be reached/],
  ['MAIL_FROM', { MAIL_FROM: '', PUBLIC_URL: '' }, /is no address to mail from/],
  ['OPERATOR_NAME', { OPERATOR_NAME: '' }, /name nobody/],
  ['OPERATOR_ADDRESS', { OPERATOR_ADDRESS: '' }, /name nobody/],
  ['CONTACT_EMAIL', { CONTACT_EMAIL: '' }, /name nobody/],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://127.0.0.1:1/inkwell' }, /does not answer/],
  ['DATA_DIR', { DATA_DIR: '/dev/null/data' }, /may not be written to/],
])('says what is wrong with %s, and what to do: %j', async (item, environment, words) => {
  const { isReady, lines, line } = await checkHere({ ...ready(), ...environment });
  expect(isReady).toBe(false);
  expect(line(item)).toMatch(/^wrong /);
  expect(line(item)).toMatch(words);
  expect(lines.at(-1)).toMatch(/^Not ready for production: \d+ of these to put right\.$/);
});

it('distinguishes a wrong password of the mail server from one that is away, without repeating it', async () => {
  sink.acceptsLogins = false;
  const { code, lines, line } = await checkProgram(ready());
  expect(code).toBe(1);
  expect(line('SMTP_URL')).toMatch(/^wrong .*does not accept the user name and password in SMTP_URL .*535/);
  expect(lines.join('\n')).not.toContain('s3cret');
});

it.each([
  ['elm.example', 'ok'],
  ['mail.elm.example', 'ok'],
  ['other.example', 'wrong'],
  ['notelm.example', 'wrong'],
])('holds the domain of DKIM against that of MAIL_FROM: %s', async (DKIM_DOMAIN, state) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const DKIM_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const { line } = await checkHere({ ...ready(), DKIM_DOMAIN, DKIM_SELECTOR: 'ink', DKIM_KEY });
  expect(line('DKIM')).toMatch(new RegExp(`^${state} `));
});

it('refuses a wrong variable as a start does, in one line', async () => {
  const { code, stderr, lines } = await checkProgram({ ...ready(), PAYMENTS: '' });
  expect({ code, lines }).toEqual({ code: 1, lines: [''] });
  expect(stderr).toMatch(/^STRIPE_SECRET_KEY is missing: [^\n]+\n$/);
});

it('is made at each start in production too, which says what is wrong and continues', async () => {
  sink.acceptsLogins = false;
  const DATA_DIR = await makeDataDir();
  program = startProgram({ ...ready(), DATA_DIR, TRUST_PROXY: '' });
  await program.url;
  await expect.poll(() => sink.logins).toBe(1);
  // While it runs, the check sees that its folder is in use.
  expect((await checkHere({ ...ready(), DATA_DIR })).line('DATABASE_URL')).toContain(
    'in use by the running program',
  );
  program.signal('SIGTERM');
  const { code, stderr } = await program.ended;
  expect(code).toBe(0);
  expect(stderr).toMatch(/^wrong {2}TRUST_PROXY .+$/m);
  expect(stderr).toMatch(/^wrong {2}SMTP_URL .+does not accept the user name and password.+$/m);
  expect(stderr).not.toMatch(/^(ok|note) /m);
  await rm(DATA_DIR, { recursive: true });
});

it('says in a line that the id of the files cannot be read', async () => {
  const environment = ready();
  await mkdir(join(environment.DATA_DIR, 'files', 'installation-id'), { recursive: true });
  const { code, stderr, line } = await checkProgram(environment);
  expect([code, stderr]).toEqual([1, '']);
  expect(line('Files')).toMatch(/^wrong .*installation-id cannot be read \(EISDIR/);
});
