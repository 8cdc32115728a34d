import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { type Block, emptyDocument } from '#newsletter/document/document.ts';
import { blocksOf, findBlock } from '#newsletter/document/layout.ts';
import { toastStore } from '#ui/feedback/toast.ts';
import { ApiError } from '#web/api/api-error.ts';
import { createCaretStore } from '#web/features/editor/kernel/caret.ts';
import { NO_NEWS, type OthersNews } from '#web/features/editor/kernel/facts/others-news.ts';
import type { Opened, PublicState } from '#web/features/editor/kernel/opened.ts';
import { VersionConflict } from '#web/features/editor/kernel/save-state.ts';
import {
  edit,
  remove,
  rename,
  type Saved,
  sentPart,
  shownBlock,
} from '#web/features/editor/kernel/state/editor-state.ts';
import {
  act,
  createEditorStore,
  type EditorStore,
  undo,
} from '#web/features/editor/kernel/state/editor-store.ts';
import { openedFrom } from '#web/features/editor/saving/newsletter-calls.ts';
import { createSaver } from '#web/features/editor/saving/saver.ts';
import { type ConflictAnswer, finishAnswers, mergeStored } from './merge-stored.ts';
import { mergeCanvas, storedChange } from './merged-state.ts';
import { notifyOfMerge } from './notify-of-merge.ts';

/** How the state is merged, without a canvas. */

const text = (words: string, name = 'text'): Block => ({
  name,
  type: 'text',
  value: { html: `<p>${words}</p>` },
});
const OLD = text('Old');
const IVYS = text('Words of Ivy');
const savedWith = (...blocks: Block[]): Saved => ({
  title: 'News',
  document: { ...emptyDocument('one_column'), columns: [blocks] },
  fresh: [],
});
const wordsIn = (store: EditorStore, name = 'text') =>
  JSON.stringify(findBlock(store.getState().document, name)?.value);

it('undoes a deletion with what somebody else has written there since', () => {
  const store = createEditorStore(savedWith(OLD));
  act(store, remove, 'text');
  // Both were acknowledged: the deletion, and that Ivy kept her words.
  mergeStored(store, { base: savedWith(), stored: savedWith(IVYS), sent: [] });
  undo(store);
  expect(wordsIn(store)).toContain('Words of Ivy');
});

it('does not undo a deletion of somebody else', () => {
  const store = createEditorStore(savedWith(OLD, text('Below', 'below')));
  act(store, edit, 'text', IVYS.value);
  store.setState(({ document }) => ({
    document: { ...document, columns: [[text('Mine'), text('Below', 'below')]] },
    workingCopies: {},
  }));
  const base = sentPart(store.getState());
  mergeStored(store, { base, stored: savedWith(text('Below', 'below')), sent: [] });
  undo(store);
  expect(findBlock(store.getState().document, 'text')).toBeNull();
});

it('keeps what was undone after a save without an answer, although somebody has gone on', () => {
  const below = text('Below', 'below');
  const store = createEditorStore(savedWith(OLD, below));
  // A save without the block was stored; it is back, and Ivy has changed another one.
  const change = { base: savedWith(OLD, below), stored: savedWith(text('Ivy', 'below')) };
  mergeStored(store, { ...change, sent: [savedWith(below)] });
  expect(wordsIn(store)).toContain('Old');
  expect(wordsIn(store, 'below')).toContain('Ivy');
});

it('keeps what was undone after a save without an answer, also if that was sent in vain', () => {
  const below = text('Below', 'below');
  const store = createEditorStore(savedWith(OLD, below));
  const change = { base: savedWith(OLD, below), stored: savedWith(text('Ivy', 'below')) };
  mergeStored(store, { ...change, sent: [savedWith(below), savedWith(OLD, below)] });
  expect(wordsIn(store)).toContain('Old');
});

it('keeps what is again as it was, although others removed or changed what a save without an answer had there', () => {
  const below = text('Below', 'below');
  const store = createEditorStore(savedWith(OLD, below));
  const sent = [savedWith(text('Sent'), below)];
  // It was stored, and Ivy has gone on from it.
  for (const ivys of [savedWith(text('Ivy', 'below')), savedWith(IVYS, text('Ivy', 'below'))]) {
    const change = storedChange(store.getState(), { base: savedWith(OLD, below), stored: ivys, sent });
    const { merged, conflicts } = mergeCanvas(store.getState(), change);
    expect(conflicts).toEqual([expect.objectContaining({ block: 'text', mine: OLD })]);
    expect(findBlock(merged.document, 'text')).toEqual(OLD);
    expect(findBlock(merged.document, 'below')).toEqual(text('Ivy', 'below'));
  }
});

it('asks about what is back after a save without it, if others kept theirs over that, also where it has changed since', () => {
  const picture = (alt: string, caption: string): Block => ({
    name: 'gate',
    type: 'image',
    value: { url: '/files/gate.jpg', alt, caption },
  });
  const was = picture('The gate', 'Open at nine, says the head');
  // From before the words of the head, and kept when that save was stored.
  const ivys = picture('The gate', 'Open at ten');
  for (const mine of [was, picture('The green gate', 'Open at nine, says the head')]) {
    const store = createEditorStore(savedWith(mine));
    const change = { base: savedWith(was), stored: savedWith(ivys), sent: [savedWith(), savedWith(was)] };
    const { conflicts } = mergeCanvas(store.getState(), storedChange(store.getState(), change));
    expect(conflicts).toEqual([expect.objectContaining({ block: 'gate', theirs: ivys, mine })]);
  }
});

it('asks about words that are back after a save without them, also if something else of the block has changed since', () => {
  const picture = (alt: string, caption: string): Block => ({
    name: 'gate',
    type: 'image',
    value: { url: '/files/gate.jpg', alt, caption },
  });
  const was = picture('The gate', 'Says the head');
  const [sent, ivys] = [picture('The gate', ''), picture('The gate', 'Open at ten')];
  const mine = picture('The green gate', 'Says the head');
  const store = createEditorStore(savedWith(mine));
  const change = { base: savedWith(was), stored: savedWith(ivys), sent: [savedWith(sent)] };
  const { conflicts } = mergeCanvas(store.getState(), storedChange(store.getState(), change));
  expect(conflicts).toEqual([expect.objectContaining({ block: 'gate', theirs: ivys, mine })]);
});

it('asks about what others have changed since a save without an answer, not about what was undone', async () => {
  const [below, ivys] = [text('Below', 'below'), text('Ivy', 'below')];
  const theirs = { ...IVYS_NEWSLETTER, attributes: { ...IVYS_NEWSLETTER.attributes, code: [ivys] } };
  const answers = [
    new ApiError(0, { error_message: 'No answer' }),
    new VersionConflict(theirs, openedFrom(theirs).saved),
  ];
  const opened = { saved: savedWith(OLD, below), version: 1, at: new Date() };
  const saver = createSaver(opened, () => Promise.reject(answers.shift()));
  // Stored without the block, which is back.
  saver.update(savedWith(below));
  await saver.flush();
  const store = createEditorStore(savedWith(OLD, text('Mine', 'below')));
  saver.update(sentPart(store.getState()));
  await saver.flush();
  const found = saver.state.getState();
  if (found.step !== 'conflict' || found.base === null) throw new Error('There is no question');
  const { merged, conflicts } = mergeCanvas(
    store.getState(),
    storedChange(store.getState(), { ...found, base: found.base }),
  );
  expect(conflicts).toEqual([expect.objectContaining({ block: 'below' })]);
  expect(findBlock(merged.document, 'text')).toEqual(OLD);
});

/** The newsletter as Ivy has saved it. */
const IVYS_NEWSLETTER: NewsletterResource = {
  id: '0b9c2a0e-6a0e-4c55-9d0e-2f4c1d0c8a11',
  type: 'news_letter',
  attributes: {
    title: 'News',
    body: '',
    layout_type: 'one_column',
    design: null,
    colours: null,
    issue_date: null,
    status: 'draft',
    slug: null,
    has_unpublished_changes: false,
    created_at: '2026-10-01T10:00:00.000Z',
    updated_at: '2026-10-01T10:00:00.000Z',
    code: [IVYS],
    footerContent: '',
    carried_over: null,
    missing_files: [],
    version: 2,
    published_at: null,
  },
};

/** A question about the block that both have changed, which is answered with Ivy's words. */
function question(mine = 'Mine') {
  const opened: Opened = { ...openedFrom(IVYS_NEWSLETTER), saved: savedWith(OLD), version: 1 };
  const store = createEditorStore(opened.saved);
  const saves: string[] = [];
  const givenUp: string[] = [];
  const saver = createSaver(opened, async (saved, version, notes) => {
    if (version === 1) throw new VersionConflict(IVYS_NEWSLETTER, openedFrom(IVYS_NEWSLETTER).saved);
    saves.push(JSON.stringify(saved.document));
    givenUp.push(...notes.givenUp.map((each) => JSON.stringify(each)));
    return { version: version + 1, at: new Date() };
  });
  store.subscribe((state) => saver.update(sentPart(state)));
  act(store, edit, 'text', text(mine).value);
  const editing = {
    opened,
    store,
    saver,
    merges: createStore(() => 0),
    publicState: createStore<PublicState>(() => 'draft'),
    caret: createCaretStore(),
    typing: createStore(() => null),
    mayBecome: () => true,
  };
  const answer = async (kept: ConflictAnswer = 'theirs') =>
    await finishAnswers(editing, new Map([['text', kept]]));
  return { store, saver, saves, givenUp, answer };
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ news_letter: { data: IVYS_NEWSLETTER } }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('asks on while the server cannot be reached to keep what is given up', async () => {
  const { saver, store, saves, answer } = question();
  await saver.flush();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Offline')));
  expect(await answer()).toBe('failed');
  expect(saver.state.getState().step).toBe('conflict');
  expect(saves).toEqual([]);
  expect(JSON.stringify(store.getState().workingCopies)).toContain('Mine');
});

it('does at once what is answered, and sends what is given up along for the history', async () => {
  const { saver, store, saves, givenUp, answer } = question();
  await saver.flush();
  expect(await answer()).toBe('done');
  expect(wordsIn(store)).toContain('Words of Ivy');
  await saver.flush();
  expect(givenUp).toEqual([expect.stringContaining('Mine')]);
  expect(saves).toEqual([expect.stringContaining('Words of Ivy')]);
  undo(store);
  expect(wordsIn(store)).toContain('Mine');
});

it('keeps what is typed elsewhere while an answer is on its way', async () => {
  const { saver, store, answer } = question();
  await saver.flush();
  const done = answer();
  // 'Later', and on with the title.
  act(store, rename, 'Autumn news');
  expect(await done).toBe('done');
  expect(wordsIn(store)).toContain('Words of Ivy');
  expect(store.getState().title).toBe('Autumn news');
});

it('does an answer once that was given twice', async () => {
  const { saver, store, saves, answer } = question();
  await saver.flush();
  const twice = [answer(), answer('both')];
  expect(await Promise.all(twice)).toEqual(['done', 'done']);
  await saver.flush();
  act(store, rename, 'Autumn news');
  await saver.flush();
  expect(saves.join()).not.toContain('Mine');
  expect(saver.version()).toBe(4);
});

it('deletes what this person keeps deleted, and brings it back by Undo', async () => {
  const { saver, store, saves, answer } = question();
  act(store, remove, 'text');
  await saver.flush();
  expect(await answer('mine')).toBe('done');
  await saver.flush();
  expect(findBlock(store.getState().document, 'text')).toBeNull();
  expect(saves.at(-1)).not.toContain('Words of Ivy');
  undo(store);
  expect(wordsIn(store)).toContain('Words of Ivy');
});

it('keeps both: theirs under its name, these words below; theirs below while these are not finished', async () => {
  const long = 'Much too long '.repeat(4000);
  for (const [mine, words] of [
    ['Mine', ['Words of Ivy', 'Mine']],
    [long, [long, 'Words of Ivy']],
  ] as const) {
    const { saver, store, answer } = question(mine);
    saver.update({ ...savedWith(OLD), title: 'Another title' });
    await saver.flush();
    expect(await answer('both')).toBe('done');
    const { document } = store.getState();
    const names = blocksOf(document).map(({ name }) => name);
    expect(names).toEqual(['text', expect.stringMatching(/^text-/)]);
    const shown = names.map((name) => JSON.stringify(shownBlock(store.getState(), name)?.value));
    expect(shown).toEqual(words.map((each) => expect.stringContaining(`<p>${each}`)));
    undo(store);
    expect(JSON.stringify(shownBlock(store.getState(), 'text')?.value)).toContain(mine);
  }
});

it('sends words that are given up before they are finished as texts', async () => {
  const { saver, givenUp, answer } = question('Much too long '.repeat(4000));
  saver.update({ ...savedWith(OLD), title: 'Another title' });
  await saver.flush();
  expect(await answer()).toBe('done');
  await saver.flush();
  expect(givenUp).toEqual([expect.stringContaining('Not finished: Text')]);
  expect(givenUp.join().split('Much too long')).toHaveLength(4001);
});

it('tells nobody of what the canvas had itself, as after a save without an answer', async () => {
  const store = createEditorStore(savedWith(OLD));
  const news = createStore<OthersNews>(() => ({
    ...NO_NEWS,
    stored: {
      event: 'stored',
      version: 2,
      status: 'draft',
      has_unpublished_changes: false,
      person: { id: 'ivy', name: 'Ivy' },
    },
  }));
  const editing = { opened: openedFrom(IVYS_NEWSLETTER), store, news, writtenHere: new Set<string>() };
  const found = { base: savedWith(OLD), stored: savedWith(text('Mine'), text('Ivy', 'new')) };
  await notifyOfMerge(editing, found, { version: 2, mine: savedWith(text('Mine')) });
  expect(toastStore.current().map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Ivy added Text .*Ivy[^ ]*$/),
  ]);
});
