import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import { APPROVE_PATH } from '#contract/approval/approval.ts';
import { fileRoutes } from '#contract/files.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { pathOf } from '#contract/route.ts';
import { serviceRoutes } from '#contract/service.ts';
import { follow } from './following.ts';
import { MULTIPART, multipartBody } from './multipart.ts';
import { startProgram, temporaryFolder } from './program.ts';
import { migratedInstallation, seedSchool } from './seed.ts';
import { callProgram } from './sending.ts';

/**
 * Tests the examples of proxies in docs/running; only names, ports and certificates are changed. Needs nginx, Caddy and openssl:
 * see vitest.config.ts.
 */

const EXAMPLES = new URL('../docs/running/', import.meta.url);
const NAME = 'newsletters.school.example';

const cleanUps: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

it.each([
  ['nginx', startNginx],
  ['Caddy', startCaddy],
])('behind %s, photos and open editors get through, and callers are told apart', async (_, startProxy) => {
  const place = await migratedInstallation();
  cleanUps.push(place.remove);
  const { owner } = await seedSchool(place);
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const behind = await freePort();
  const given = { PUBLIC_URL: url, TRUST_PROXY: '1', PORT: String(behind) };
  const program = startProgram({ ...place.environment, ...given });
  cleanUps.push(
    () => program.ended,
    () => program.signal('SIGKILL'),
  );
  expect(await program.url).toBe(url);
  await startProxy(port, behind);
  await expect.poll(() => statusOf(url + pathOf(serviceRoutes.health))).toBe(200);

  const uploaded = await fetch(url + pathOf(fileRoutes.uploadAttachment), {
    method: 'POST',
    headers: { ...MULTIPART, authorization: `Bearer ${owner.token}` },
    body: multipartBody([{ name: 'file', filename: 'photo.png', content: await largePhoto() }]),
  });
  expect(uploaded.status).toBe(fileRoutes.uploadAttachment.status);

  const news_letter = { title: 'Harvest', layout_type: 'one_column' };
  const created = await callProgram(url, owner.token, newsletterRoutes.createNewsletter, {}, { news_letter });
  const { id } = newsletterRoutes.createNewsletter.reply.parse(created).news_letter.data;
  const window = await follow(url, owner, id);
  await expect.poll(() => window.here()).toHaveLength(1);
  window.leave();

  // One caller with too many invented links is limited, even with a forged address. Another caller need not wait.
  const invented = `${url}${APPROVE_PATH}${randomBytes(16).toString('hex')}`;
  const forged = async (call: number) => await statusOf(invented, { 'x-forwarded-for': `203.0.113.${call}` });
  for (let call = 1; call <= 100; call += 1) expect(await forged(call)).toBe(404);
  expect(await forged(101)).toBe(429);
  expect(await statusFrom('127.0.0.2', invented)).toBe(404);
});

async function startNginx(port: number, behind: number): Promise<void> {
  const { folder, certificate, key } = await certified();
  const server = (await readFile(new URL('nginx.conf', EXAMPLES), 'utf8'))
    .replaceAll(NAME, 'localhost')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${behind}`)
    .replace(/ssl_certificate .*/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${key};`);
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  const whole = `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${bodies.join(' ')}\n${server}}`;
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(join(folder, 'whole.conf'), `${user} ${whole}`);
  run('nginx', ['-p', folder, '-c', join(folder, 'whole.conf'), '-g', 'daemon off;'], folder);
}

async function startCaddy(port: number, behind: number): Promise<void> {
  const { folder, certificate, key } = await certified();
  const site = (await readFile(new URL('Caddyfile', EXAMPLES), 'utf8'))
    .replace(/^newsletters.* \{$/m, `localhost:${port} {\n\ttls ${certificate} ${key}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${behind}`);
  const file = join(folder, 'Caddyfile');
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
  run('caddy', ['run', '--adapter', 'caddyfile', '--config', file], folder);
}

function run(program: string, words: readonly string[], home: string): void {
  const env = {
    PATH: `${process.env.PATH}:/usr/sbin`,
    HOME: home,
    XDG_DATA_HOME: home,
    XDG_CONFIG_HOME: home,
  };
  const child = spawn(program, words, { env, stdio: 'ignore' });
  const ended = once(child, 'close');
  cleanUps.push(
    () => ended,
    () => void child.kill('SIGTERM'),
  );
}

/** A folder with a certificate for this machine, which this process then trusts. */
async function certified() {
  const { path: folder, remove } = await temporaryFolder();
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const of = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', ...made, ...of], { stdio: 'ignore' });
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, await readFile(certificate, 'utf8')]);
  cleanUps.push(remove, () => setDefaultCACertificates(usual));
  return { folder, certificate, key };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('It listens on a port');
  return address.port;
}

/** The status of an answer; 0 while nobody answers. */
const statusOf = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(address, { headers }).then(
    ({ status }) => status,
    () => 0,
  );

/** The status for a caller at another address of this machine. */
async function statusFrom(localAddress: string, address: string): Promise<number | undefined> {
  const { host, port, pathname } = new URL(address);
  const to = { host: '127.0.0.1', servername: 'localhost', port, path: pathname, headers: { host } };
  const call = request({ ...to, localAddress });
  call.end();
  const [response] = await once(call, 'response');
  response.resume();
  return response.statusCode;
}

/** A photo of more than 4 MB. */
async function largePhoto(): Promise<Buffer> {
  const size = { width: 1200, height: 1200, channels: 3 } as const;
  return await sharp(randomBytes(1200 * 1200 * 3), { raw: size })
    .png()
    .toBuffer();
}
