import type { BrowserContext, Locator, Page, Route } from '@playwright/test';
import { addBlock, openEditor, saveBlock, words } from './editor.ts';
import { expectInJournal } from './journals.ts';
import { test as base, expect, expectAccessible, expectToast } from './journey.ts';
import { type SeparateServer, startSeparateServer } from './server.ts';
import { signIn } from './shared-steps.ts';

/** After any failure, typed text comes back, and nobody's text is replaced without a question. */

const test = base.extend<{ program: SeparateServer }>({
  /** A separate server that can be killed. */
  program: async ({ page: _page }, use) => {
    const program = await startSeparateServer('killed-server');
    await use(program);
    await program.stop();
  },
});
test.use({ isOffline: true });

// Without the stream, these windows learn of other saves only from their own.
test.beforeEach(async ({ context }) => {
  await context.route('**/news_letters/*/events?*', (route) => route.abort('connectionrefused'));
  // By default the browser keeps 250 entries, fewer than the editor loads.
  await context.addInitScript(() => performance.setResourceTimingBufferSize(1000));
});

const ONE_NEWSLETTER = '**/api/v1/news_letters/*';
const refuseSaves = (route: Route) =>
  route.request().method() === 'PATCH' ? route.abort('connectionrefused') : route.continue();
const BACK = 'Your unsaved changes are back';

test('Typed text survives a reload, a crash of the tab, and a lost connection', async ({ page, context }) => {
  test.slow();
  // Browsers keep the first 250 entries of loaded files; the last module of the editor comes after them.
  await context.addInitScript(() => performance.setResourceTimingBufferSize(1000));
  await openEditor(page);
  const address = page.url();
  // Typed text stays in the browser alone.
  await context.route(ONE_NEWSLETTER, refuseSaves);

  await test.step('a reload after the browser’s question', async () => {
    await addBlock(page, 'Heading');
    await heading(page).fill('Before the reload');
    await expectInJournal(page, 'Before the reload');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expectToast(page, BACK);
    await expect(block(page, 'Before the reload')).toBeVisible();
  });

  const again = await test.step('a crash of the tab', async () => {
    await block(page, 'Before the reload').dblclick();
    await heading(page).fill('Before the crash');
    await expectInJournal(page, 'Before the crash');
    await crash(page, context);
    const next = await context.newPage();
    await next.goto(address);
    await expectToast(next, BACK);
    await expect(block(next, 'Before the crash')).toBeVisible();
    return next;
  });

  const third = await test.step('a crash of one of two tabs: each has its own text', async () => {
    const other = await context.newPage();
    await other.goto(address);
    await addBlock(other, 'Heading');
    await heading(other).fill('In the other tab');
    await expectInJournal(other, 'In the other tab');
    await expectInJournal(other, 'Before the crash');
    await crash(other, context);
    const next = await context.newPage();
    await next.goto(address);
    await expectToast(next, BACK);
    await expect(block(next, 'In the other tab')).toBeVisible();
    await expect(block(again, 'Before the crash')).toBeVisible();
    await next.route(ONE_NEWSLETTER, refuseSaves);
    await context.unroute(ONE_NEWSLETTER, refuseSaves);
    return next;
  });

  await test.step('offline: the editor shows it, keeps working, and saves when online again', async () => {
    // Waits for the preloading of lazy modules in both tabs; this script is the last one.
    for (const tab of [again, third])
      await tab.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => /confirm-dialog.*\.js$/.test(name)),
      );
    await context.setOffline(true);
    await block(again, 'Before the crash').dblclick();
    await heading(again).fill('Without a line');
    await saveBlock(again, 'Heading');
    await again.keyboard.press('ControlOrMeta+s');
    await expect(
      again.getByRole('alert').filter({ hasText: 'Offline. Your changes are kept here' }),
    ).toBeVisible();
    await expectAccessible(again);
    await addBlock(again, 'Divider');
    await saveBlock(again, 'Divider');
    await again.keyboard.press('ControlOrMeta+/');
    const keys = again.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(keys).toBeVisible();
    await again.keyboard.press('Escape');
    await expect(keys).toBeHidden();
    // A toast stays while it is hovered, so the editor has to dismiss it once it is no longer true.
    await again.keyboard.press('ControlOrMeta+s');
    const failed = again.getByText('error saved', { exact: true });
    await failed.hover();
    await context.setOffline(false);
    await expect.poll(() => storedBlocks(again)).toMatch(/Without a line.*divider/);
    await expect(failed).toHaveCount(0);
    await expect(again.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  });

  await test.step('an unfinished title is kept and saved; an invalid one leaves the last valid one', async () => {
    const title = again.getByRole('heading', { level: 1 });
    const field = again.getByRole('textbox', { name: 'Newsletter Title' });
    await title.getByRole('button').click();
    await field.fill('Typed and not left');
    await expectInJournal(again, 'Typed and not left');
    await again.keyboard.press('ControlOrMeta+s');
    await expectToast(again, 'Successfully saved');
    await again.reload();
    await expect(title).toContainText('Typed and not left');
    await title.getByRole('button').click();
    await field.fill('');
    await again.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await expect(again.getByRole('alert').filter({ hasText: 'Field is required' })).toBeVisible();
    await expectAccessible(again);
    await field.fill('Another title');
    await again.keyboard.press('Enter');
    await expect(field).toHaveCount(0);
    await expect(title.getByRole('button')).toBeFocused();
    await expect(title).toContainText('Another title');
  });

  await test.step('a block that is not finished is named', async () => {
    await block(again, 'Without a line').dblclick();
    await heading(again).fill('x'.repeat(201));
    await again.keyboard.press('Escape');
    await expect(again.getByText('not finished', { exact: true })).toBeVisible();
    await again.keyboard.press('ControlOrMeta+s');
    await expectToast(again, 'Heading is not saved: it is not finished yet');
    await expectAccessible(again);
    await again.getByRole('button', { name: 'Show it' }).click();
    await heading(again).fill('Without a line');
    await saveBlock(again, 'Heading');
    await expect(again.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  });

  await test.step('an ended plan: the text is kept, and saved once that is allowed', async () => {
    const ended = { error_message: 'Your trial is over, please activate a plan to continue using Inkwell' };
    await again.route('**/api/v1/news_letters/*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 402, json: ended }) : route.continue(),
    );
    await block(again, 'Without a line').dblclick();
    await heading(again).fill('After the trial');
    await saveBlock(again, 'Heading');
    const question = again.getByRole('dialog', { name: /trial is over/i });
    await expect(question).toBeVisible();
    await expectInJournal(again, 'After the trial');
    await again.unroute('**/api/v1/news_letters/*');
    await again.reload();
    await expectToast(again, BACK);
    await expect.poll(() => storedBlocks(again)).toContain('After the trial');
  });

  await test.step('what the other tab wrote is merged', async () => {
    await third.unroute(ONE_NEWSLETTER, refuseSaves);
    await third.keyboard.press('ControlOrMeta+s');
    // Both were added at one place: their random names decide which comes first.
    await expect(third.getByRole('button', { name: /^Heading \d: After the trial$/ })).toBeVisible();
    await expect.poll(() => storedBlocks(third)).toContain('In the other tab');
    expect(await storedBlocks(third)).toContain('After the trial');
  });

  await test.step('a newsletter deleted elsewhere can be kept as a new one', async () => {
    const gone = third.url();
    await third.evaluate(async () => {
      const { accessToken } = JSON.parse(localStorage.getItem('session') ?? '{}');
      await fetch(`/api/v1/news_letters/${window.location.pathname.split('/').at(-1)}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${accessToken}` },
      });
    });
    await addBlock(third, 'Heading');
    await heading(third).fill('After it was deleted');
    await saveBlock(third, 'Heading');
    const question = third.getByRole('dialog', { name: 'This newsletter has been deleted' });
    await expect(question).toBeVisible();
    await expectAccessible(third);
    await question.getByRole('button', { name: 'Keep mine' }).click();
    await expectToast(third, 'Your version is a newsletter of its own now');
    await expect(third).not.toHaveURL(gone);
    await expect.poll(() => storedBlocks(third)).toContain('After it was deleted');
    await third.goto(gone);
    await expectToast(third, 'That newsletter is not there any more');
    await expect(third).toHaveURL('/app/newsletters');
  });
});

test('Text typed after signing out elsewhere is there after signing in', async ({ page }) => {
  const email = await openEditor(page);
  await addBlock(page, 'Heading');
  await heading(page).fill('Typed after the session had ended');
  await page.evaluate(async () => {
    const { accessToken } = JSON.parse(localStorage.getItem('session') ?? '{}');
    await fetch('/api/v1/authorization/logout', {
      method: 'PUT',
      headers: { authorization: `Bearer ${accessToken}` },
    });
  });
  // The editor may also save by itself before that.
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Please log in to continue')).toBeVisible();
  await signIn(page, email);
  await expectToast(page, BACK);
  await expect(block(page, 'Typed after the session had ended')).toBeVisible();
  await expect.poll(() => storedBlocks(page)).toContain('Typed after the session had ended');
});

test('Two windows that change the same block are asked which words stay', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.slow();
  await openEditor(page);
  const address = page.url();
  await addBlock(page, 'Heading');
  await heading(page).fill('The first words');
  await saveBlock(page, 'Heading');
  await saveDraft(page, 'The first words');
  const elsewhere = await browser.newContext({
    // Another browser with the same session, but without this one's journal.
    storageState: await context.storageState(),
    baseURL: baseURL ?? '',
    viewport: page.viewportSize(),
  });
  const other = await elsewhere.newPage();
  const question = page.getByRole('dialog', { name: 'You changed the same block in two windows' });
  const keepTheirs = async () => {
    await question.getByRole('radio', { name: /^The other window’s/ }).check();
    await question.getByRole('button', { name: 'Keep the other window’s' }).click();
  };
  const editBoth = async (round: string) => {
    await other.goto(address);
    await rewrite(other, `Theirs, ${round}`);
    await saveDraft(other, `Theirs, ${round}`);
    await rewrite(page, `Mine, ${round}`);
    await page.keyboard.press('ControlOrMeta+s');
    await expect(question).toBeVisible();
    expect(await storedBlocks(page)).toContain(`Theirs, ${round}`);
  };

  await test.step('theirs, and Undo restores mine', async () => {
    await editBoth('first');
    await expectAccessible(page);
    await keepTheirs();
    await expect(block(page, 'Theirs, first')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(block(page, 'Mine, first')).toBeVisible();
    await expect.poll(() => storedBlocks(page)).toContain('Mine, first');
  });

  await test.step('mine', async () => {
    await editBoth('second');
    await question.getByRole('button', { name: 'Keep what is here' }).click();
    await expect.poll(() => storedBlocks(page)).toContain('Mine, second');
  });

  await test.step('one publishes while the other keeps writing', async () => {
    await other.goto(address);
    await other.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(other.getByRole('heading', { name: /^Congratulations!/ })).toBeVisible();
    await rewrite(page, 'After it was published');
    await saveDraft(page, 'After it was published');
    await other.goto(await other.getByLabel('Public address').inputValue());
    await expect(other.getByText('Mine, second')).toBeVisible();
  });

  await test.step('publishing shows readers nothing that the publisher has not seen', async () => {
    await other.goto(address);
    await rewrite(other, 'Half writ');
    await saveDraft(other, 'Half writ');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Not published yet' })
      .getByRole('button', { name: 'Look at it first' })
      .click();
    await expect(block(page, 'Half writ')).toBeVisible();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('heading', { name: /^Congratulations!/ })).toBeVisible();
    // Without the browser, which has the page cached.
    const readers = await page.request.get(await page.getByLabel('Public address').inputValue());
    expect(await readers.text()).toContain('>Half writ</h2>');
    await page.goto(address);
  });

  await test.step('both', async () => {
    await editBoth('third');
    await question.getByRole('button', { name: 'Keep both blocks' }).click();
    await expect(page.getByRole('button', { name: 'Heading 1: Theirs, third' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Heading 2: Mine, third' })).toBeVisible();
  });
  await elsewhere.close();
});

test('Words of two closed windows come back one after the other', async ({ page, context }) => {
  await openEditor(page);
  const address = page.url();
  await addBlock(page, 'Heading');
  await heading(page).fill('The first words');
  await saveBlock(page, 'Heading');
  await saveDraft(page, 'The first words');
  const other = await context.newPage();
  await other.goto(address);
  await context.route(ONE_NEWSLETTER, refuseSaves);
  for (const [tab, words] of [
    [page, 'In the one'],
    [other, 'In the other'],
  ] as const) {
    await rewrite(tab, words);
    await expectInJournal(tab, words);
  }
  const next = await context.newPage();
  await next.goto('/');
  await page.close();
  await other.close();
  // A browser that is busy holds the locks of a closed window a moment longer.
  await expect.poll(() => next.evaluate(heldJournals)).toEqual([]);
  await context.unroute(ONE_NEWSLETTER, refuseSaves);
  await next.goto(address);
  await expectToast(next, `${BACK}. There are more from another window`);
  await expectAccessible(next);
  await expect(block(next, 'In the other')).toBeVisible();
  await expect.poll(() => storedBlocks(next)).toContain('In the other');
  await next.getByRole('button', { name: 'Bring them back' }).click();
  const question = next.getByRole('dialog', { name: 'You changed the same block in two windows' });
  await expect(question).toContainText('In the one');
  await expect(question).toContainText('In the other');
  await question.getByRole('button', { name: 'Keep both blocks' }).click();
  await expect.poll(() => storedBlocks(next)).toMatch(/In the other.*In the one/);
});

test('Text typed while the server is down is saved when it is back', async ({ program, browser }) => {
  test.slow();
  const context = await browser.newContext({ baseURL: program.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await openEditor(page);
  await addBlock(page, 'Heading');
  await heading(page).fill('While it was there');
  await saveBlock(page, 'Heading');
  await saveDraft(page, 'While it was there');
  await expect(block(page, 'While it was there')).toBeVisible();
  await program.kill();
  await rewrite(page, 'While it was away');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved' })).toBeVisible();
  await addBlock(page, 'Divider');
  await saveBlock(page, 'Divider');
  await expectInJournal(page, 'While it was away');
  await program.restart();
  await expect.poll(() => storedBlocks(page), { timeout: 60_000 }).toMatch(/While it was away.*divider/);
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await context.close();
});

const heading = (page: Page): Locator => words(page, 'Heading');
const block = (page: Page, words: string): Locator =>
  page.getByRole('main').getByRole('button', { name: `Heading: ${words}`, exact: true });

/** Replaces the text of the only heading and saves the block. */
async function rewrite(page: Page, words: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Heading: / })
    .dblclick();
  await heading(page).fill(words);
  await saveBlock(page, 'Heading');
}

async function saveDraft(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => storedBlocks(page)).toContain(words);
}

/** The open newsletter's blocks on the server, as JSON. */
function storedBlocks(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { accessToken } = JSON.parse(localStorage.getItem('session') ?? '{}');
    const id = window.location.pathname.split('/').at(-1);
    const reply = await fetch(`/api/v1/news_letters/${id}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    }).catch(() => null);
    return reply?.ok ? JSON.stringify((await reply.json()).news_letter.data.attributes.code) : 'no answer';
  });
}

/** The journals of windows that are open; runs in the page. */
async function heldJournals(): Promise<readonly string[]> {
  const { held = [] } = await navigator.locks.query();
  return held.map(({ name = '' }) => name).filter((name) => name.startsWith('journal:'));
}

/** Crashes the page's process. */
async function crash(page: Page, context: BrowserContext): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}
