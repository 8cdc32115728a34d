import type { StoreApi } from 'zustand/vanilla';
import type { Saved } from '#web/features/editor/kernel/state/editor-state.ts';
import type { Opened, PublicState } from './opened.ts';
import type { SaveState, VersionConflict } from './save-state.ts';

/** The editor's interface to saving; the saving itself is in `saving`. */

/** The server's answer to a save. */
export interface StoredAnswer {
  readonly version: number;
  readonly at: Date;
  readonly publicState: PublicState;
  /** The school's files that were deleted. */
  readonly missing: readonly string[];
  /** The blocks that are still as in the issue before, or as in an example. */
  readonly carriedOver: Opened['carriedOver'];
}

/** Notes on a save: whether it restores a state, the words that this person gives up, and where they keep their own. */
export interface SaveNotes {
  readonly restores: boolean;
  readonly givenUp: readonly Saved[];
  /** The subjects of questions to which the person has answered with their own words. */
  readonly kept: readonly string[];
}

/** How safely this browser keeps a copy of changes that are not on the server. */
export type JournalDurability =
  /** On disk: a killed browser or a power cut loses at most a second of typing. */
  | 'durable'
  /** Without IndexedDB: a closed or reloaded page loses nothing, a killed browser loses up to a minute. */
  | 'page'
  /** Writing failed: unsaved changes exist only in this page. */
  | 'refused';

/** Saves the newsletter that `update` sets to the server. */
export interface Saver {
  readonly state: StoreApi<SaveState>;
  /** The version on the server that the next save is made on. */
  version(): number;
  /** The last save that the server has acknowledged. */
  acknowledged(): Saved;
  /** The server's content of that version; null if this tab does not know it. */
  base(): Saved | null;
  /** The save that was sent last, or else the one that the server has acknowledged. */
  last(): Saved;
  /** The saves that were sent on this version and not answered: the server may have stored one of them. */
  sent(): readonly Saved[];
  /** Sets the newsletter to save. */
  update(saved: Saved): void;
  /** Adds notes on the next save for the history. Words given up are saved even if nothing else has changed. */
  noteForHistory(notes: Partial<SaveNotes>): void;
  /** The notes that the server has not acknowledged. The same object until they change. */
  notes(): SaveNotes;
  /**
   * Saves now, without waiting for a pause. True when everything has been acknowledged. False at once during the
   * server's `Retry-After`; the save is then retried at its end.
   */
  flush(): Promise<boolean>;
  /** Takes over a refusal that another call met: a version conflict, or a deleted newsletter. */
  handleRefusal(refused: unknown): void;
  /**
   * Merges the others' stored newsletter into the one to save, once no save is under way. False if it is not newer, or if
   * both have changed the same: the next save then asks.
   */
  takeIn(newer: VersionConflict): Promise<boolean>;
  /** After a conflict: the next save is made on this version, and sent whatever has changed. */
  overwrite(version: number): void;
  /**
   * After a crash: the next save is made on an earlier version. `base` is the server's content of it, if known; `sent` are the
   * saves that the server may have stored since.
   */
  resume(version: number, known: { readonly base: Saved | null; readonly sent: readonly Saved[] }): void;
  /** After a conflict, or a publish: sets the content and version that the server has. */
  accept(saved: Saved, version: number, at: Date): void;
  dispose(): void;
}
