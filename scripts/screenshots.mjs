import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { onProjectNode } from './project-node.mjs';

/**
 * `npm run screenshots`: the landing page's pictures, taken of the running program with its demo school, and the picture
 * for link previews. Run it after a change of what they show; the result is committed.
 */

const TARGET = join(root, 'src', 'web', 'features', 'landing', 'pictures');
const PREVIEW = join(root, 'public', 'preview.png');
const START_MS = 60_000;
/** Name, and the widths in pixels at which it is shown, on usual and on fine screens. */
const WIDTHS = { editor: [640, 1000, 1720] };

ensureInstalled();
if (await onProjectNode(import.meta.url)) {
  const { ensureBuilt } = await import('./build.mjs');
  ensureBuilt();
  const { chromium } = await import('@playwright/test');
  const { chromiumExecutable } = await import('../test/chromium.ts');
  const browser = await chromium.launch(await chromiumExecutable());
  try {
    await withProgram((program) => takePictures(browser, program));
  } finally {
    await browser.close();
  }
}

async function withProgram(use) {
  const program = await startProgram();
  try {
    await use(program);
  } finally {
    await program.stop();
  }
}

async function startProgram() {
  const folder = mkdtempSync(join(tmpdir(), 'screenshots-'));
  const server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'src/server/main.ts')],
    {
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  const { promise, resolve, reject } = Promise.withResolvers();
  const waiting = setTimeout(() => reject(new Error(`The program did not start: ${said}`)), START_MS);
  server.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
    const url = /is ready: (\S+)/.exec(said)?.[1];
    const [, email, password] = /sign in as (\S+), password (\S+)/.exec(said) ?? [];
    if (url && email && password) resolve({ url, email, password });
  });
  const signIn = await promise;
  clearTimeout(waiting);
  const stop = async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...signIn, stop };
}

async function takePictures(browser, { url, email, password }) {
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  const open = pagesOf(browser, url);
  const desk = await open({ viewport: { width: 1240, height: 760 }, deviceScaleFactor: 1.5 });
  await desk.goto(`/?login=true&email=${encodeURIComponent(email)}`);
  await desk.getByLabel('Password', { exact: true }).fill(password);
  await desk.getByRole('button', { name: 'Log in' }).click();
  const card = desk.getByRole('article').filter({ hasText: 'Autumn news' });
  await card
    .getByRole('link', { name: /Autumn news/ })
    .first()
    .click();
  // A block's slot takes the click; its words are a drawing.
  await desk.getByText('Open morning').first().click({ force: true });
  await desk.getByRole('complementary', { name: 'Edit Event' }).waitFor();
  await settle(desk);
  const editor = await desk.screenshot();
  await keep('editor', editor);
  await keepPreview(editor);
}

/** The editor on the colours of the landing page, in the shape that programs which preview links ask for. */
async function keepPreview(picture) {
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="#34c3ee"/><circle cx="1120" cy="560" r="300" fill="#ffc408"/></svg>`;
  const scaled = await (await sharpOf(picture)).resize({ width: 1000 }).png().toBuffer();
  const desk = await (await sharpOf(scaled))
    .extract({ left: 0, top: 0, width: 1000, height: 560 })
    .png()
    .toBuffer();
  const whole = (await sharpOf(Buffer.from(ground))).composite([{ input: desk, left: 100, top: 70 }]);
  await whole.png({ palette: true, quality: 80 }).toFile(PREVIEW);
}

/** Opens a page of the program, as somebody sees it who has answered the question about cookies. */
function pagesOf(browser, baseURL) {
  return async (options) => {
    const context = await browser.newContext({
      baseURL,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      ...options,
    });
    await context.addInitScript(() => localStorage.setItem('cookieAgreement', 'false'));
    return await context.newPage();
  };
}

// Pictures, fonts and the renderer are there.
async function settle(page) {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
}

async function keep(name, picture) {
  for (const width of WIDTHS[name]) {
    const scaled = (await sharpOf(picture)).resize({ width });
    await scaled
      .clone()
      .avif({ quality: 52, effort: 7 })
      .toFile(join(TARGET, `${name}-${width}.avif`));
  }
  // For browsers that do not know AVIF: one size is enough.
  const middle = WIDTHS[name].at(-2);
  await (await sharpOf(picture))
    .resize({ width: middle })
    .webp({ quality: 74 })
    .toFile(join(TARGET, `${name}-${middle}.webp`));
}

async function sharpOf(picture) {
  const { default: sharp } = await import('sharp');
  return sharp(picture);
}
