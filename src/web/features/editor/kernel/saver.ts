import type { StoreApi } from 'zustand/vanilla';
import type { Saved } from '#web/features/editor/kernel/state/editor-state.ts';
import type { Opened, PublicState } from './opened.ts';
import type { SaveState, VersionConflict } from './save-state.ts';

/** What the editor knows of saving; the saving itself is next door. */

/** What the server answers to a save. */
export interface StoredAnswer {
  readonly version: number;
  readonly at: Date;
  readonly publicState: PublicState;
  /** The school's files that were deleted. */
  readonly missing: readonly string[];
  /** What was found to be as in the issue before, or an example. */
  readonly carriedOver: Opened['carriedOver'];
}

/** What is said of a save: that it brings something back, what this person gives up for it, and where they keep their own words. */
export interface SaveNotes {
  readonly restores: boolean;
  readonly givenUp: readonly Saved[];
  /** The blocks in which they were asked and have kept their own. */
  readonly kept: readonly string[];
}

/** How safely this browser keeps a copy of what is not on the server. */
export type JournalDurability =
  /** On the disk: a killed browser or a power cut loses a second of typing at most. */
  | 'durable'
  /** Without IndexedDB: a closed or reloaded page loses nothing, a killed browser up to a minute. */
  | 'page'
  /** Writing failed: unsaved changes exist only in this page. */
  | 'refused';

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
