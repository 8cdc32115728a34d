import axe from 'axe-core';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { NewsletterResource } from '#contract/newsletters.ts';
import type { Block } from '#newsletter/document/document.ts';
import { headingNamed } from '#web/features/editor/test-documents.ts';
import { newsletterOf, renderBlocks, resetBeforeEach } from '#web/features/editor/test-editor.tsx';

/** How the editor merges what somebody else has saved meanwhile. */

resetBeforeEach();

const text = (html: string): Block => ({ name: 'text', type: 'text', value: { html } });
const heading = (words: string): Block => ({ ...headingNamed('head'), value: { text: words } });
const START = [heading('Harvest'), text('<p>Dear families of Year 4</p>'), headingNamed('Clubs')];

let stored: NewsletterResource;
/** What this tab has saved: the words, and whether a new state begins. */
let saves: { words: string; restores: boolean }[];

/** Ivy saves; this tab does not know of it. */
function ivySaves(...code: Block[]): void {
  const { attributes } = stored;
  stored = { ...stored, attributes: { ...attributes, code, version: attributes.version + 1 } };
}

function answer(url: string, { method, body }: RequestInit): Promise<Response> {
  if (url.includes('/states')) {
    const at = '2026-10-01T10:00:00.000Z';
    const attributes = {
      version: 2,
      reason: 'work',
      person_name: 'Ivy West',
      began_at: at,
      saved_at: at,
      title: 'News',
      edition_id: null,
      sent_to: 0,
    };
    const state = { type: 'state', id: stored.id, attributes };
    return Promise.resolve(Response.json({ state: { data: [state] } }));
  }
  if (method === 'GET' && url.endsWith(stored.id))
    return Promise.resolve(Response.json({ news_letter: { data: stored } }));
  if (method !== 'PATCH') return new Promise(() => undefined);
  const { version, restores = false, ...sent } = JSON.parse(String(body)).news_letter;
  const isCurrent = version === stored.attributes.version;
  if (isCurrent) saves.push({ words: JSON.stringify(sent.code), restores });
  if (isCurrent) stored = { ...stored, attributes: { ...stored.attributes, ...sent, version: version + 1 } };
  const reply = { error_message: 'Changed', news_letter: { data: stored } };
  return Promise.resolve(Response.json(reply, { status: isCurrent ? 200 : 409 }));
}

beforeEach(async () => {
  stored = newsletterOf(START, { layout: 'one_column' });
  saves = [];
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
  const told = 'By Ivy West: Heading “Harvest festival” changed, and 1 more';
  await expect.element(page.getByText(told)).toBeInTheDocument();
  await userEvent.keyboard('and kind ');
  await expect.element(field).toHaveTextContent('My dear and kind Dear families of Year 4 and Year 5');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.poll(storedWords).toContain('My dear and kind Dear families of Year 4 and Year 5');
  expect(storedWords()).toContain('Harvest festival');
});

it('takes back only what this person did', async () => {
  await rewrite('Clubs', 'Clubs this week');
  ivySaves(heading('Harvest festival'), text('<p>Dear families of Year 4</p>'), headingNamed('Clubs'));
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.poll(() => drawn('head')).toContain('Harvest festival');
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
  // Here axe takes the overlay for the ground of a dialog's words.
  const { violations } = await axe.run('[role="dialog"]', {
    rules: { 'color-contrast': { enabled: false } },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
  await userEvent.click(question.getByRole('radio', { name: /^Ivy West’s/ }));
  await userEvent.click(question.getByRole('button', { name: 'Keep Ivy West’s' }));
  await expect.element(question).not.toBeInTheDocument();
  await expect.poll(() => drawn('head')).toContain('Harvest festival');
  expect(drawn('text')).toContain('Hello');
  // What is given up is a version of its own, which the history keeps.
  await expect.poll(() => saves.map(({ restores }) => restores)).toEqual([false, true]);
  expect(saves[0]?.words).toContain('Harvest week');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => drawn('head')).toContain('Harvest week');
  await expect.poll(storedWords).toContain('Harvest week');
  expect(storedWords()).toContain('Hello');
});

it('keeps both blocks, theirs below', async () => {
  await rewrite('head', 'Harvest week');
  ivySaves(heading('Harvest festival'), text('<p>Hello</p>'), headingNamed('Clubs'));
  await userEvent.keyboard('{Control>}s{/Control}');
  await userEvent.click(page.getByRole('button', { name: 'Keep both blocks' }));
  await expect.poll(storedWords).toMatch(/Harvest week.*Harvest festival.*Hello/);
});

it('does not publish what this person has not seen', async () => {
  await rewrite('Clubs', 'Clubs this week');
  ivySaves(heading('Harvest festival'), text('<p>Dear families of Year 4</p>'), headingNamed('Clubs'));
  await userEvent.click(page.getByRole('button', { name: 'Publish' }));
  const question = page.getByRole('dialog', { name: 'Not published yet' });
  await expect.element(question).toBeVisible();
  expect(drawn('head')).toContain('Harvest festival');
  await userEvent.click(question.getByRole('button', { name: 'Look at it first' }));
  await expect.element(question).not.toBeInTheDocument();
  expect(stored.attributes.status).toBe('draft');
});

it('asks anew when somebody has gone on meanwhile', async () => {
  await rewrite('head', 'Harvest week');
  ivySaves(heading('Harvest festival'), text('<p>Hello</p>'), headingNamed('Clubs'));
  await userEvent.keyboard('{Control>}s{/Control}');
  const keep = page.getByRole('button', { name: 'Keep both blocks' });
  await expect.element(keep).toBeVisible();
  ivySaves(heading('Harvest festival on Friday'), text('<p>Hello</p>'), headingNamed('Clubs'));
  await userEvent.click(keep);
  await expect.poll(() => sides()).toContain('Friday');
  await userEvent.click(keep);
  await expect.poll(storedWords).toMatch(/"Harvest week".*"Harvest festival on Friday"/);
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
