import type { Editor } from '@tiptap/core';
import type { ReactNode } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { TogetherEvent } from '#contract/together.ts';
import type { MissingFiles } from '#newsletter/document/missing-files.ts';
import type { KnownDates } from '#newsletter/fields/school-dates-context.tsx';
import type { BlockOffer } from '#web/features/editor/kernel/facts/block-offers.ts';
import type { KnownParts } from '#web/features/editor/kernel/facts/known-parts.ts';
import type { OthersNews } from '#web/features/editor/kernel/facts/others-news.ts';
import type { BlockRenderer } from '#web/features/editor/kernel/rendering/block-renderer.ts';
import type { EditorStore } from '#web/features/editor/kernel/state/editor-store.ts';
import type { Rights } from '#web/features/editor/kernel/state/rights.ts';
import type { CaretStore } from './caret.ts';
import type { DragStore } from './drag-state.ts';
import type { InsertionStore } from './insertion.ts';
import type { Opened, PublicState } from './opened.ts';
import type { PendingFiles } from './pending-files.ts';
import type { JournalDurability, SaveNotes, Saver } from './saver.ts';
import type { View } from './view.ts';

/** One newsletter being edited: everything that outlives a single component. */
export interface EditorSession extends Rights {
  /** The person's rights, set anew whenever they change. */
  readonly rights: StoreApi<Rights>;
  readonly opened: Opened;
  /** The person who edits. */
  readonly personId: string;
  readonly store: EditorStore;
  readonly saver: Saver;
  /** The number of times that others' changes were put on the canvas. */
  readonly merges: StoreApi<number>;
  /** The subjects that this window has saved, see `written.ts`: a person who keeps other words there notifies this one. */
  readonly writtenHere: ReadonlySet<string>;
  /** When to show a question about others' changes: in a pause of typing, at once, or only when the person returns to it. */
  readonly asking: StoreApi<'in-a-pause' | 'now' | 'later'>;
  /** The last news of the others who have the newsletter open. */
  readonly news: StoreApi<OthersNews>;
  /** Passes an event to all guests. */
  notifyGuests(event: TogetherEvent): void;
  /** The words of all guests before a block is deleted; empty for nothing. */
  wordsBeforeDeleting(block: string): string;
  /** The state that readers see, according to the server's last answer. */
  readonly publicState: StoreApi<PublicState>;
  readonly drag: DragStore;
  readonly caret: CaretStore;
  /** The editor of the words that are being typed in the newsletter. */
  readonly typing: StoreApi<Editor | null>;
  /** The number of steps of the history that were undone after the words at the caret. */
  readonly stepsUndone: { current: number };
  readonly insertion: InsertionStore;
  /** The block whose words were just left by 'Done', on a phone. See `adds-below.ts`. */
  readonly lastLeft: { current: string | null };
  /** How the canvas shows the newsletter. */
  readonly view: StoreApi<View>;
  /** The panels that are open in the place of the form, see `panels.ts`. */
  readonly panels: StoreApi<readonly string[]>;
  /** The dialog that waits for an answer, see `ask.ts`. */
  readonly question: StoreApi<ReactNode>;
  /** Whether a phone's sheet of tiles is open. */
  readonly isPickerOpen: StoreApi<boolean>;
  readonly blockRenderer: BlockRenderer;
  readonly files: PendingFiles;
  /** The school's files that the server has reported as deleted. */
  readonly missing: StoreApi<MissingFiles>;
  /** The dates that blocks fill themselves with. */
  readonly schoolDates: StoreApi<KnownDates>;
  /** Adds files that the server reports as deleted; none is ever taken off again. */
  noteMissing(files: readonly string[]): void;
  /** The lines of the list of blocks besides the types. */
  readonly offers: StoreApi<readonly BlockOffer[]>;
  /** The parts: who writes which block. */
  readonly parts: StoreApi<KnownParts>;
  /** Whether the person writes only in their own parts. */
  readonly isContributor: boolean;
  /** The text of the live region for screen readers. */
  readonly announcement: StoreApi<string>;
  announce(words: string): void;
  /** Whether changes that the server does not have were restored from the journal. */
  readonly isRestored: boolean;
  /** Whether closed windows have left more such changes, for the next openings. */
  readonly hasMoreUnsaved: boolean;
  /** The newsletter's language, as a BCP 47 tag. */
  readonly language: string;
  /** Whether the newsletter's language is written from right to left. */
  readonly isRightToLeft: boolean;
  /** Whether anything is not on the server yet. */
  hasUnsaved(): boolean;
  /** How safely this browser keeps changes that are not on the server. */
  readonly durability: StoreApi<JournalDurability>;
  /** Adds notes on the next save for the history, which keeps it as a state of its own. */
  noteForHistory(notes: Partial<SaveNotes>): void;
  /** Starts saving, the journal and the guests; returns a function that stops them, and drawing. */
  start(): () => void;
  /** Registers a function to run when the session stops. */
  onStop(run: () => void): void;
}
