import axe from 'axe-core';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { NewsletterResource } from '#contract/newsletters.ts';
import type { TogetherEvent } from '#contract/together.ts';
import type { Block } from '#newsletter/document/document.ts';
import { headingNamed } from '#test/support/editor/documents.ts';
import { editedNewsletter, renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

/** How the editor merges what somebody else has saved meanwhile. */

resetBeforeEach();

const text = (html: string): Block => ({ name: 'text', type: 'text', value: { html } });
const heading = (words: string): Block => ({ ...headingNamed('head'), value: { text: words } });
const START = [heading('Harvest'), text('<p>Dear families of Year 4</p>'), headingNamed('Clubs')];

let stored: NewsletterResource;
/** The newsletters that this tab has made. */
let created: string[];
/** This tab's saves: the words, and those given up. */
let saves: { words: string; givenUp: string }[];
/** The subjects for which this tab has said that it keeps its own words. */
let kept: string[][];

/** Ivy is first: until she has saved, no save of this tab arrives, however late she is. */
let ivyHasSaved: PromiseWithResolvers<void>;

/** Ivy saves; this tab does not know of it. */
function ivySaves(...code: Block[]): void {
  const { attributes } = stored;
  stored = { ...stored, attributes: { ...attributes, code, version: attributes.version + 1 } };
  ivyHasSaved.resolve();
}

const IVY = { id: '9c2f0a52-6d63-4b39-8f0e-6d1f3b5a7c21', name: 'Ivy West' };
/** Sends an event to this tab's stream; null before it is opened. */
let sendEvent: ((event: TogetherEvent) => void) | null;

function stream(): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      sendEvent = (event) =>
        controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
    },
  });
  return new Response(body);
}

/** This tab hears at once of what Ivy has done. */
async function receiveFromIvy(
  more: { readonly restored?: boolean; readonly kept?: string[] } = {},
): Promise<void> {
  await expect.poll(() => sendEvent).not.toBeNull();
  const { version, status, has_unpublished_changes } = stored.attributes;
  sendEvent?.({ event: 'stored', version, status, has_unpublished_changes, person: IVY, ...more });
}

async function answer(url: string, { method, body }: RequestInit): Promise<Response> {
  if (url.includes('/events')) return stream();
  if (url.includes('/states')) {
    const at = '2026-10-01T10:00:00.000Z';
    const attributes = {
      version: 2,
      reason: 'restored',
      person_name: 'Ivy West',
      began_at: at,
      saved_at: at,
      title: 'News',
      edition_id: null,
      sent_to: 0,
      restored_from: '2026-09-30T10:00:00.000Z',
      started_from: null,
      changed: '',
    };
    const state = { type: 'state', id: stored.id, attributes };
    return Response.json({ state: { data: [state] } });
  }
  if (method === 'GET' && url.endsWith(stored.id)) return Response.json({ news_letter: { data: stored } });
  if (method === 'POST') created.push(String(body));
  if (method !== 'PATCH') return await new Promise(() => undefined);
  await ivyHasSaved.promise;
  const { version, given_up = [], kept: own = [], ...sent } = JSON.parse(String(body)).news_letter;
  const isCurrent = version === stored.attributes.version;
  if (isCurrent && own.length > 0) kept.push(own);
  if (isCurrent) saves.push({ words: JSON.stringify(sent.code), givenUp: JSON.stringify(given_up) });
  if (isCurrent) stored = { ...stored, attributes: { ...stored.attributes, ...sent, version: version + 1 } };
  const reply = { error_message: 'Changed', news_letter: { data: stored } };
  return Response.json(reply, { status: isCurrent ? 200 : 409 });
}

beforeEach(async () => {
  stored = editedNewsletter(START, { layout: 'one_column' });
  saves = [];
  kept = [];
  created = [];
  sendEvent = null;
  ivyHasSaved = Promise.withResolvers();
  vi.stubGlobal('fetch', answer);
  await renderBlocks(START, { layout: 'one_column' });
});

const drawn = (name: string) =>
  document.querySelector(`[data-block="${name}"] > [data-drawn]`)?.shadowRoot?.textContent ?? '';
const sides = () =>
  [...document.querySelectorAll('[role="dialog"] [data-drawn]')]
    .map(({ shadowRoot }) => shadowRoot?.textContent)
    .join(' ');
const storedWords = () => JSON.stringify(stored.attributes.code);

async function rewrite(name: string, words: string): Promise<void> {
  await expect.poll(() => drawn(name)).not.toBe('');
  document.querySelector<HTMLElement>(`[data-block="${name}"] > button`)?.click();
  await expect.element(page.getByRole('textbox').first()).toBeVisible();
  await userEvent.fill(page.getByRole('textbox').first(), words);
  await userEvent.keyboard('{Escape}');
}

it('puts what somebody else has changed on the canvas, and leaves the caret where it is', async () => {
  await expect.poll(() => drawn('text')).toContain('Dear families');
  document.querySelector<HTMLElement>('[data-block="text"] > button')?.click();
  const field = page.getByRole('textbox', { name: 'Text' });
  await userEvent.click(field);
  await userEvent.keyboard('{Control>}{Home}{/Control}My dear ');
  ivySaves(
    heading('Harvest festival'),
    text('<p>Dear families of Year 4 and Year 5</p>'),
    headingNamed('Clubs'),
  );
  await expect.poll(() => drawn('head')).toContain('Harvest festival');
  const message = 'Ivy West changed Text “Dear families of Year 4 and Year 5” and 1 more. Both are kept';
  await expect.element(page.getByText(message)).toBeInTheDocument();
  await userEvent.keyboard('and kind ');
  await expect.element(field).toHaveTextContent('My dear and kind Dear families of Year 4 and Year 5');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.poll(storedWords).toContain('My dear and kind Dear families of Year 4 and Year 5');
  expect(storedWords()).toContain('Harvest festival');
});

it('takes back only what this person did', async () => {
  await rewrite('Clubs', 'Clubs this week');
  ivySaves(
    heading('Harvest festival'),
    text('<p>Dear families of Year 4</p>'),
    headingNamed('Clubs'),
    headingNamed('Fair'),
  );
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.poll(() => drawn('head')).toContain('Harvest festival');
  // Not 'Both are kept': they have changed different blocks.
  await expect.element(page.getByText(/^Ivy West .*(“Fair”| and 1 more)$/)).toBeInTheDocument();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => drawn('Clubs')).not.toContain('this week');
  expect(drawn('head')).toContain('Harvest festival');
});

it('asks about what both have changed, and merges everything else', async () => {
  await rewrite('head', 'Harvest week');
  ivySaves(heading('Harvest festival'), text('<p>Hello</p>'), headingNamed('Clubs'));
  await userEvent.keyboard('{Control>}s{/Control}');
  const question = page.getByRole('dialog', { name: 'You and Ivy West changed the same block' });
  await expect.element(question).toBeVisible();
  expect(storedWords()).toContain('Harvest festival');
  // Here axe takes the overlay for the background of a dialog's words.
  const { violations } = await axe.run('[role="dialog"]', {
    rules: { 'color-contrast': { enabled: false } },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
  // Screen readers say the words as they would stay; the differences are a description.
  await expect
    .element(question.getByRole('radio', { name: 'Yours: Harvest week', exact: true }))
    .toHaveFocus();
  const theirs = question.getByRole('radio', { name: 'Ivy West’s: Harvest festival', exact: true });
  await expect.element(theirs).toHaveAccessibleDescription('New: festival.');
  await userEvent.click(theirs);
  await userEvent.click(question.getByRole('button', { name: 'Keep Ivy West’s' }));
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByText('Kept: Ivy West’s', { exact: true })).toBeInTheDocument();
  await expect.poll(() => document.activeElement?.closest('[data-block="head"]')).toBeTruthy();
  await expect.poll(() => drawn('head')).toContain('Harvest festival');
  expect(drawn('text')).toContain('Hello');
  // The words that are given up go along, for the history.
  await expect
    .poll(() => saves.map(({ givenUp }) => givenUp))
    .toEqual([expect.stringContaining('Harvest week')]);
  expect(saves[0]?.words).toContain('Harvest festival');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => drawn('head')).toContain('Harvest week');
  await expect.poll(storedWords).toContain('Harvest week');
  expect(storedWords()).toContain('Hello');
});

it('keeps both blocks: theirs as it is called, and these words below, with the caret where it was', async () => {
  await expect.poll(() => drawn('text')).toContain('Dear families');
  document.querySelector<HTMLElement>('[data-block="text"] > button')?.click();
  await userEvent.click(page.getByRole('textbox', { name: 'Text' }));
  await userEvent.keyboard('{Control>}{Home}{/Control}My dear ');
  ivySaves(heading('Harvest'), text('<p>Hello families of Year 4</p>'), headingNamed('Clubs'));
  const keep = page.getByRole('button', { name: 'Keep both blocks' });
  await expect.element(keep).toBeVisible();
  await userEvent.click(keep);
  await expect.element(keep).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.textContent).toContain('My dear Dear families');
  await userEvent.keyboard('and kind ');
  await expect
    .poll(storedWords)
    .toMatch(/"name":"text",[^}]*Hello families.*"name":"text-.*My dear and kind Dear families.*Clubs/);
});

it('does not publish what this person has not seen', async () => {
  await rewrite('Clubs', 'Clubs this week');
  await userEvent.click(page.getByRole('button', { name: 'Publish', exact: true }));
  ivySaves(heading('Harvest festival'), text('<p>Dear families of Year 4</p>'), headingNamed('Clubs'));
  const question = page.getByRole('dialog', { name: 'Not published yet' });
  await expect.element(question).toBeVisible();
  await expect.poll(() => drawn('head')).toContain('Harvest festival');
  await userEvent.click(question.getByRole('button', { name: 'Look at it first' }));
  await expect.element(question).not.toBeInTheDocument();
  expect(stored.attributes.status).toBe('draft');
});

it('plans nothing that this person has not seen', async () => {
  const plans: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method !== 'GET' && url.endsWith('/timings')) plans.push(url);
    return await answer(url, init);
  });
  await rewrite('Clubs', 'Clubs this week');
  await userEvent.click(page.getByRole('button', { name: 'Publish at a time' }));
  await userEvent.click(page.getByRole('button', { name: 'Plan publishing' }));
  ivySaves(heading('Harvest festival'), text('<p>Dear families of Year 4</p>'), headingNamed('Clubs'));
  await expect.element(page.getByText(/^This newsletter has just been changed/)).toBeVisible();
  await expect.poll(() => drawn('head')).toContain('Harvest festival');
  expect(plans).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Plan publishing' }));
  await expect.poll(() => plans).toHaveLength(1);
});

it('may be put off, follows what somebody writes on, and ends with one answer', async () => {
  await rewrite('head', 'Harvest week');
  ivySaves(heading('Harvest festival'), text('<p>Hello</p>'), headingNamed('Clubs'));
  await userEvent.keyboard('{Control>}s{/Control}');
  const keep = page.getByRole('button', { name: 'Keep both blocks' });
  await expect.element(keep).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(keep).not.toBeInTheDocument();
  expect(drawn('head')).toContain('Harvest week');
  expect(saves).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Not saved: decide' }));
  await expect.element(keep).toBeVisible();
  ivySaves(heading('Harvest festival on Friday'), text('<p>Hello</p>'), headingNamed('Clubs'));
  await receiveFromIvy();
  await expect.poll(() => sides()).toContain('Friday');
  await expect.element(page.getByText('Ivy West has written more since')).toBeVisible();
  ivySaves(heading('Harvest festival on Saturday'), text('<p>Hello</p>'), headingNamed('Clubs'));
  await userEvent.click(keep);
  await expect.poll(storedWords).toMatch(/"Harvest festival on Saturday".*"Harvest week"/);
  await expect.element(keep).not.toBeInTheDocument();
});

it('ends by itself once the others have done away with what was left to ask', async () => {
  await rewrite('head', 'Harvest week');
  await rewrite('Clubs', 'Clubs at noon');
  ivySaves(heading('Harvest festival'), text('<p>Hello</p>'), {
    ...headingNamed('Clubs'),
    value: { text: 'Clubs at one' },
  });
  await userEvent.keyboard('{Control>}s{/Control}');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('1 of 2')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Keep yours' }));
  await expect.element(dialog.getByText('2 of 2')).toBeVisible();
  ivySaves(heading('Harvest festival'), text('<p>Hello</p>'), headingNamed('Clubs'));
  await receiveFromIvy();
  await expect.poll(storedWords).toMatch(/Harvest week.*Clubs at noon/);
  await expect.element(dialog).not.toBeInTheDocument();
});

it('asks in a pause of typing, and says whose words were kept over these', async () => {
  await rewrite('head', 'Harvest week');
  ivySaves(heading('Harvest festival'), text('<p>Dear families of Year 4</p>'), headingNamed('Clubs'));
  const question = page.getByRole('dialog', { name: 'You and Ivy West changed the same block' });
  await expect.element(question).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Keep yours' }));
  await expect.poll(storedWords).toContain('Harvest week');
  await expect.poll(() => kept).toEqual([['head']]);
  await expect.element(page.getByRole('button', { name: /^Saved / })).toBeVisible();
  ivySaves(heading('Harvest festival'), text('<p>Dear families of Year 4</p>'), headingNamed('Clubs'));
  await receiveFromIvy({ kept: ['head', 'Clubs'] });
  await expect.poll(() => drawn('head')).toContain('Harvest festival');
  await expect
    .element(
      page.getByText('Ivy West kept their words in ‘Heading 1’. Yours are in History', { exact: true }),
    )
    .toBeInTheDocument();
});

it('says not of words that were kept over that both are kept, however late it hears of that', async () => {
  ivyHasSaved.resolve();
  await rewrite('text', 'My dear families of Year 4');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.poll(storedWords).toContain('My dear families of Year 4');
  ivyHasSaved = Promise.withResolvers();
  await rewrite('text', 'My dear families of Year 4 and all friends');
  ivySaves(heading('Harvest'), text('<p>dear families of Year 4</p>'), headingNamed('Clubs'));
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.poll(storedWords).toContain('<p>dear families of Year 4 and all friends</p>');
  expect(page.getByText(/Both are kept/).elements()).toEqual([]);
  await receiveFromIvy({ kept: ['text'] });
  const message = 'Ivy West kept their words in ‘Text’. Yours are in History';
  await expect.element(page.getByText(message, { exact: true })).toBeInTheDocument();
});

const renameButton = () => page.getByRole('button', { name: /, rename$/ });
async function retitle(words: string): Promise<void> {
  await userEvent.click(renameButton());
  await userEvent.fill(page.getByRole('textbox', { name: 'Newsletter Title' }), words);
  await userEvent.keyboard('{Enter}');
}
function ivySets(attributes: Partial<typeof stored.attributes>): void {
  stored = { ...stored, attributes: { ...stored.attributes, ...attributes } };
  ivySaves(...START);
}

it('says whose title was kept over the one saved here, and each setting once', async () => {
  ivyHasSaved.resolve();
  await retitle('Harvest news');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.poll(() => stored.attributes.title).toBe('Harvest news');
  await expect.element(page.getByRole('button', { name: /^Saved / })).toBeVisible();
  ivySets({ title: 'Ivy’s news' });
  await receiveFromIvy({ kept: ['@title'] });
  const message = page.getByText('Ivy West kept their title. Yours is in History', { exact: true });
  await expect.element(message).toBeInTheDocument();
  await expect.element(renameButton()).toHaveTextContent('Ivy’s news, rename');
  ivySets({ issue_date: '2026-12-04' });
  await receiveFromIvy();
  await expect.element(page.getByText('Ivy West changed Issue date', { exact: true })).toBeInTheDocument();
  ivySets({ layout_type: 'two_columns_left' });
  await receiveFromIvy();
  await expect.element(page.getByText('Ivy West changed Layout', { exact: true })).toBeInTheDocument();
  expect(document.body.textContent).not.toContain('changed Title');
});

it('tells the others that this title was kept over theirs', async () => {
  await retitle('Harvest news');
  ivySets({ title: 'Ivy’s news' });
  await userEvent.keyboard('{Control>}s{/Control}');
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Keep yours' }));
  await expect.poll(() => kept).toEqual([['@title']]);
});

it('keeps the focus in the newsletter when somebody has deleted the block in which it stood', async () => {
  await rewrite('head', 'Harvest week');
  document.querySelector<HTMLElement>('[data-block="text"] > button')?.click();
  await userEvent.click(page.getByRole('textbox', { name: 'Text' }));
  ivySaves(heading('Harvest'), headingNamed('Clubs'));
  await expect.poll(() => document.querySelector('[data-block="text"]')).toBeNull();
  await expect.poll(() => document.activeElement?.closest('main')).not.toBeNull();
  await expect.poll(storedWords).toContain('Harvest week');
});

it('shows at once what somebody else has saved, while nothing is saved here', async () => {
  await expect.poll(() => drawn('text')).toContain('Dear families');
  document.querySelector<HTMLElement>('[data-block="text"] > button')?.click();
  const field = page.getByRole('textbox', { name: 'Text' });
  await userEvent.click(field);
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  const clubs: Block = { ...headingNamed('Clubs'), value: { text: 'Clubs on Friday' } };
  ivySaves(heading('Harvest'), text('<p>Dear families of Year 4 and Year 5</p>'), clubs);
  await receiveFromIvy();
  await expect.element(field).toHaveTextContent('Dear families of Year 4 and Year 5');
  // The text's change was announced before.
  await expect
    .element(page.getByText('Ivy West changed Heading “Clubs on Friday”', { exact: true }))
    .toBeInTheDocument();
  await userEvent.keyboard('My ');
  await expect.element(field).toHaveTextContent('My Dear families of Year 4 and Year 5');
  expect(saves).toEqual([]);
});

it('says once who has restored how it was when, with a way to the history', async () => {
  ivySaves(headingNamed('Clubs'));
  await receiveFromIvy({ restored: true });
  await expect
    .element(page.getByText('Ivy West restored how it was on Wed 30 Sep, 11:00', { exact: true }))
    .toBeInTheDocument();
  await expect.poll(() => document.querySelector('[data-block="text"]')).toBeNull();
  await receiveFromIvy({ restored: true });
  expect(page.getByText(/^Ivy West (removed|changed|restored)/).elements()).toHaveLength(1);
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'History', exact: true })).toBeVisible();
});

it('leaves what one writes where it is on the screen when a block above grows', async () => {
  await page.viewport(1440, 420);
  await expect.poll(() => drawn('Clubs')).toContain('Clubs');
  document.querySelector<HTMLElement>('[data-block="Clubs"] > button')?.click();
  const field = page.getByRole('textbox').first();
  await userEvent.click(field);
  field.element().scrollIntoView({ block: 'center' });
  const top = () => field.element().getBoundingClientRect().top;
  const before = top();
  const paragraphs = Array.from({ length: 30 }, (_, count) => `<p>Dear families of Year ${count}</p>`);
  ivySaves(heading('Harvest'), text(paragraphs.join('')), headingNamed('Clubs'));
  await receiveFromIvy();
  await expect.poll(() => drawn('text')).toContain('Year 29');
  await expect.poll(() => Math.abs(top() - before)).toBeLessThan(3);
  expect(document.activeElement).toBe(field.element());
});

it('says that somebody else has published or deleted the newsletter', async () => {
  stored = { ...stored, attributes: { ...stored.attributes, status: 'published' } };
  await receiveFromIvy();
  await expect.element(page.getByText('Ivy West published this newsletter')).toBeInTheDocument();
  sendEvent?.({ event: 'gone' });
  await expect.element(page.getByRole('dialog', { name: 'This newsletter has been deleted' })).toBeVisible();
});

it('keeps words that are not finished in a newsletter of its own when somebody has deleted this one', async () => {
  await rewrite('head', 'Harvest '.repeat(60));
  await expect.poll(() => sendEvent).not.toBeNull();
  sendEvent?.({ event: 'gone' });
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => created.join()).toContain('Not finished: Heading');
  expect(created.join().split('Harvest')).toHaveLength(62);
});
