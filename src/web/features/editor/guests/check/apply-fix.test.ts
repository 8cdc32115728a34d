import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Block, createBlock } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import type { MissingFiles } from '#newsletter/document/missing-files.ts';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import { namesIn, twoColumns } from '#test/support/editor/documents.ts';
import { addNew, canvasDocument, edit, shownBlock } from '#web/features/editor/kernel/state/editor-state.ts';
import { act, createEditorStore, undo } from '#web/features/editor/kernel/state/editor-store.ts';
import { checkerOf, loadRules } from './checker.ts';
import { applyFix } from './fix.ts';

const picture = (name: string, alt?: string): Block<'image'> => ({
  name,
  type: 'image',
  value: alt === undefined ? { url: '/files/a.jpg' } : { url: '/files/a.jpg', alt },
});
const missing = createStore<MissingFiles>(() => new Set());
const opened = (...blocks: Block[]) =>
  createEditorStore({
    title: 'AUTUMN NEWS',
    document: { ...DEFAULT_SETTINGS, layout: 'one_column', columns: [blocks] },
    fresh: [],
  });
const school = { name: 'Oakfield', language: 'en' };

describe('the checked document', () => {
  it('has valid working copies and no unfinished blocks, as if published', () => {
    const store = createEditorStore(twoColumns(['a', 'b'], ['c']));
    act(store, edit, 'a', { text: 'typed' });
    act(store, edit, 'b', { text: ' ' });
    act(
      store,
      addNew,
      createBlock('image', () => 'empty'),
    );
    act(store, addNew, picture('new'));
    const document = canvasDocument(store.getState());
    expect(findBlock(document, 'a')?.value).toEqual({ text: 'typed' });
    expect(findBlock(document, 'b')?.value).toEqual({ text: 'b' });
    expect(namesIn({ document }).flat()).not.toContain('empty');
    expect(findBlock(document, 'new')).toEqual(picture('new'));
  });

  it('asks for a picture’s description only once the picture is chosen', async () => {
    const store = opened();
    const checker = checkerOf({ store, missing });
    const rules = async () => (await checker.now(school)).map(({ rule }) => rule);
    act(
      store,
      addNew,
      createBlock('image', () => 'new'),
    );
    expect(await rules()).toEqual(['capitals']);
    act(store, edit, 'new', { url: '/files/a.jpg' });
    expect(await rules()).toEqual(['alt-missing', 'capitals']);
    act(store, edit, 'new', { url: '/files/a.jpg', alt: 'Two children' });
    expect(await rules()).toEqual(['capitals']);
  });
});

describe('checking after changes', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs when typing pauses, not when another block is selected', async () => {
    const store = opened(picture('a'));
    const checker = checkerOf({ store, missing });
    await loadRules();
    const stop = checker.start(school);
    const seen = vi.fn<() => void>();
    await vi.runAllTimersAsync();
    expect(checker.findings.getState().map(({ rule }) => rule)).toEqual(['alt-missing', 'capitals']);
    checker.findings.subscribe(seen);
    act(store, edit, 'a', { url: '/files/a.jpg', alt: 'T' });
    act(store, edit, 'a', { url: '/files/a.jpg', alt: 'Two' });
    expect(seen).not.toHaveBeenCalled();
    await vi.runAllTimersAsync();
    expect(seen).toHaveBeenCalledOnce();
    expect(checker.findings.getState().map(({ rule }) => rule)).toEqual(['capitals']);
    store.setState({ selected: 'a' });
    expect(vi.getTimerCount()).toBe(0);
    stop();
    act(store, edit, 'a', { url: '/files/a.jpg' });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('applying a fix', () => {
  const fixOf = async (store: ReturnType<typeof opened>, rule: string) => {
    const found = (await checkerOf({ store, missing }).now(school)).find((finding) => finding.rule === rule);
    if (found?.fix === undefined) throw new Error(`Nothing to fix by ${rule}`);
    return found.fix;
  };

  it('changes the document in one step of the history', async () => {
    const store = opened(picture('a'));
    act(store, applyFix, await fixOf(store, 'alt-missing'));
    expect(findBlock(store.getState().document, 'a')).toEqual(picture('a', ''));
    undo(store);
    expect(findBlock(store.getState().document, 'a')).toEqual(picture('a'));
  });

  it('changes the title', async () => {
    const store = opened();
    act(store, applyFix, await fixOf(store, 'capitals'));
    expect(store.getState().title).toBe('Autumn news');
    undo(store);
    expect(store.getState().title).toBe('AUTUMN NEWS');
  });

  it('changes only the working copy of a block that has one', async () => {
    const store = opened(picture('a', 'Before'));
    act(store, edit, 'a', { url: '/files/b.jpg' });
    act(store, applyFix, await fixOf(store, 'alt-missing'));
    expect(shownBlock(store.getState(), 'a')?.value).toEqual({ url: '/files/b.jpg', alt: '' });
    expect(findBlock(store.getState().document, 'a')).toEqual(picture('a', 'Before'));
    expect(store.temporal.getState().pastStates).toHaveLength(0);
  });

  it('ignores a deleted block', async () => {
    const store = opened();
    act(store, applyFix, { label: 'x', block: picture('gone', '') });
    expect(store.getState().document.columns).toEqual([[]]);
  });
});
