import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { headingNamed } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

/** The notice when the browser keeps no durable copy of what is typed. */

resetBeforeEach();

it('warns without a durable journal or room for it, until there is room', async () => {
  await renderBlocks([headingNamed('a', 'A heading')]);
  const fragile = page.getByText(/^If this browser crashes, what you typed last may be lost/);
  await expect.element(fragile).toBeVisible();

  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await page.getByRole('button', { name: 'Heading: A heading' }).dblClick();
  await page.getByRole('textbox', { name: 'Heading' }).fill('More than fits');
  await expect.element(page.getByText(/^This browser has no room to keep what you type/)).toBeVisible();

  full.mockRestore();
  await page.getByRole('textbox', { name: 'Heading' }).fill('Fits again');
  await expect.element(fragile).toBeVisible();
});

it('shows that an invalid title is not saved', async () => {
  await renderBlocks([headingNamed('a', 'A heading')]);
  const saved = page.getByText(/^Saved \d\d/);
  await expect.element(saved).toBeVisible();
  await page.getByRole('button', { name: /rename$/ }).click();
  await page.getByRole('textbox', { name: 'Newsletter Title' }).fill('');
  await expect.element(page.getByText('Title not saved yet')).toBeVisible();
  await expect.element(saved).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(saved).toBeVisible();
});

it('shows that words which are not valid are not saved, until they are', async () => {
  await renderBlocks([headingNamed('a', 'One'), headingNamed('b', 'Two')]);
  const saved = page.getByText(/^Saved \d\d/);
  await page.getByRole('button', { name: 'Heading 1: One' }).dblClick();
  const heading = page.getByRole('textbox', { name: /^Heading \d$/ });
  await heading.fill('');
  await expect.element(page.getByText('Heading 1 not finished', { exact: true })).toBeVisible();
  await expect.element(saved).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Heading 2: Two' }).dblClick();
  await heading.fill('x'.repeat(2000));
  await expect.element(page.getByText('2 blocks not finished', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.element(page.getByText(/^Heading 1 and 1 more are not finished yet/)).toBeVisible();
  await page.getByRole('button', { name: /^Heading 2/ }).dblClick();
  await heading.fill('Short');
  await expect.element(page.getByText(/are not finished yet/)).not.toBeInTheDocument();
  await expect.element(page.getByText('Heading 1 not finished', { exact: true })).toBeVisible();
  // The status leads to the unfinished block.
  await page.getByRole('button', { name: 'Heading 1 not finished' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Heading 1' })).toHaveFocus();
});

it('leaves a new block in which nothing is filled in out of it', async () => {
  await renderBlocks([headingNamed('a', 'One')]);
  const saved = page.getByText(/^Saved \d\d/);
  await expect.element(saved).toBeVisible();
  const tiles = page.getByRole('complementary', { name: 'Add a block' });
  await tiles.getByRole('button', { name: 'Event', exact: true }).click();
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  await expect.element(saved).toBeVisible();
  await userEvent.keyboard('Harvest');
  await expect.element(page.getByText('Event not finished', { exact: true })).toBeVisible();
});

it('says in the status that saving failed, and tries again from there', async () => {
  const { promise: answer, resolve: answerLater } = Promise.withResolvers<Response>();
  const away = () => Response.json({ error_message: 'The server is away' }, { status: 503 });
  const calls = vi.fn<() => Promise<Response>>(async () => away());
  vi.stubGlobal('fetch', calls);
  await renderBlocks([headingNamed('a', 'A heading')]);
  await page.getByRole('button', { name: 'Heading: A heading' }).dblClick();
  await page.getByRole('textbox', { name: 'Heading' }).fill('Not at the server');
  await page.getByRole('button', { name: 'Save draft' }).click();
  const tryAgain = page.getByRole('button', { name: 'Not saved: try again' });
  await expect.element(tryAgain).toBeVisible();
  const kept = 'Your changes are kept here, and saved as soon as that works';
  await expect.element(page.getByText(`Not saved yet. The server is away. ${kept}`)).toBeVisible();
  const before = calls.mock.calls.length;
  calls.mockImplementation(() => answer);
  await tryAgain.click();
  await expect.poll(() => calls.mock.calls.length).toBeGreaterThan(before);
  await expect.element(tryAgain).not.toBeInTheDocument();
  answerLater(away());
  await expect.element(tryAgain).toBeVisible();
  calls.mockRejectedValue(new TypeError('Failed to fetch'));
  await tryAgain.click();
  await expect.element(page.getByText(`Not saved yet. The server does not answer. ${kept}`)).toBeVisible();
});
