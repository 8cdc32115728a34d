import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { onProjectNode } from './project-node.mjs';
import { takeScenes } from './screenshot-scenes.mjs';

/**
 * `npm run screenshots`: takes pictures of the demo school for the landing page, link previews and the README. Run it
 * after a change of these screens; the result is committed.
 */

const TARGET = join(root, 'src', 'web', 'features', 'landing', 'pictures');
const PREVIEW = join(root, 'public', 'preview.png');
const README = join(root, 'docs', 'pictures');
const START_MS = 60_000;
/** A fictitious origin for the addresses in the pictures. */
const SITE = 'http://inkwell.example';
/** The displayed widths of each picture, in pixels, on normal and high-density screens. */
const WIDTHS = {
  editor: [640, 1000, 1720],
  phone: [280, 560],
  reading: [300, 600],
  create: [400, 800, 1200],
  build: [400, 800, 1200],
  share: [400, 800, 1200],
  branding: [400, 800, 1200],
};

ensureInstalled();
if (await onProjectNode(import.meta.url)) {
  const { ensureBuilt } = await import('./build.mjs');
  ensureBuilt();
  const program = await startProgram();
  try {
    const browser = await startBrowser(program.port);
    const pictures = await takeScenes(browser, { ...program, url: SITE }).finally(() => browser.close());
    await writeAll(pictures);
  } finally {
    await program.stop();
  }
}

async function startBrowser(port) {
  const { chromium } = await import('@playwright/test');
  const { chromiumExecutable } = await import('../test/chromium.ts');
  const { args, ...rest } = await chromiumExecutable();
  const here = `--host-resolver-rules=MAP ${new URL(SITE).host}:80 127.0.0.1:${port}`;
  return chromium.launch({
    ...rest,
    args: [...args, here, `--unsafely-treat-insecure-origin-as-secure=${SITE}`],
  });
}

async function startProgram() {
  const folder = mkdtempSync(join(tmpdir(), 'screenshots-'));
  const port = await freePort();
  const environment = { PORT: String(port), DATA_DIR: folder };
  // The first start, without PUBLIC_URL, creates the demo school; the second one makes the links in the pictures.
  const made = await start(environment, /sign in as (\S+), password (\S+)/);
  await stopServer(made.server);
  const { server } = await start({ ...environment, PUBLIC_URL: SITE }, /is ready: (\S+)/);
  const [, email, password] = made.found;
  const stop = async () => {
    await stopServer(server);
    rmSync(folder, { recursive: true, force: true });
  };
  return { email, password, port, stop };
}

/** Starts the program and waits until its output matches. */
async function start(environment, wanted) {
  const server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'dist/.server/main.mjs')],
    { env: { PATH: process.env.PATH, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  const { promise, resolve, reject } = Promise.withResolvers();
  const waiting = setTimeout(() => reject(new Error(`The program did not start: ${output}`)), START_MS);
  server.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    const found = wanted.exec(output);
    if (found !== null) resolve(found);
  });
  const found = await promise;
  clearTimeout(waiting);
  return { server, found };
}

async function stopServer(server) {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

// The port is chosen here, as it cannot be read from PUBLIC_URL.
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

async function writeAll(pictures) {
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  const shapes = {};
  for (const [name, picture] of Object.entries(pictures)) {
    const { width, height } = await (await sharpOf(picture)).metadata();
    shapes[name] = { width, height };
    await write(name, picture);
  }
  writeFileSync(join(TARGET, 'shapes.json'), `${JSON.stringify(shapes, null, 2)}\n`);
  await writePreview(pictures.editor);
  await writeForReadme('editor', pictures.editor, 1200);
  await writeForReadme('newsletter-on-a-phone', pictures.phone, 480);
}

async function writeForReadme(name, picture, width) {
  mkdirSync(README, { recursive: true });
  await (await sharpOf(picture))
    .resize({ width })
    .webp({ quality: 80 })
    .toFile(join(README, `${name}.webp`));
}

async function write(name, picture) {
  for (const width of WIDTHS[name]) {
    const scaled = (await sharpOf(picture)).resize({ width });
    await scaled
      .clone()
      .avif({ quality: 52, effort: 7 })
      .toFile(join(TARGET, `${name}-${width}.avif`));
  }
  // One size is enough for browsers without AVIF.
  const middle = WIDTHS[name].at(-2);
  await (await sharpOf(picture))
    .resize({ width: middle })
    .webp({ quality: 74 })
    .toFile(join(TARGET, `${name}-${middle}.webp`));
}

/** The picture for link previews: the editor on the landing page's colours, in the usual aspect ratio. */
async function writePreview(picture) {
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="#34c3ee"/><circle cx="1120" cy="560" r="300" fill="#ffc408"/></svg>`;
  const scaled = await (await sharpOf(picture)).resize({ width: 1000 }).png().toBuffer();
  const desk = await (await sharpOf(scaled))
    .extract({ left: 0, top: 0, width: 1000, height: 560 })
    .png()
    .toBuffer();
  const whole = (await sharpOf(Buffer.from(ground))).composite([{ input: desk, left: 100, top: 70 }]);
  await whole.png({ palette: true, quality: 80 }).toFile(PREVIEW);
}

async function sharpOf(picture) {
  const { default: sharp } = await import('sharp');
  return sharp(picture);
}
