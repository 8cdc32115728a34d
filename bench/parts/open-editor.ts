import type { Browser, Page } from '@playwright/test';
import { peopleRoutes } from '#contract/people.ts';
import type { Running } from './running.ts';

/** Opens a newsletter in the editor in a new browser context, signed in as the owner. */
export async function openEditor(
  browser: Browser,
  running: Running,
  id: string,
  before: (page: Page) => Promise<void> = async () => undefined,
): Promise<Page> {
  const reply = await running.call(peopleRoutes.myProfile, {});
  const user = peopleRoutes.myProfile.reply.parse(reply).user.data;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(
    (session) => localStorage.setItem('session', session),
    JSON.stringify({ accessToken: running.token, user, value: 1 }),
  );
  // The stream of an open newsletter never ends, but some benchmarks wait until the network is idle.
  await context.route('**/news_letters/*/events?*', (route) => route.abort());
  const page = await context.newPage();
  await before(page);
  await page.goto(`${running.url}/app/newsletters/editor/${id}`);
  // The accessible name has the text once the block is rendered.
  await page.locator('[data-block="block-1"] button[aria-label^="Text"][aria-label*=": "]').waitFor();
  return page;
}
