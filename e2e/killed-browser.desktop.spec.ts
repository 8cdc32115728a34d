import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { addBlock, openEditor, saveBlock, words } from './editor.ts';
import { expectInJournal } from './journals.ts';
import { test as base, expect } from './journey.ts';

/** A killed browser loses a second of typing at most. */

/** A browser with its own profile on the disk. */
interface KilledBrowser {
  open(): Promise<Page>;
  /** Kills all of its processes and starts it again with the same profile. */
  killAndReopen(): Promise<Page>;
}

const test = base.extend<{ killed: KilledBrowser }>({
  killed: async ({ launchOptions, baseURL, viewport }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'profile-'));
    const options: BrowserContextOptions = { baseURL: baseURL ?? '', viewport, reducedMotion: 'reduce' };
    const launch = () => chromium.launchPersistentContext(profile, { ...launchOptions, ...options });
    let context = await launch();
    await use({
      open: () => context.newPage(),
      killAndReopen: async () => {
        await kill(context);
        context = await launch();
        return await context.newPage();
      },
    });
    await context.close();
    await rm(profile, { recursive: true, force: true });
  },
});

/** Text typed at least this long before the kill must survive. In milliseconds. */
const MAX_LOST = 1000;

test('A browser that is killed loses a second of typing at most', async ({ killed }) => {
  test.slow();
  let page = await killed.open();
  await openEditor(page);
  const address = page.url();
  // Restored by hand: it can take a minute until localStorage, with the session, is on the disk.
  const session = await page.evaluate(() => localStorage.getItem('session') ?? '');
  const killAndReopen = async () => {
    page = await killed.killAndReopen();
    await page.goto('/health');
    await page.evaluate((text) => {
      localStorage.setItem('session', text);
      localStorage.setItem('cookieAgreement', 'false');
    }, session);
    await page.goto(address);
    await expect(page.getByText('Your unsaved changes are back')).toBeVisible();
  };

  await test.step('a working copy during continuous typing', async () => {
    await addBlock(page, 'Text');
    await words(page, 'Text').click();
    const early = await typeFor(page, 'early', 2000);
    await typeFor(page, 'late', MAX_LOST);
    await killAndReopen();
    await expect(page.getByRole('main')).toContainText(early);
  });

  await test.step('saved changes while the server was unreachable', async () => {
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Text: / })
      .dblclick();
    await expect(words(page, 'Text')).toBeFocused();
    await page.route('**/api/v1/news_letters/*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 503, json: AWAY }) : route.continue(),
    );
    const kept = await typeFor(page, 'kept', 100);
    await saveBlock(page, 'Text');
    await expect(page.getByRole('alert').filter({ hasText: 'Not saved' })).toBeVisible();
    await expectInJournal(page, kept);
    await killAndReopen();
    await expect(page.getByRole('main')).toContainText(kept);
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  });
});

const AWAY = { error_message: 'The server is away' };

/** Types numbered words for some milliseconds; resolves to the text. */
async function typeFor(page: Page, word: string, milliseconds: number): Promise<string> {
  const words: string[] = [];
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    words.push(`${word}${words.length}`);
    await page.keyboard.type(`${words.at(-1)} `);
  }
  return words.join(' ');
}

async function kill(context: BrowserContext): Promise<void> {
  const browser = context.browser();
  const devtools = await browser?.newBrowserCDPSession();
  const { processInfo = [] } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? {};
  const closed = new Promise((resolve) => context.once('close', resolve));
  // The main process first, because it would notice the end of the others.
  for (const { id } of processInfo.toSorted(
    (one, other) => Number(other.type === 'browser') - Number(one.type === 'browser'),
  ))
    process.kill(id, 'SIGKILL');
  expect(processInfo.length).toBeGreaterThan(1);
  await closed;
}
