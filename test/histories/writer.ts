import { historyRoutes } from '#contract/history.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { pathOf } from '#contract/route.ts';
import { replaceBlock } from '#newsletter/document/arrange.ts';
import { toCode } from '#newsletter/document/document.ts';
import { beginEditing } from '#web/features/editor/begin-editing.ts';
import { TOGETHER } from '#web/features/editor/guests/together/guest.tsx';
import { startTogether } from '#web/features/editor/guests/together/together.ts';
import { GUESTS } from '#web/features/editor/guests.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import {
  canvasDocument,
  type Saved,
  saveAllChanges,
  select,
  unfinishedBlocks,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { openJournal } from '#web/features/editor/saving/journal.ts';
import type { JournalStore } from '#web/features/editor/saving/journal-store.ts';
import { openedFrom } from '#web/features/editor/saving/newsletter-calls.ts';
import { editOnce, finishBlocks } from './edits.ts';
import { Line, type Listener } from './line.ts';
import { countsIn, marksIn, without } from './marks.ts';
import { type Clock, Page } from './page.ts';
import { Questions } from './questions.ts';
import type { Server } from './servers.ts';

const KEY = 'journal';

/** The guests without the stream to the others: that one is played here, so that its end is known. */
const ALONE = GUESTS.all.filter((guest) => guest !== TOGETHER);

/** Somebody at a browser: the editor's own store, saver, journal and connection, without a canvas. */
export class Writer {
  readonly line: Line;
  readonly #disk = new Map<string, unknown>();
  #open: { readonly page: Page; readonly editing: EditorSession } | null = null;
  #count = 0;
  #questions: Questions | null = null;
  /** Marks of others in conflicts that this person answered: undoing the answer removes them again. */
  readonly askedAbout = new Set<string>();
  /** Marks that this person has removed once: a redo removes them again. */
  readonly removed = new Set<string>();
  /** The time at which each mark was typed. */
  readonly typedAt = new Map<string, number>();

  readonly number: number;
  readonly token: string;
  readonly newsletterId: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly server: () => Server;

  constructor(
    number: number,
    token: string,
    newsletterId: string,
    clock: Clock,
    random: () => number,
    server: () => Server,
    listener: Listener,
  ) {
    this.number = number;
    this.token = token;
    this.newsletterId = newsletterId;
    this.clock = clock;
    this.random = random;
    this.server = server;
    this.line = new Line(token, server, listener);
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }
  get editing(): EditorSession {
    if (this.#open === null) throw new Error('The page is closed');
    return this.#open.editing;
  }
  get step(): string {
    return this.editing.saver.state.getState().step;
  }

  /** Opens the newsletter, with the journal's changes. */
  async open(): Promise<void> {
    const path = pathOf(newsletterRoutes.getNewsletter, { id: this.newsletterId });
    const { text } = await this.server().ask({ method: 'GET', path, token: this.token });
    const resource = newsletterRoutes.getNewsletter.reply.parse(JSON.parse(text)).news_letter.data;
    const page: Page = new Page(
      this.clock,
      this.random,
      this.line.fetchOf(() => page),
    );
    this.line.connect(page);
    this.line.isOnline = true;
    const journal = await openJournal(this.#store(page), KEY);
    const editing = page.inside(() => {
      const begun = beginEditing(openedFrom(resource), journal, 'en', ALONE);
      begun.start();
      startTogether(begun);
      this.#questions = new Questions(begun);
      return begun;
    });
    this.#open = { page, editing };
  }

  /** Kills the tab. Its writes stay, and calls under way may still arrive. */
  kill(): void {
    this.#open?.page.kill();
    this.#open = null;
    this.line.connect(null);
  }

  inside<Result>(work: () => Result): Result {
    if (this.#open === null) throw new Error('The page is closed');
    return this.#open.page.inside(work);
  }

  comeOnline(): void {
    this.line.isOnline = true;
    this.inside(() => this.#open?.page.window.dispatchEvent(new Event('online')));
  }

  /** Makes one edit and returns its kind. */
  edit(): string {
    const { store } = this.editing;
    return this.inside(() =>
      editOnce(store, this.random, {
        mark: () => {
          this.#count += 1;
          const mark = `w${this.number}x${this.#count}x`;
          this.typedAt.set(mark, this.clock.now);
          return mark;
        },
        name: () => {
          this.#count += 1;
          return `b${this.number}-${this.#count}`;
        },
      }),
    );
  }

  get hasUnfinished(): boolean {
    return unfinishedBlocks(this.editing.store.getState()).length > 0;
  }

  /** Finishes all begun blocks. Returns the marks given up with those that cannot be finished. */
  leaveBlocks(): readonly string[] {
    const { store } = this.editing;
    const before = this.marks();
    return this.inside(() => {
      finishBlocks(store);
      const givenUp = without(before, this.marks());
      act(store, saveAllChanges);
      act(store, select, null);
      return givenUp;
    });
  }

  get isAnswering(): boolean {
    return this.#questions?.isFinishing === true;
  }
  /** Puts the questions off: those answered already will be asked again. */
  putOff(): void {
    this.#questions?.putOff();
  }
  /** Answers one question; reports the marks that it gave up, and the marks that can be saved. */
  answer(onGivenUp: (marks: readonly string[], savable: ReadonlySet<string>) => void): void {
    this.inside(() =>
      this.#questions?.answer(this.random, (conflicts) => {
        for (const { theirs } of conflicts) for (const mark of theirs) this.askedAbout.add(mark);
        const savable = marksIn([this.content(), this.#othersContent(), this.#unfinishedWords()]);
        onGivenUp(
          conflicts.flatMap(({ givenUp }) => givenUp),
          savable,
        );
      }),
    );
  }

  /** The marks on the canvas, unfinished ones too. */
  marks(): ReadonlySet<string> {
    return new Set(this.markCounts().keys());
  }
  markCounts(): ReadonlyMap<string, number> {
    const { title, document, workingCopies } = this.editing.store.getState();
    return countsIn([title, toCode(Object.values(workingCopies).reduce(replaceBlock, document))]);
  }

  /** The marks in the journal, and those that the server has acknowledged and the journal does not remove. */
  async safeMarks(): Promise<ReadonlySet<string>> {
    const { recovered } = await openJournal(this.#store(null), KEY);
    const of = ({ title, document }: Saved) => [title, toCode(document)];
    const acknowledged = marksIn(of(this.editing.saver.acknowledged()));
    if (recovered === null) return acknowledged;
    const { base, sent, workingCopies } = recovered;
    const before = marksIn([base && of(base), sent.map(of)]);
    const shown = Object.values(workingCopies).reduce(replaceBlock, recovered.document);
    const kept = marksIn(of({ ...recovered, document: shown }));
    return new Set([...kept, ...without(acknowledged, before)]);
  }

  async hasJournal(): Promise<boolean> {
    return (await openJournal(this.#store(null), KEY)).recovered !== null;
  }

  #othersContent(): unknown {
    const state = this.editing.saver.state.getState();
    return state.step === 'conflict' ? state.stored : null;
  }

  /** The unfinished blocks as text, without addresses, which words cannot keep. */
  #unfinishedWords(): string {
    const unfinished = unfinishedBlocks(this.editing.store.getState());
    return JSON.stringify(unfinished, (key, value: unknown) => (key === 'url' ? undefined : value));
  }

  /** The content that would be sent. */
  content(): string {
    const state = this.editing.store.getState();
    return contentOf({ ...state, document: canvasDocument(state) });
  }

  // Every write is on the disk at once, even if its page dies; a dead page writes no more.
  #store(page: Page | null): JournalStore {
    return {
      isDurable: true,
      find: async (prefix) =>
        new Map(
          [...this.#disk]
            .filter(([key]) => key.startsWith(prefix))
            .map(([key, kept]) => [key, structuredClone(kept)]),
        ),
      write: async (changes) => {
        if (page !== null && this.#open !== null && this.#open.page !== page) return;
        for (const [key, record] of changes)
          if (record === null) this.#disk.delete(key);
          else this.#disk.set(key, structuredClone(record));
      },
    };
  }
}

/** The marks in all states of a newsletter that its history keeps. */
export async function marksInHistory(
  get: (path: string) => Promise<unknown>,
  id: string,
): Promise<ReadonlySet<string>> {
  const { state } = historyRoutes.listStates.reply.parse(await get(pathOf(historyRoutes.listStates, { id })));
  const texts: unknown[] = [];
  for (const { id: state_id } of state.data)
    texts.push(await get(pathOf(historyRoutes.getState, { id, state_id })));
  return marksIn(texts);
}

/** A newsletter as a text that is the same for the same content. */
export function contentOf({ title, document }: Pick<Saved, 'title' | 'document'>): string {
  const { columns: _columns, ...settings } = document;
  return JSON.stringify([title, settings, toCode(document)], (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
