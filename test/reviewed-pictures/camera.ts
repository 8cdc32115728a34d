import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumExecutable } from '#test/chromium.ts';
import { type Edition, fileAt, type Kind } from './editions.ts';
import { ORIGIN } from './sample.ts';

/** Photographs editions in a browser that reaches nothing but their own files. */

const WIDTHS = [600, 390, 320] as const;
/** A way to look at an edition; with `blocked`, without pictures. */
export interface Look {
  readonly width: (typeof WIDTHS)[number];
  readonly view: 'light' | 'dark' | 'blocked';
}
/** Higher than any edition, so that all of it is laid out and loaded. */
const HEIGHT = 8000;
const MARGIN = '12mm';

export interface Camera {
  /** Shows an edition in each look. */
  visit(edition: Edition, kind: Kind, look: (page: Page, look: Look) => Promise<void>): Promise<void>;
  /** The edition's page on A4, as a PDF. */
  print(edition: Edition): Promise<Buffer>;
  /** The requests for other hosts so far. */
  readonly foreign: readonly string[];
}

/** Starts a browser, which the caller must close. */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch(await chromiumExecutable());
}

/** A page in a browser. */
export async function openCamera(browser: Browser): Promise<Camera> {
  const foreign: string[] = [];
  const files = new Map<string, Promise<Buffer | null>>();
  let isBlocking = false;
  let html = '';
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
  await context.route('**/*', async (route) => {
    const address = new URL(route.request().url());
    if (address.origin !== ORIGIN) {
      foreign.push(address.href);
      return await route.abort();
    }
    if (address.pathname === '/edition') return await route.fulfill({ contentType: 'text/html', body: html });
    if (isBlocking && route.request().resourceType() === 'image') return await route.abort();
    const found = files.get(address.href) ?? fileAt(address);
    files.set(address.href, found);
    const body = await found;
    if (body === null) return await route.fulfill({ status: 404 });
    await route.fulfill({ body, contentType: typeOf(address.pathname) });
  });
  const page = await context.newPage();
  const open = async (edition: string, blocked: boolean) => {
    html = edition;
    isBlocking = blocked;
    await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${ORIGIN}/edition`);
  };
  return {
    foreign,
    async visit(edition, kind, look) {
      for (const views of [['light', 'dark'], ['blocked']] as const) {
        await open(edition.html[kind], views[0] === 'blocked');
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: HEIGHT });
          for (const view of views) {
            await page.emulateMedia({ colorScheme: view === 'dark' ? 'dark' : 'light' });
            await settled(page);
            await look(page, { width, view });
          }
        }
      }
    },
    async print(edition) {
      await open(edition.html.page, false);
      await settled(page);
      const margin = { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN };
      return await page.pdf({ format: 'A4', margin, printBackground: true });
    },
  };
}

/** Waits for all fonts and pictures. After a change of width or colour scheme, the layout may first choose others. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(LAID_OUT);
  await page.waitForFunction('[...document.images].every((image) => image.complete)');
  await page.evaluate(DECODED);
}

const LAID_OUT =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))';
const DECODED = `Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode().catch(() => null))]).then(() => null)`;

/** The whole edition as a JPEG. */
export async function pictureOf(page: Page, { width }: Look): Promise<Buffer> {
  const height = await page.evaluate<number>(
    'Math.ceil(Math.max(...[...document.body.children].map((part) => part.getBoundingClientRect().bottom)))',
  );
  const take = () => page.screenshot({ clip: { x: 0, y: 0, width, height }, type: 'jpeg', quality: 92 });
  // A busy machine may still be drawing a loaded picture: two equal screenshots show that it is done.
  let [before, picture] = [await take(), await take()];
  for (let more = MOST_PICTURES; more > 0 && !picture.equals(before); more -= 1)
    [before, picture] = [picture, await take()];
  return picture;
}

const MOST_PICTURES = 5;

const TYPES: ReadonlyMap<string, string> = new Map([
  ['css', 'text/css'],
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['woff2', 'font/woff2'],
  ['mjs', 'text/javascript'],
]);

function typeOf(path: string): string {
  return TYPES.get(path.slice(path.lastIndexOf('.') + 1)) ?? 'application/octet-stream';
}
