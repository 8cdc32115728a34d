import type { NewsletterResource } from '#contract/newsletters.ts';
import { isApiError } from '#web/api/api-error.ts';
import { failureMessage } from '#web/api/failures.ts';
import type { Saved } from '#web/features/editor/kernel/state/editor-state.ts';

/** The state of saving. `at` is the time of the last acknowledged save. */
export type SaveState =
  /** Everything is on the server. */
  | { readonly step: 'saved'; readonly at: Date }
  /** There are changes; the next save starts when typing pauses. */
  | { readonly step: 'waiting'; readonly at: Date }
  | {
      readonly step: 'saving';
      readonly at: Date;
      /** Whether the save takes longer than people expect. */
      readonly isSlow?: true;
    }
  /**
   * The last save failed. Remains until a save succeeds, whatever is typed or tried meanwhile. `retries`: it is retried
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

/** A newsletter that somebody else has stored. */
export interface StoredByOthers {
  readonly theirs: NewsletterResource;
  /** `theirs`, converted for the editor. */
  readonly stored: Saved;
  /** The newsletter that both sides began with; null if this tab does not know it, as after a crash. */
  readonly base: Saved | null;
  /** The saves sent since and not acknowledged: both sides may have begun with one of them. */
  readonly sent: readonly Saved[];
}

/** Thrown by a save if the version is not the stored one. */
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

/** Whether nothing is sent any more, until somebody decides. */
export function isBlocked({ step }: SaveState): boolean {
  return step === 'conflict' || step === 'gone';
}

/** Whether a refusal of any call says that saving is blocked. */
export function blocksSaving(error: unknown): boolean {
  return error instanceof VersionConflict || isApiError(error, 404);
}

/** Whether the server may have stored a save despite this error. A refused version, too: the network may have delivered it twice. */
export function mayBeStored(error: unknown): boolean {
  return error instanceof VersionConflict || isApiError(error, 0, 500, 502, 503, 504);
}

/** Whether the content itself is refused: each later save of it would be, too. */
export function refusesContent(error: unknown): boolean {
  return isApiError(error, 400, 403, 413);
}

/** The state after a failed save, and for how many milliseconds the server asks for no requests. */
export function saveFailure(error: unknown, at: Date) {
  const retryAfter = isApiError(error) ? (error.retryAfter ?? 0) * 1000 : 0;
  const failed = {
    step: 'failed',
    at,
    message: isApiError(error) ? failureMessage(error) : String(error),
    retries: isApiError(error, 0, 429, 500, 502, 503, 504, 507),
    mayHelp: retryAfter === 0 && !isApiError(error, 400, 413),
  } as const;
  return { failed, retryAfter };
}
