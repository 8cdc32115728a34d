import axe from 'axe-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { PART_MESSAGES } from '#contract/parts/parts.ts';
import type { Block } from '#newsletter/document/document.ts';
import { headingNamed } from '#test/support/editor/documents.ts';
import { editedNewsletter, renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { beginSession, endSession } from '#web/session/session.ts';

/** A contributor in the editor: what they may change, and what happens to their words when a part is taken back. */

const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const [HUGH, IVY] = [uuid(1), uuid(2)];
const text = (name: string, html: string): Block => ({ name, type: 'text', value: { html } });
const START = [
  text('first', '<p>Dear families</p>'),
  headingNamed('Year 4'),
  text('words', '<p>What did you do?</p>'),
  headingNamed('Year 5'),
  text('last', '<p>Goodbye</p>'),
];

let stored: NewsletterResource;
/** The person who has each part, by its block; null: the server answers Hugh no longer. */
let owners: Record<string, string> | null;
let refusals: number;
/** Ends the wait for the parts, where a test holds them back. */
let bringParts: () => void = () => undefined;
let areHeld: Promise<void> | null = null;
let isDone: boolean;

function partsOf(owned: Record<string, string>) {
  return Object.entries(owned).map(([block, person_id], index) => ({
    id: uuid(10 + index),
    type: 'part',
    attributes: {
      newsletter_id: stored.id,
      newsletter_title: 'News',
      block,
      label: block,
      is_gone: false,
      person_id,
      person_name: person_id === HUGH ? 'Hugh Hughes' : 'Ivy Walker',
      due_on: '2030-01-02',
      done_at: isDone ? '2029-12-30T10:00:00.000Z' : null,
      changed: null,
    },
  }));
}

function answer(url: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const refused = () =>
    Promise.resolve(Response.json({ error_message: PART_MESSAGES.othersBlocks }, { status: 403 }));
  if (url.endsWith('/parts')) {
    if (owners === null) return refused();
    const data = partsOf(owners);
    const reply = () => Response.json({ part: { data }, people: [] });
    return areHeld === null ? Promise.resolve(reply()) : areHeld.then(reply);
  }
  if (url.endsWith('/done')) {
    isDone = JSON.parse(String(body)).done;
    const [part] = partsOf(owners ?? {});
    return Promise.resolve(Response.json({ part: { data: part } }));
  }
  if (method !== 'PATCH') return new Promise(() => undefined);
  if (owners === null || refusals > 0) {
    refusals -= 1;
    return refused();
  }
  const { version, ...sent } = JSON.parse(String(body)).news_letter;
  if (version !== stored.attributes.version)
    return Promise.resolve(
      Response.json({ error_message: 'Changed', news_letter: { data: stored } }, { status: 409 }),
    );
  stored = { ...stored, attributes: { ...stored.attributes, ...sent, version: version + 1 } };
  return Promise.resolve(Response.json({ news_letter: { data: stored } }));
}

resetBeforeEach();
beforeEach(async () => {
  sessionStorage.clear();
  isDone = false;
  const user = {
    id: HUGH,
    type: 'user' as const,
    attributes: {
      first_name: 'Hugh',
      last_name: 'Hughes',
      email: 'hugh@school.example',
      pending_email: null,
      telephone: '',
      address: '',
      role: 'contributor' as const,
      need_change_password: false,
      status: 'ACTIVE' as const,
    },
    relationships: { school: { data: { id: uuid(5), type: 'school' as const } } },
  };
  beginSession({ accessToken: 'token', user, value: 2 }, false);
  stored = editedNewsletter(START, { layout: 'one_column' });
  owners = { 'Year 4': HUGH };
  refusals = 0;
  vi.stubGlobal('fetch', answer);
  await renderBlocks(START, { layout: 'one_column' });
  await expect.element(page.getByRole('heading', { name: 'Your parts' })).toBeVisible();
});
afterEach(() => endSession());

const names = () => stored.attributes.code.map((block) => Object(block).name);
const storedWords = () => JSON.stringify(stored.attributes.code);
const drawn = (name: string) =>
  document.querySelector(`[data-block="${name}"] > [data-drawn]`)?.shadowRoot?.textContent ?? '';
const cover = (name: string) => document.querySelector<HTMLElement>(`[data-block="${name}"] > button`);

async function write(name: string, words: string): Promise<void> {
  await expect.poll(() => drawn(name)).not.toBe('');
  cover(name)?.click();
  await expect.element(page.getByRole('textbox').first()).toBeVisible();
  await userEvent.fill(page.getByRole('textbox').first(), words);
}

/** Somebody comes back to the window, which fetches what it may have missed. */
const lookAgain = () => window.dispatchEvent(new Event('visibilitychange'));

it('adds, moves and deletes blocks in their part, and has no heading to add', async () => {
  await expect.element(page.getByRole('button', { name: 'Image', exact: true })).toBeVisible();
  expect(page.getByRole('button', { name: 'Heading', exact: true }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await userEvent.fill(page.getByRole('textbox').first(), 'We built a fort');
  await expect.poll(storedWords).toContain('We built a fort');
  expect(names().indexOf('Year 5')).toBe(4);
  const rail = page.getByRole('toolbar', { name: /^Actions for Text/ });
  await rail.getByRole('button', { name: 'Move up' }).click();
  await expect.poll(() => names().at(3)).toBe('words');
  await expect
    .element(rail.getByRole('button', { name: 'Move up' }))
    .toHaveAttribute('aria-disabled', 'true');
  await rail.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete component' }).click();
  await expect.poll(names).toEqual(['first', 'Year 4', 'words', 'Year 5', 'last']);
});

it('offers no block beside a part of a single one, on a phone either', async () => {
  owners = { first: HUGH };
  lookAgain();
  await expect.poll(() => cover('first')?.getAttribute('aria-label')).not.toContain('for reading');
  await page.viewport(375, 812);
  onTestFinished(() => page.viewport(1280, 720));
  await write('first', 'Dear all');
  await expect.element(page.getByRole('button', { name: 'Done' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Add a block' }).elements()).toEqual([]);
  await userEvent.keyboard('{Control>}a{/Control}{Backspace}/or not');
  await expect.poll(storedWords).toContain('/or not');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('button', { name: 'Done' })).not.toBeInTheDocument();
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

it('says that a part was given to somebody else, and keeps the words that were not saved', async () => {
  owners = { 'Year 4': HUGH, 'Year 5': HUGH };
  lookAgain();
  await write('last', 'Our goodbye');
  await expect.poll(storedWords).toContain('Our goodbye');
  refusals = 1;
  await write('words', 'We built a fort');
  owners = { 'Year 4': IVY, 'Year 5': HUGH };
  await expect
    .element(
      page.getByRole('dialog', { name: 'This is no longer yours to write' }).getByText('We built a fort'),
    )
    .toBeVisible();
  await expect.element(page.getByText(/^‘Year 4’ was given to Ivy Walker/)).toBeInTheDocument();
  await expect.poll(() => drawn('words')).toContain('What did you do?');
  expect(cover('words')?.getAttribute('aria-label')).toContain('for reading');
  await expect.element(page.getByText(/^Saved /)).toBeVisible();
  const { violations } = await axe.run();
  expect(violations).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).last().click();
  await write('last', 'Our last goodbye');
  await expect.poll(storedWords).toContain('Our last goodbye');
});

it('keeps what others have stored meanwhile, and what is written in an own part', async () => {
  const code = START.map((block) => (block.name === 'first' ? text('first', '<p>Dear all</p>') : block));
  stored = { ...stored, attributes: { ...stored.attributes, code, version: 2 } };
  await write('words', 'We built a fort');
  await expect.poll(storedWords).toContain('We built a fort');
  expect(storedWords()).toContain('Dear all');
  await expect.poll(() => drawn('first')).toContain('Dear all');
  expect(drawn('words')).toContain('We built a fort');
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

it('keeps the words under a heading that somebody puts between', async () => {
  refusals = 0;
  await write('words', 'We built a fort');
  const code = START.toSpliced(2, 0, headingNamed('Theirs'));
  stored = { ...stored, attributes: { ...stored.attributes, code, version: stored.attributes.version + 1 } };
  await expect
    .element(
      page.getByRole('dialog', { name: 'This is no longer yours to write' }).getByText('We built a fort'),
    )
    .toBeVisible();
  await expect.element(page.getByText(/^Saved /)).toBeVisible();
  expect(storedWords()).not.toContain('We built a fort');
});

it('makes all of it read-only when the last part is taken back', async () => {
  await write('words', 'We built a fort');
  await expect.poll(storedWords).toContain('We built a fort');
  owners = null;
  lookAgain();
  await expect.element(page.getByText(/^‘Year 4’ was taken back/)).toBeInTheDocument();
  await expect.poll(() => cover('words')?.getAttribute('aria-label')).toContain('for reading');
  expect(drawn('words')).toContain('We built a fort');
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

it('asks about words of both without offering what may not be added', async () => {
  owners = { first: HUGH };
  lookAgain();
  await expect.poll(() => cover('first')?.getAttribute('aria-label')).not.toContain('for reading');
  const code = [text('first', '<p>Hello everybody</p>'), ...START.slice(1)];
  stored = { ...stored, attributes: { ...stored.attributes, code, version: 5 } };
  await write('first', 'Dear all');
  await userEvent.keyboard('{Control>}s{/Control}');
  const question = page.getByRole('dialog');
  await expect.element(question.getByRole('button', { name: 'Keep yours' })).toBeVisible();
  expect(question.getByRole('button', { name: 'Keep both blocks' }).elements()).toEqual([]);
});

it('hands in on a phone from the bar above the newsletter', async () => {
  await page.viewport(375, 812);
  onTestFinished(() => page.viewport(1280, 720));
  await page.getByRole('button', { name: 'Hand in', exact: true }).click();
  await expect.element(page.getByText('Handed in', { exact: true }).first()).toBeVisible();
  expect(isDone).toBe(true);
  await expect.element(page.getByRole('button', { name: 'Not ready after all', exact: true })).toBeVisible();
});

it('says in the panel that a part is done, and that it is not after all', async () => {
  const panel = page.getByRole('complementary', { name: 'Your parts' });
  await panel.getByRole('button', { name: 'Hand in: Year 4' }).click();
  await expect.element(panel.getByText('Handed in', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^You Handed in: part/ })).toBeVisible();
  await panel.getByRole('button', { name: 'Not ready after all: Year 4' }).click();
  await expect.element(panel.getByText('By Wednesday 2 January')).toBeVisible();
});

describe('before it is known what is theirs', () => {
  beforeAll(() => {
    ({ promise: areHeld, resolve: bringParts } = Promise.withResolvers<void>());
    return () => {
      areHeld = null;
    };
  });

  it('keeps a press on a block until then', async () => {
    await expect.poll(() => drawn('words')).not.toBe('');
    cover('words')?.click();
    expect(page.getByText('This is for reading').elements()).toEqual([]);
    bringParts();
    await expect.element(page.getByRole('textbox').first()).toBeVisible();
    await userEvent.fill(page.getByRole('textbox').first(), 'We built a fort');
    await expect.poll(storedWords).toContain('We built a fort');
  });
});
