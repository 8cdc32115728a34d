import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { isApiError } from '#web/api/api-error.ts';
import { failureMessage } from '#web/api/failures.ts';
import { isSameContent, isSameSaved, type Saved } from '#web/features/editor/state/editor-state.ts';

/** The state of saving. `at` is the time of the last acknowledged save. */
export type SaveState =
  /** Everything is on the server. */
  | { readonly step: 'saved'; readonly at: Date }
  /** There are changes; the next save starts when typing pauses. */
  | { readonly step: 'waiting'; readonly at: Date }
  | { readonly step: 'saving'; readonly at: Date }
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
}

/** Autosave starts after a pause in typing of this length, at the latest after `MAX_DELAY`. In milliseconds. */
export const PAUSE = 1500;
export const MAX_DELAY = 8000;
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

/** What one save sends, and what it resolves to. */
export type Send = (
  saved: Saved,
  version: number,
) => Promise<{ readonly version: number; readonly at: Date }>;

/** Merges what somebody else has stored into what is to be saved; false: the person has to be asked. */
export type Merge = (found: StoredByOthers & { readonly base: Saved }) => Promise<boolean>;

/** Saves to the server what `update` passes to it. */
export interface Saver {
  readonly state: StoreApi<SaveState>;
  /** The version on the server that the next save is made on. */
  version(): number;
  /** What the server has acknowledged last. */
  acknowledged(): Saved;
  /** Sets what has to be saved. */
  update(saved: Saved): void;
  /**
   * Saves now, without waiting for a pause. True when everything has been acknowledged. False at once during the
   * server's `Retry-After`; the save is then retried at its end.
   */
  flush(): Promise<boolean>;
  /** Takes over a refusal that another call met: a version conflict, or a deleted newsletter. */
  handleRefusal(refused: unknown): void;
  /** After a conflict: the next save overwrites this version. */
  overwrite(version: number): void;
  /** After a conflict, or a publish: this is what the server has. */
  accept(saved: Saved, version: number, at: Date): void;
  dispose(): void;
}

/** A saver for a newsletter as it was opened. */
export function createSaver(
  opened: { saved: Saved; version: number; at: Date },
  send: Send,
  merge: Merge = () => Promise.resolve(false),
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
  // Sent but never answered: the server may have stored it.
  let unanswered: Saved | null = null;

  const at = () => state.getState().at;
  const isBlocked = () => state.getState().step === 'conflict' || state.getState().step === 'gone';
  const setUnlessFailed = (next: SaveState) => {
    if (state.getState().step !== 'failed') state.setState(next, true);
  };
  const isDue = () => isOverwriting || !isSameSaved(latest, known);

  function schedule(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), Math.max(delay, notBefore - performance.now()));
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
    clearTimeout(timer);
    // A flush during a save waits for that save, and for what has changed since.
    if (running !== null) await running;
    if (isBlocked()) return false;
    if (!isDue()) return true;
    if (running === null && !isOverwriting && isSameContent(latest, known)) {
      known = latest;
      markSaved();
      return true;
    }
    if (running === null && performance.now() < notBefore) {
      schedule(0);
      return false;
    }
    running ??= save();
    const done = await running;
    return done && isDue() ? flush() : done;
  }

  async function save(): Promise<boolean> {
    const sending = latest;
    waitingSince = null;
    setUnlessFailed({ step: 'saving', at: at() });
    try {
      const reply = await send(sending, version);
      version = reply.version;
      isOverwriting = false;
      acknowledge(sending, reply.at);
      return true;
    } catch (error) {
      if (error instanceof VersionConflict && (await resolve(error, sending))) return true;
      running = null;
      if (isApiError(error, 0, 500, 502, 503, 504)) unanswered = sending;
      fail(error);
      return false;
    }
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
    if (version !== knownVersion || !(await merge({ theirs, stored, base: known }).catch(() => false)))
      return false;
    version = stands;
    isOverwriting = false;
    acknowledge(stored, at);
    return true;
  }

  function acknowledge(sent: Saved, when: Date): void {
    known = sent;
    knownVersion = version;
    unanswered = null;
    failures = 0;
    running = null;
    state.setState({ step: 'saved', at: when }, true);
    if (isDue()) update(latest);
  }

  function ownSaveAmong(stored: Saved, sending: Saved): Saved | null {
    if (isOverwriting) return null;
    return [sending, unanswered].find((sent) => sent !== null && isSameContent(sent, stored)) ?? null;
  }

  function fail(error: unknown): void {
    if (error instanceof VersionConflict) {
      const base = version === knownVersion ? known : null;
      state.setState({ step: 'conflict', at: at(), theirs: error.theirs, stored: error.stored, base }, true);
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

  return {
    state,
    version: () => version,
    acknowledged: () => known,
    update,
    flush,
    handleRefusal(refused) {
      // The same content under another version: no conflict.
      if (refused instanceof VersionConflict && !isBlocked() && isSameContent(refused.stored, known)) {
        version = refused.theirs.attributes.version;
        knownVersion = version;
      } else if (blocksSaving(refused)) fail(refused);
    },
    overwrite(over) {
      version = over;
      state.setState({ step: 'waiting', at: at() }, true);
      // Sends even if nothing has changed since the last acknowledgement.
      isOverwriting = true;
    },
    accept(saved, over, when) {
      clearTimeout(timer);
      waitingSince = null;
      known = saved;
      latest = saved;
      version = over;
      knownVersion = over;
      isOverwriting = false;
      state.setState({ step: 'saved', at: when }, true);
    },
    dispose: () => clearTimeout(timer),
  };
}

function blocksSaving(error: unknown): boolean {
  return error instanceof VersionConflict || isApiError(error, 404);
}
