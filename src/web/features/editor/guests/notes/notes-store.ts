import { type QueryObserverResult, queryOptions } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand';
import type { Colleague, NoteBlock, NoteThread } from '#contract/notes.ts';
import { queryClient } from '#web/api/query-client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { followQuery } from '#web/features/editor/kernel/follow-query.ts';
import { type DraftStorage, openDraftStorage } from './draft-storage.ts';
import type { TypedNote } from './notes-calls.ts';

/** The name of the thread about the whole newsletter, used in place of a block's name. */
export const WHOLE = '';

interface NotesState {
  /** `failed`: none could be loaded yet. */
  readonly step: 'loading' | 'ready' | 'failed';
  readonly error: unknown;
  readonly threads: readonly NoteThread[];
  readonly colleagues: readonly Colleague[];
  /** How many notes the open thread of a block has. */
  readonly counts: ReadonlyMap<string, number>;
  /** The block whose thread is shown for writing, or `WHOLE`; null: none. */
  readonly active: string | null;
  /** The unsent words, by block, or by the id of the note that is edited. */
  readonly drafts: Readonly<Record<string, string>>;
}

/** The notes of a newsletter. They are not part of it: undo, merge and publishing leave them alone. */
export interface Notes {
  readonly state: StoreApi<NotesState>;
  /** Loads the notes and keeps them up to date; returns a function that stops it. */
  start(): () => void;
  refresh(): Promise<void>;
  /** Shows the thread of a block in the panel (`WHOLE`: of the newsletter); null: none. */
  show(active: string | null): void;
  type(key: string, words: string): void;
  /** The functions below throw the error of the call; the typed words stay then. */
  write(block: NoteBlock | null): Promise<void>;
  edit(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Resolves or reopens a thread, on the screen before the server answers. An error has been shown. */
  resolve(id: string, resolved: boolean): Promise<void>;
}

/** Loaded later, as notes are not needed to open a newsletter. */
const loadCalls = () => import('./notes-calls.ts');

export function createNotes(personId: string, newsletterId: string): Notes {
  const storage: DraftStorage = openDraftStorage(personId, newsletterId);
  const query = notesQuery(newsletterId);
  const state = createStore<NotesState>(() => ({
    step: 'loading',
    error: null,
    threads: [],
    colleagues: [],
    counts: new Map(),
    active: null,
    drafts: storage.read(),
  }));
  // The words that each note was sent with: the same words again are the same note.
  const sent = new Map<string, { readonly id: string; readonly text: string }>();

  const type = (key: string, words: string) => {
    const { [key]: _before, ...others } = state.getState().drafts;
    const drafts = words === '' ? others : { ...others, [key]: words };
    state.setState({ drafts });
    storage.write(drafts);
  };
  const sendDraft = async (key: string, id: string, send: (note: TypedNote) => Promise<NoteThread>) => {
    const { drafts, colleagues } = state.getState();
    const text = drafts[key] ?? '';
    query.put(await query.change(() => send({ id, text, colleagues })));
    // Keeps words that were typed during the call.
    if (state.getState().drafts[key] === text) type(key, '');
  };

  return {
    state,
    refresh: query.refresh,
    start: () => followQuery(query.options, (result) => state.setState(shownOf(result))),
    show: (active) => state.setState({ active }),
    type,
    async write(block) {
      const { newNoteId, writeNote } = await loadCalls();
      const key = block?.name ?? WHOLE;
      const text = state.getState().drafts[key] ?? '';
      const last = sent.get(key);
      const note = last?.text === text ? last : { id: newNoteId(), text };
      sent.set(key, note);
      await sendDraft(key, note.id, (given) => writeNote(newsletterId, block, given));
      sent.delete(key);
    },
    edit: (id) => sendDraft(id, id, async (given) => (await loadCalls()).editNote(given)),
    async remove(id) {
      const { deleteNote, withoutNote } = await loadCalls();
      await query.change(() => deleteNote(id));
      type(id, '');
      query.set((threads) => withoutNote(threads, id));
    },
    async resolve(id, resolved) {
      const before = state.getState().threads.find((thread) => thread.id === id);
      if (before === undefined) return;
      const resolved_at = resolved ? new Date().toISOString() : null;
      const change = async () => {
        query.put({ ...before, attributes: { ...before.attributes, resolved_at } });
        return (await loadCalls()).resolveThread(id, resolved);
      };
      try {
        query.put(await query.change(change));
      } catch {
        query.put(before);
      }
    },
  };
}

/** A newsletter's notes as they were fetched last, with the changes made here since. */
function notesQuery(newsletterId: string) {
  const options = queryOptions({
    queryKey: queryKeys.around(newsletterId).notes,
    queryFn: async ({ signal }) => (await loadCalls()).fetchNotes(newsletterId, signal),
  });
  const { queryKey } = options;
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  const set = (change: (threads: readonly NoteThread[]) => readonly NoteThread[]) =>
    queryClient.setQueryData(queryKey, (known) => known && { ...known, threads: change(known.threads) });
  return {
    options,
    refresh,
    set,
    put: (thread: NoteThread) =>
      set((threads) =>
        threads.some(({ id }) => id === thread.id)
          ? threads.map((each) => (each.id === thread.id ? thread : each))
          : [...threads, thread],
      ),
    /** Cancels a running fetch, whose answer would undo the change, and fetches again after the change. */
    change: async <Answer>(run: () => Promise<Answer>): Promise<Answer> => {
      const wasAsked = queryClient.isFetching({ queryKey }) > 0;
      await queryClient.cancelQueries({ queryKey });
      try {
        return await run();
      } finally {
        if (wasAsked || queryClient.isFetching({ queryKey }) > 0) void refresh();
      }
    },
  };
}

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof loadCalls>>['fetchNotes']>>;

/** Loaded notes stay while they are fetched again, and if that fails. */
function shownOf({ data, status, error }: QueryObserverResult<Answer>): Partial<NotesState> {
  if (data !== undefined) return { ...data, step: 'ready', error: null, counts: countsOf(data.threads) };
  return status === 'error' ? { step: 'failed', error } : {};
}

function countsOf(threads: readonly NoteThread[]): ReadonlyMap<string, number> {
  const open = threads.filter(({ attributes }) => attributes.resolved_at === null);
  return new Map(open.map(({ attributes }) => [attributes.block?.name ?? WHOLE, attributes.notes.length]));
}
