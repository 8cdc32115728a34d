import type { Editor } from '@tiptap/core';
import type { StoreApi } from 'zustand/vanilla';
import type { TogetherEvent } from '#contract/together.ts';
import type { MissingFiles } from '#newsletter/document/missing-files.ts';
import type { KnownDates } from '#newsletter/fields/school-dates-context.tsx';
import type { CaretStore } from '#web/features/editor/kernel/caret.ts';
import type { DragStore } from '#web/features/editor/kernel/drag-state.ts';
import type { Heard } from '#web/features/editor/kernel/facts/heard.ts';
import type { KnownParts } from '#web/features/editor/kernel/facts/known-parts.ts';
import type { InsertionStore } from '#web/features/editor/kernel/insertion.ts';
import type { Opened, PublicState } from '#web/features/editor/kernel/opened.ts';
import type { PendingFiles } from '#web/features/editor/kernel/pending-files.ts';
import type { BlockRenderer } from '#web/features/editor/kernel/rendering/block-renderer.ts';
import type { JournalDurability, SaveNotes, Saver } from '#web/features/editor/kernel/saver.ts';
import type { EditorStore } from '#web/features/editor/kernel/state/editor-store.ts';
import type { Rights } from '#web/features/editor/kernel/state/rights.ts';
/** One newsletter being edited: everything that outlives a single component. */
export interface Editing extends Rights {
  /** What the person may change, anew whenever that is something else. */
  readonly rights: StoreApi<Rights>;
  readonly opened: Opened;
  /** Who edits. */
  readonly personId: string;
  readonly store: EditorStore;
  readonly saver: Saver;
  /** How often changes of others were put on the canvas. */
  readonly merges: StoreApi<number>;
  /** What this window has saved, see `written.ts`: whoever keeps other words there tells whoever wrote these. */
  readonly writtenHere: ReadonlySet<string>;
  /** When a question about others' changes is shown: in a pause of typing, at once, or only when the person comes back to it. */
  readonly asking: StoreApi<'in-a-pause' | 'now' | 'later'>;
  /** What was heard of the others who have it open. */
  readonly heard: StoreApi<Heard>;
  /** Hands what was heard to all guests. */
  tellGuests(event: TogetherEvent): void;
  /** What guests say before a block is deleted; empty for nothing. */
  wordsBeforeDeleting(block: string): string;
  /** What readers see of the newsletter, according to the server's last answer. */
  readonly publicState: StoreApi<PublicState>;
  readonly drag: DragStore;
  readonly caret: CaretStore;
  /** The editor of the words that are being typed in the newsletter. */
  readonly typing: StoreApi<Editor | null>;
  /** How many steps of the history have been undone since the words at the caret were. */
  readonly stepsUndone: { current: number };
  readonly insertion: InsertionStore;
  /** The block whose words were just left by 'Done', on a phone. See `adds-below.ts`. */
  readonly left: { current: string | null };
  /** Whether a phone's sheet of tiles is open. */
  readonly isPickerOpen: StoreApi<boolean>;
  readonly blockRenderer: BlockRenderer;
  readonly files: PendingFiles;
  /** The school's files that the server has reported as deleted. */
  readonly missing: StoreApi<MissingFiles>;
  /** The dates that blocks fill themselves with. */
  readonly schoolDates: StoreApi<KnownDates>;
  /** Adds files that the server reports as deleted. A deleted file stays deleted. */
  noteMissing(files: readonly string[]): void;
  /** Who writes which block. */
  readonly parts: StoreApi<KnownParts>;
  /** Whether the person writes in parts of theirs alone. */
  readonly isContributor: boolean;
  /** The text of the live region for screen readers. */
  readonly announcement: StoreApi<string>;
  announce(words: string): void;
  /** Whether changes that the server does not have were restored from the journal. */
  readonly isRestored: boolean;
  /** Whether windows that are gone have left more of them, for the next openings. */
  readonly isMoreLeft: boolean;
  /** The newsletter's, as a BCP 47 tag. */
  readonly language: string;
  /** Whether the newsletter's language is written from right to left. */
  readonly isRightToLeft: boolean;
  /** Whether anything is not on the server yet. */
  hasUnsaved(): boolean;
  /** How safely this browser keeps what is not on the server. */
  readonly durability: StoreApi<JournalDurability>;
  /** Says what the next save is for the history, which keeps it as a state of its own. */
  noteForHistory(notes: Partial<SaveNotes>): void;
  /** Starts saving and writing the journal; returns a function that stops both. */
  start(): () => void;
  /** Runs something when they are stopped. */
  onStop(run: () => void): void;
}
