import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBlock } from '#newsletter/document.ts';
import { addNew, type EditorState, edit, savedPart } from './editor-state.ts';
import { act, createEditorStore } from './editor-store.ts';
import { type Entry, openJournal } from './journal.ts';
import { columnsOf, headingNamed, namesIn } from './test-documents.ts';

const entryOf = (state: EditorState, version = 3): Entry => ({
  ...savedPart(state),
  drafts: state.drafts,
  version,
});

function typedState(): EditorState {
  const store = createEditorStore(columnsOf(['a', 'b'], ['c']));
  act(
    store,
    addNew,
    createBlock('text', () => 'new'),
    { column: 1, slot: 3 },
  );
  act(store, edit, 'new', { html: '<p>half a sen' });
  act(store, edit, 'a', { text: '' });
  return store.getState();
}

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

describe('the journal', () => {
  it('gives back everything that was being edited, unfinished blocks and white space included', () => {
    const state = typedState();
    expect(openJournal('journal:me:one:tab').write(entryOf(state))).toBe(true);
    const left = openJournal('journal:me:one:tab').read();
    expect(left).toEqual(entryOf(state));
    expect(left && namesIn(left)).toEqual([
      ['a', 'b'],
      ['c', '-', '-', 'new'],
    ]);
  });

  it('writes the document only when it has changed', () => {
    const journal = openJournal('journal:me:one:tab');
    const store = createEditorStore(columnsOf(['a'], []));
    journal.write(entryOf(store.getState()));
    const written = vi.spyOn(Storage.prototype, 'setItem');
    act(store, edit, 'a', { text: 'typed' });
    journal.write(entryOf(store.getState()));
    expect(written.mock.calls.map(([key]) => key)).toEqual(['journal:me:one:tab:working']);
    expect(openJournal('journal:me:one:tab').read()?.drafts).toEqual({ a: headingNamed('a', 'typed') });
  });

  it('says when the browser does not take it', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(openJournal('journal:me:one:tab').write(entryOf(typedState()))).toBe(false);
  });

  it('is empty once it is cleared', () => {
    const journal = openJournal('journal:me:one:tab');
    journal.write(entryOf(typedState()));
    journal.clear();
    expect(journal.read()).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  it('takes nothing that is not whole or not ours', () => {
    const journal = openJournal('journal:me:one:tab');
    journal.write(entryOf(typedState()));
    const whole = localStorage.getItem('journal:me:one:tab') ?? '';
    for (const broken of ['', '{', '[]', whole.slice(0, -9), whole.replace('"heading"', '"unknown"')]) {
      localStorage.setItem('journal:me:one:tab', broken);
      expect(openJournal('journal:me:one:tab').read()).toBeNull();
    }
    localStorage.setItem('journal:me:one:tab', whole);
    localStorage.setItem(
      'journal:me:one:tab:working',
      JSON.stringify({ at: 1, drafts: [{ name: 'a', type: 'heading', value: { text: 7 } }] }),
    );
    expect(openJournal('journal:me:one:tab').read()?.drafts).toEqual({});
  });
});
