import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { isApiError } from '#web/api/api-error.ts';
import { failureMessage } from '#web/api/failures.ts';
import { isSameContent, isSameSaved, type Saved } from '#web/features/editor/state/editor-state.ts';
import { holdsRefused, type RefusedBlock, refusedBlocks } from './refused-blocks.ts';
import { createWaitingNotes, type SaveNotes } from './save-notes.ts';

/** The state of saving. `at` is the time of the last acknowledged save. */
export type SaveState =
  /** Everything is on the server. */
  | { readonly step: 'saved'; readonly at: Date }
  /** There are changes; the next save starts when typing pauses. */
  | { readonly step: 'waiting'; readonly at: Date }
  | {
      readonly step: 'saving';
      readonly at: Date;
      /** Whether it takes longer than people expect. */
      readonly isSlow?: true;
    }
  /**
   * The last save failed. Stays until a save succeeds, whatever is typed or tried meanwhile. `retries`: it is retried
   * automatically. `mayHelp`: a manual retry could succeed now.
   */
  | {
      readonly step: 'failed';
      readonly at: Date;
      readonly message: string;
      readonly retries: boolean;
      readonly mayHelp: boolean;
    }
  /** The newsletter was deleted: nothing is sent any more. */
  | { readonly step: 'gone'; readonly at: Date }
  /** Somebody else saved first, and changed the same: nothing is sent until the conflict is resolved. */
  | ({ readonly step: 'conflict'; readonly at: Date } & StoredByOthers);

/** What somebody else has stored. */
export interface StoredByOthers {
  readonly theirs: NewsletterResource;
  /** `theirs`, converted for the editor. */
  readonly stored: Saved;
  /** What both began with; null if this tab does not know it, as after a crash. */
  readonly base: Saved | null;
  /** What was sent since and not acknowledged: one of it may be what both began with. */
  readonly sent: readonly Saved[];
}

/** Autosave starts after a pause in typing of this length, at the latest after `MAX_DELAY`. In milliseconds. */
export const PAUSE = 1500;
export const MAX_DELAY = 8000;
/** A save that takes longer than this is said to be slow, in milliseconds. */
export const SLOW_AFTER = 5000;
/** Delays between retries after temporary failures, in milliseconds. */
export const RETRY_DELAYS = [2000, 5000, 15_000, 30_000] as const;

/** Thrown by `send` if the version is not the stored one. */
export class VersionConflict extends Error {
  readonly theirs: NewsletterResource;
  /** `theirs`, converted for the editor. */
  readonly stored: Saved;
  constructor(theirs: NewsletterResource, stored: Saved) {
    super('Somebody else has saved this newsletter in the meantime');
    this.name = 'VersionConflict';
    this.theirs = theirs;
    this.stored = stored;
  }
}

/** How many saves without an answer are remembered beside the first, which the server has most likely stored. */
const SENT_LAST = 3;

/** What one save sends, and what it resolves to. */
export type Send = (
  saved: Saved,
  version: number,
  notes: SaveNotes,
) => Promise<{ readonly version: number; readonly at: Date }>;

/** Merges what somebody else has stored into what is to be saved; false: the person has to be asked. */
export type Merge = (found: StoredByOthers & { readonly base: Saved }) => Promise<boolean>;

/**
 * Leaves behind the blocks that the server refuses, so that everything else can be saved: `update` is called with the rest. False
 * if that is no help.
 */
export type SetAside = (refused: readonly RefusedBlock[], acknowledged: Saved) => boolean;

/** Saves to the server what `update` passes to it. */
export interface Saver {
  readonly state: StoreApi<SaveState>;
  /** The version on the server that the next save is made on. */
  version(): number;
  /** What the server has acknowledged last. */
  acknowledged(): Saved;
  /** What the server had of that version; null if this tab does not know it. */
  base(): Saved | null;
  /** What was sent last, or else what the server has acknowledged. */
  last(): Saved;
  /** What was sent on this version and not answered: the server may have stored one of it. */
  sent(): readonly Saved[];
  /** Sets what has to be saved. */
  update(saved: Saved): void;
  /** Says what the next save is for the history. What is given up is saved also if nothing else has changed. */
  noteForHistory(notes: Partial<SaveNotes>): void;
  /** What of that the server has not acknowledged. The same object until it changes. */
  notes(): SaveNotes;
  /**
   * Saves now, without waiting for a pause. True when everything has been acknowledged. False at once during the
   * server's `Retry-After`; the save is then retried at its end.
   */
  flush(): Promise<boolean>;
  /** Takes over a refusal that another call met: a version conflict, or a deleted newsletter. */
  handleRefusal(refused: unknown): void;
  /**
   * Merges what others have stored into what is to be saved, once no save is under way. False if it is not newer, or if
   * both have changed the same: the next save then asks.
   */
  takeIn(newer: VersionConflict): Promise<boolean>;
  /** After a conflict: the next save is made on this version, and sent whatever has changed. */
  overwrite(version: number): void;
  /**
   * After a crash: the next save is made on an earlier version, with `base` what the server had of it, and `sent` what it may have
   * stored since, if those are known.
   */
  resume(version: number, known: { readonly base: Saved | null; readonly sent: readonly Saved[] }): void;
  /** After a conflict, or a publish: this is what the server has. */
  accept(saved: Saved, version: number, at: Date): void;
  dispose(): void;
}

/** A saver for a newsletter as it was opened. */
export function createSaver(
  opened: { saved: Saved; version: number; at: Date },
  send: Send,
  merge: Merge = () => Promise.resolve(false),
  setAside: SetAside = () => false,
): Saver {
  const state = createStore<SaveState>(() => ({ step: 'saved', at: opened.at }));
  let { saved: known, version } = opened;
  // The version of `known`.
  let knownVersion = version;
  let latest = known;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince: number | null = null;
  let failures = 0;
  // The server asked for no requests until then (`Retry-After`). On the monotonic clock.
  let notBefore = 0;
  let running: Promise<boolean> | null = null;
  let isOverwriting = false;
  // On its way, or never answered.
  let unanswered: readonly Saved[] = [];
  const notes = createWaitingNotes();

  const at = () => state.getState().at;
  const isBlocked = () => state.getState().step === 'conflict' || state.getState().step === 'gone';
  const setUnlessFailed = (next: SaveState) => {
    if (state.getState().step !== 'failed') state.setState(next, true);
  };
  // What was sent and not answered may be stored, or may be yet: only a later version overtakes it.
  const hasToSend = () => isOverwriting || unanswered.length > 0 || notes.all().givenUp.length > 0;
  const isDue = () => hasToSend() || !isSameSaved(latest, known);

  function schedule(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void saveOnce(), Math.max(delay, notBefore - performance.now()));
  }

  function update(saved: Saved): void {
    latest = saved;
    if (isBlocked() || running !== null) return;
    if (!isDue()) {
      markSaved();
      return;
    }
    waitingSince ??= Date.now();
    // Called at every keystroke: listeners hear only of changes.
    if (state.getState().step !== 'waiting') setUnlessFailed({ step: 'waiting', at: at() });
    schedule(Math.max(0, Math.min(PAUSE, waitingSince + MAX_DELAY - Date.now())));
  }

  function markSaved(): void {
    clearTimeout(timer);
    waitingSince = null;
    if (state.getState().step !== 'saved') state.setState({ step: 'saved', at: at() }, true);
  }

  async function flush(): Promise<boolean> {
    // A flush during a save waits for that save, and for what has changed since.
    if (running !== null) await running;
    const done = await saveOnce();
    return done && isDue() ? flush() : done;
  }

  /** What changes meanwhile waits for the next pause: without one, each key would be a save of its own. */
  async function saveOnce(): Promise<boolean> {
    clearTimeout(timer);
    if (isBlocked()) return false;
    if (!isDue()) return true;
    if (running === null && !hasToSend() && isSameContent(latest, known)) {
      known = latest;
      markSaved();
      return true;
    }
    if (running === null && performance.now() < notBefore) {
      schedule(0);
      return false;
    }
    running ??= save();
    return await running;
  }

  async function save(): Promise<boolean> {
    const sending = latest;
    waitingSince = null;
    const before = unanswered;
    unanswered = withSent(before, sending);
    setUnlessFailed({ step: 'saving', at: at() });
    const slow = setTimeout(() => setUnlessFailed({ step: 'saving', at: at(), isSlow: true }), SLOW_AFTER);
    try {
      const reply = await send(sending, version, notes.take()).finally(() => clearTimeout(slow));
      notes.settle('stored');
      version = reply.version;
      isOverwriting = false;
      acknowledge(sending, reply.at);
      return true;
    } catch (error) {
      // What is refused itself would refuse each save after it too.
      notes.settle(isApiError(error, 400, 403, 413) ? 'refused' : 'again');
      if (error instanceof VersionConflict && (await resolve(error, sending))) return true;
      running = null;
      // Also a refused version may have been stored: the network delivered it twice.
      const mayBeStored = error instanceof VersionConflict || isApiError(error, 0, 500, 502, 503, 504);
      if (!mayBeStored) unanswered = before;
      if (leaveBehind(error, sending)) return await saveOnce();
      fail(error);
      return false;
    }
  }

  /** Whether a save was refused for single blocks, and the next one comes without them. */
  function leaveBehind(error: unknown, sending: Saved): boolean {
    const refused = isApiError(error, 400) ? refusedBlocks(sending, error.body) : [];
    if (refused.length === 0) return false;
    // What holds them was refused as well, had it arrived.
    unanswered = unanswered.filter((each) => !holdsRefused(each, refused));
    return setAside(refused, known);
  }

  async function takeIn(newer: VersionConflict): Promise<boolean> {
    while (running !== null) await running;
    if (isBlocked() || newer.theirs.attributes.version <= version) return false;
    clearTimeout(timer);
    // A save that comes meanwhile waits for it. Begun a moment later, as what it acknowledges ends `running`.
    running = Promise.resolve().then(() => resolve(newer, latest));
    if (await running) return true;
    running = null;
    if (isDue()) update(latest);
    return false;
  }

  /** Whether a conflict is none: our own earlier save was stored, or what others have stored could be merged. */
  async function resolve(conflict: VersionConflict, sending: Saved): Promise<boolean> {
    const { theirs, stored } = conflict;
    const stands = theirs.attributes.version;
    const at = new Date(theirs.attributes.updated_at);
    const own = ownSaveAmong(stored, sending);
    if (own !== null) {
      version = stands;
      acknowledge(own, at);
      return true;
    }
    if (
      version !== knownVersion ||
      !(await merge({ theirs, stored, base: known, sent: unanswered }).catch(() => false))
    )
      return false;
    version = stands;
    acknowledge(stored, at);
    return true;
  }

  function acknowledge(sent: Saved, when: Date): void {
    known = sent;
    knownVersion = version;
    if (unanswered.length > 0) unanswered = [];
    failures = 0;
    running = null;
    state.setState({ step: 'saved', at: when }, true);
    if (isDue()) update(latest);
  }

  function ownSaveAmong(stored: Saved, sending: Saved): Saved | null {
    const sent = isOverwriting ? unanswered : [sending, ...unanswered];
    return sent.find((each) => isSameContent(each, stored)) ?? null;
  }

  function fail(error: unknown): void {
    if (error instanceof VersionConflict) {
      const { theirs, stored } = error;
      const base = version === knownVersion ? known : null;
      state.setState({ step: 'conflict', at: at(), theirs, stored, base, sent: unanswered }, true);
      return;
    }
    if (isApiError(error, 404)) {
      state.setState({ step: 'gone', at: at() }, true);
      return;
    }
    const retries = isApiError(error, 0, 429, 500, 502, 503, 504, 507);
    const message = isApiError(error) ? failureMessage(error) : String(error);
    const retryAfter = isApiError(error) ? (error.retryAfter ?? 0) * 1000 : 0;
    notBefore = performance.now() + retryAfter;
    const mayHelp = retryAfter === 0 && !isApiError(error, 400, 413);
    state.setState({ step: 'failed', at: at(), message, retries, mayHelp }, true);
    if (!retries) return;
    const own = RETRY_DELAYS[Math.min(failures, RETRY_DELAYS.length - 1)] ?? 0;
    failures += 1;
    schedule(own);
  }

  function overwrite(over: number): void {
    version = over;
    state.setState({ step: 'waiting', at: at() }, true);
    // Sends even if nothing has changed since the last acknowledgement.
    isOverwriting = true;
  }

  return {
    state,
    version: () => version,
    acknowledged: () => known,
    base: () => (version === knownVersion ? known : null),
    last: () => unanswered.at(-1) ?? known,
    sent: () => unanswered,
    update,
    noteForHistory(added) {
      notes.add(added);
      if (isDue()) update(latest);
    },
    notes: notes.all,
    flush,
    handleRefusal(refused) {
      // The same content under another version: no conflict.
      if (refused instanceof VersionConflict && !isBlocked() && isSameContent(refused.stored, known)) {
        version = refused.theirs.attributes.version;
        knownVersion = version;
        unanswered = [];
      } else if (blocksSaving(refused)) fail(refused);
    },
    takeIn,
    resume(from, { base, sent }) {
      overwrite(from);
      unanswered = sent;
      if (base === null) return;
      known = base;
      knownVersion = from;
    },
    overwrite,
    accept(saved, over, when) {
      clearTimeout(timer);
      waitingSince = null;
      // It was deleted: there is no history any more.
      if (state.getState().step === 'gone') notes.forget();
      known = saved;
      latest = saved;
      version = over;
      knownVersion = over;
      unanswered = [];
      isOverwriting = false;
      state.setState({ step: 'saved', at: when }, true);
      if (isDue()) update(latest);
    },
    dispose: () => clearTimeout(timer),
  };
}

function withSent([first, ...later]: readonly Saved[], sending: Saved): readonly Saved[] {
  const isSame = (each: Saved) => isSameContent(each, sending);
  if (first === undefined || (later.length === 0 && isSame(first))) return [sending];
  return [first, ...[...later.filter((each) => !isSame(each)), sending].slice(-SENT_LAST)];
}

function blocksSaving(error: unknown): boolean {
  return error instanceof VersionConflict || isApiError(error, 404);
}
