import { createStore, type StoreApi } from 'zustand/vanilla';
import { isApiError } from '#web/api/api-error.ts';
import {
  blocksSaving,
  isBlocked,
  mayBeStored,
  refusesContent,
  type SaveState,
  type StoredByOthers,
  saveFailure,
  VersionConflict,
} from '#web/features/editor/kernel/save-state.ts';
import type { SaveNotes, Saver } from '#web/features/editor/kernel/saver.ts';
import { isSameContent, type Saved } from '#web/features/editor/kernel/state/editor-state.ts';
import {
  acknowledge,
  hasToSend,
  isDue,
  type Ledger,
  ledgerBase,
  openLedger,
  overwrite,
  ownSaveAmong,
  resume,
  sendLatest,
} from './ledger.ts';
import { holdsRefused, type RefusedBlock, refusedBlocks } from './refused-blocks.ts';
import { createWaitingNotes } from './save-notes.ts';

/** Autosave starts after a pause in typing of this length, at the latest after `MAX_DELAY`. In milliseconds. */
const PAUSE = 1500;
const MAX_DELAY = 8000;
/** A save that takes longer than this counts as slow, in milliseconds. */
const SLOW_AFTER = 5000;
/** Delays between retries after temporary failures, in milliseconds. */
const RETRY_DELAYS = [2000, 5000, 15_000, 30_000] as const;

/** Sends one save; resolves to the server's answer. */
export type Send = (
  saved: Saved,
  version: number,
  notes: SaveNotes,
) => Promise<{ readonly version: number; readonly at: Date }>;

/** Merges what somebody else has stored into the content to save; false: the person has to be asked. */
export type Merge = (found: StoredByOthers & { readonly base: Saved }) => Promise<boolean>;

/**
 * Leaves behind the blocks that the server refuses, so that everything else can be saved: `update` is called with the rest. Returns
 * false if that does not help.
 */
export type SetAside = (refused: readonly RefusedBlock[], acknowledged: Saved) => boolean;

/** A saver for a newsletter as it was opened. */
export function createSaver(
  opened: { readonly saved: Saved; readonly version: number; readonly at: Date },
  send: Send,
  merge: Merge = () => Promise.resolve(false),
  setAside: SetAside = () => false,
): Saver {
  return new PausingSaver(opened, { send, merge, setAside });
}

interface Ways {
  readonly send: Send;
  readonly merge: Merge;
  readonly setAside: SetAside;
}

/** Saves when typing pauses, one save after the other. The ledger has the contents; this class times the saves and handles results. */
class PausingSaver implements Saver {
  readonly state: StoreApi<SaveState>;
  readonly #ways: Ways;
  readonly #notes = createWaitingNotes();
  #ledger: Ledger;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waitingSince: number | null = null;
  #failures = 0;
  /** The server wants no requests before this time (`Retry-After`). On the monotonic clock. */
  #notBefore = 0;
  #running: Promise<boolean> | null = null;

  constructor(opened: Parameters<typeof createSaver>[0], ways: Ways) {
    this.state = createStore<SaveState>(() => ({ step: 'saved', at: opened.at }));
    this.#ledger = openLedger(opened);
    this.#ways = ways;
  }

  version = () => this.#ledger.version;
  acknowledged = () => this.#ledger.known;
  base = () => ledgerBase(this.#ledger);
  last = () => this.#ledger.unanswered.at(-1) ?? this.#ledger.known;
  sent = () => this.#ledger.unanswered;
  notes = () => this.#notes.all();

  update(latest: Saved): void {
    this.#ledger = { ...this.#ledger, latest };
    if (this.#isBlocked() || this.#running !== null) return;
    if (!this.#isDue()) {
      this.#markSaved();
      return;
    }
    this.#waitingSince ??= Date.now();
    // Called at every keystroke, while listeners are notified only of changes.
    if (this.state.getState().step !== 'waiting') this.#setUnlessFailed({ step: 'waiting', at: this.#at() });
    this.#schedule(Math.max(0, Math.min(PAUSE, this.#waitingSince + MAX_DELAY - Date.now())));
  }

  noteForHistory(added: Partial<SaveNotes>): void {
    this.#notes.add(added);
    this.#updateIfDue();
  }

  async flush(): Promise<boolean> {
    // A flush during a save waits for that save, then saves later changes.
    if (this.#running !== null) await this.#running;
    const done = await this.#saveOnce();
    return done && this.#isDue() ? this.flush() : done;
  }

  async takeIn(newer: VersionConflict): Promise<boolean> {
    while (this.#running !== null) await this.#running;
    if (this.#isBlocked() || newer.theirs.attributes.version <= this.#ledger.version) return false;
    clearTimeout(this.#timer);
    // A save that comes meanwhile waits for this. It begins in a microtask, because acknowledging clears `#running`.
    this.#running = Promise.resolve().then(() => this.#resolve(newer, this.#ledger.latest));
    if (await this.#running) return true;
    this.#running = null;
    this.#updateIfDue();
    return false;
  }

  handleRefusal(refused: unknown): void {
    const isSame =
      refused instanceof VersionConflict &&
      !this.#isBlocked() &&
      isSameContent(refused.stored, this.#ledger.known);
    // The same content under another version: no conflict.
    if (isSame)
      this.#ledger = acknowledge(this.#ledger, this.#ledger.known, refused.theirs.attributes.version);
    else if (blocksSaving(refused)) this.#fail(refused);
  }

  overwrite(version: number): void {
    this.#ledger = overwrite(this.#ledger, version);
    this.state.setState({ step: 'waiting', at: this.#at() }, true);
  }

  resume(version: number, known: Parameters<Saver['resume']>[1]): void {
    this.#ledger = resume(this.#ledger, version, known);
    this.state.setState({ step: 'waiting', at: this.#at() }, true);
  }

  accept(saved: Saved, version: number, at: Date): void {
    clearTimeout(this.#timer);
    this.#waitingSince = null;
    // The newsletter was deleted, and its history with it.
    if (this.state.getState().step === 'gone') this.#notes.forget();
    this.#ledger = openLedger({ saved, version });
    this.state.setState({ step: 'saved', at }, true);
    this.#updateIfDue();
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #at = () => this.state.getState().at;
  #isBlocked = () => isBlocked(this.state.getState());
  #hasToSend = () => hasToSend(this.#ledger) || this.#notes.all().givenUp.length > 0;
  #isDue = () => isDue(this.#ledger) || this.#notes.all().givenUp.length > 0;

  #setUnlessFailed(next: SaveState): void {
    if (this.state.getState().step !== 'failed') this.state.setState(next, true);
  }

  #updateIfDue(): void {
    if (this.#isDue()) this.update(this.#ledger.latest);
  }

  #markSaved(): void {
    clearTimeout(this.#timer);
    this.#waitingSince = null;
    if (this.state.getState().step !== 'saved') this.state.setState({ step: 'saved', at: this.#at() }, true);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    const wait = Math.max(delay, this.#notBefore - performance.now());
    this.#timer = setTimeout(() => void this.#saveOnce(), wait);
  }

  /** Saves once. Later changes wait for the next pause: otherwise each keystroke would be a save. */
  async #saveOnce(): Promise<boolean> {
    clearTimeout(this.#timer);
    if (this.#isBlocked()) return false;
    if (!this.#isDue()) return true;
    const { latest, known } = this.#ledger;
    if (this.#running === null && !this.#hasToSend() && isSameContent(latest, known)) {
      this.#ledger = { ...this.#ledger, known: latest };
      this.#markSaved();
      return true;
    }
    if (this.#running === null && performance.now() < this.#notBefore) {
      this.#schedule(0);
      return false;
    }
    this.#running ??= this.#save();
    return await this.#running;
  }

  async #save(): Promise<boolean> {
    const { latest: sending, unanswered: before } = this.#ledger;
    this.#waitingSince = null;
    this.#ledger = sendLatest(this.#ledger);
    try {
      const reply = await this.#send(sending);
      this.#notes.settle('stored');
      this.#ledger = { ...this.#ledger, isOverwriting: false };
      this.#acknowledge(sending, reply.version, reply.at);
      return true;
    } catch (error) {
      this.#notes.settle(refusesContent(error) ? 'refused' : 'again');
      if (error instanceof VersionConflict && (await this.#resolve(error, sending))) return true;
      this.#running = null;
      if (!mayBeStored(error)) this.#ledger = { ...this.#ledger, unanswered: before };
      if (this.#leaveBehind(error, sending)) return await this.#saveOnce();
      this.#fail(error);
      return false;
    }
  }

  async #send(sending: Saved): ReturnType<Send> {
    this.#setUnlessFailed({ step: 'saving', at: this.#at() });
    const isSlow = () => this.#setUnlessFailed({ step: 'saving', at: this.#at(), isSlow: true });
    const slow = setTimeout(isSlow, SLOW_AFTER);
    try {
      return await this.#ways.send(sending, this.#ledger.version, this.#notes.take());
    } finally {
      clearTimeout(slow);
    }
  }

  /** Sets aside single blocks for which a save was refused; true if the next save does without them. */
  #leaveBehind(error: unknown, sending: Saved): boolean {
    const refused = isApiError(error, 400) ? refusedBlocks(sending, error.body) : [];
    if (refused.length === 0) return false;
    // An unanswered save with the same blocks was refused as well, if it arrived.
    const unanswered = this.#ledger.unanswered.filter((each) => !holdsRefused(each, refused));
    this.#ledger = { ...this.#ledger, unanswered };
    return this.#ways.setAside(refused, this.#ledger.known);
  }

  /** Resolves a conflict without the person: true if our own earlier save was stored, or others' changes could be merged. */
  async #resolve({ theirs, stored }: VersionConflict, sending: Saved): Promise<boolean> {
    const { version, updated_at } = theirs.attributes;
    const at = new Date(updated_at);
    const own = ownSaveAmong(this.#ledger, stored, sending);
    if (own !== null) {
      this.#acknowledge(own, version, at);
      return true;
    }
    const base = ledgerBase(this.#ledger);
    if (base === null) return false;
    const found = { theirs, stored, base, sent: this.#ledger.unanswered };
    if (!(await this.#ways.merge(found).catch(() => false))) return false;
    this.#acknowledge(stored, version, at);
    return true;
  }

  #acknowledge(known: Saved, version: number, at: Date): void {
    this.#ledger = acknowledge(this.#ledger, known, version);
    this.#failures = 0;
    this.#running = null;
    this.state.setState({ step: 'saved', at }, true);
    this.#updateIfDue();
  }

  #fail(error: unknown): void {
    const at = this.#at();
    if (error instanceof VersionConflict) {
      const { theirs, stored } = error;
      const base = ledgerBase(this.#ledger);
      const sent = this.#ledger.unanswered;
      this.state.setState({ step: 'conflict', at, theirs, stored, base, sent }, true);
    } else if (isApiError(error, 404)) this.state.setState({ step: 'gone', at }, true);
    else this.#retry(error);
  }

  #retry(error: unknown): void {
    const { failed, retryAfter } = saveFailure(error, this.#at());
    this.#notBefore = performance.now() + retryAfter;
    this.state.setState(failed, true);
    if (!failed.retries) return;
    const delay = RETRY_DELAYS[Math.min(this.#failures, RETRY_DELAYS.length - 1)] ?? 0;
    this.#failures += 1;
    this.#schedule(delay);
  }
}
