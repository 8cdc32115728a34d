import type { Page, Request } from '@playwright/test';
import { publishNewsletter } from './api-setup.ts';
import { expect, test } from './journey.ts';
import { signInWithSchool } from './shared-steps.ts';

/** Scripts and style sheets before a newsletter is drawn. Source: docs/requirements/performance.md P5. */
const EDITOR = { requests: 12, kilobytes: 260 };
/** Kilobytes of script before a visitor reaches for anything. Source: docs/requirements/performance.md P7. */
const LANDING_KILOBYTES = 30;
const SHOWN = 'newsletter-shown';

test.use({ isOffline: true });

test('The landing page needs no script until it is used, and the editor few files', async ({ page }) => {
  await test.step('the landing page', async () => {
    const loaded = requestsOf(page);
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(await kilobytesOf(loaded.splice(0))).toBeLessThan(LANDING_KILOBYTES);
    const scripts = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    // The click waits for the app, which handles it within the page: no new document is loaded.
    await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''));
    scripts.resolve();
    await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
    await expect(page).toHaveURL(/\/\?login=true$/);
    await expect(page.locator('html[data-same-page]')).toBeAttached();
    await page.unrouteAll({ behavior: 'wait' });
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.route('**/assets/*.js', (route) => route.abort('internetdisconnected'));
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    // Without the app, the browser itself goes there.
    await page.waitForURL(/\/\?login=true$/);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('the editor', async () => {
    await signInWithSchool(page, 'Harvest news');
    await publishNewsletter(page, 'Week 7', BLOCKS, { layout_type: 'one_column' });
    const address = await page.evaluate(async () => {
      const { accessToken } = JSON.parse(localStorage.getItem('session') ?? '{}');
      const reply = await fetch('/api/v1/news_letters', {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      const { news_letter } = await reply.json();
      return `/app/newsletters/editor/${news_letter.data[0].id}`;
    });
    await page.addInitScript(holdIdleMoments, SHOWN);
    // A first visit, without a cache: cached answers have no size.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    const loaded = requestsOf(page);
    await page.goto(address);
    await expect(page.locator('[data-block="b-1"] button[aria-label*="Eleven crates"]')).toBeAttached();
    const first = loaded.splice(0).filter((request) => !/worker/.test(request.url()));
    expect(first.length, first.map((request) => request.url()).join('\n')).toBeLessThanOrEqual(
      EDITOR.requests,
    );
    expect(await kilobytesOf(first)).toBeLessThan(EDITOR.kilobytes);
    await page.evaluate((shown) => window.dispatchEvent(new Event(shown)), SHOWN);
  });
});

const BLOCKS = [{ type: 'text', name: 'b-1', value: { html: '<p>Eleven crates of apples</p>' } }];

/** The scripts and style sheets that a page requests from now on. */
function requestsOf(page: Page): Request[] {
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (/\.(js|css)$/.test(new URL(request.url()).pathname)) asked.push(request);
  });
  return asked;
}

/** The size of the answers over the wire, without headers. */
async function kilobytesOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(
    requests.map(async (request) => {
      await request.response();
      const { responseBodySize } = await request.sizes();
      expect(responseBodySize, `${request.url()} came from the cache`).toBeGreaterThan(0);
      return responseBodySize;
    }),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000;
}

// Runs in the page. Otherwise a slow machine preloads before it has drawn the newsletter.
function holdIdleMoments(shown: string): void {
  const idle = window.requestIdleCallback.bind(window);
  let isShown = false;
  window.requestIdleCallback = (run, options) => {
    if (isShown) return idle(run, options);
    window.addEventListener(shown, () => idle(run, options), { once: true });
    return 0;
  };
  window.addEventListener(shown, () => {
    isShown = true;
  });
}
