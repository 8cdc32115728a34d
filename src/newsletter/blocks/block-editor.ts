import type { ComponentType, ReactNode } from 'react';
import type { BlockType, BlockValues } from '#newsletter/document/document.ts';
import type { Loadable } from '#ui/loadable.tsx';

/** The React half of a block type: how the picker shows it, and its form. */

/** The props of a block's form. It keeps no values in its own state: every change goes to `onChange`. */
export type BlockFormProps<Value> = {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /**
   * The error of a field by its path in the value (`rows.0.title`), once the field has lost focus. Fields give their
   * path in `data-path`.
   */
  readonly problem: (path: string) => string | undefined;
  /** Replaces Save changes and Cancel while it is rendered. */
  readonly Footer: ComponentType<{ readonly children: ReactNode }>;
  readonly droppedFiles: DroppedFiles;
  readonly photos: BlockPhotos;
  /** The language of the newsletter. */
  readonly language: string;
  /** Takes rows that were pasted into the form, as one step of undo. An element that handles this has `data-takes-paste`. */
  readonly onPaste: (pasted: PastedRows<Value>) => Promise<void>;
};

/** Rows that were pasted into a block. */
export type PastedRows<Value> = {
  /** The block's value with them. */
  readonly value: Value;
  /** The message about them: '4 events'. Empty if there was no room for any. */
  readonly made: string;
  /** Lines that are not rows. They become a text below the block. */
  readonly rest: readonly string[];
  /** Points for people to check. */
  readonly notes: readonly string[];
};

/** The offer to make a block from lines that were pasted as text. */
export type OfferedRows<Value> = {
  /** The description of this number of lines. */
  readonly words: (lines: number) => string;
  /** The label of the action. */
  readonly action: string;
  /** The value of a new block with them; null if no line is a row. `language` is the newsletter's. */
  readonly read: (data: Clipboard, language: string) => PastedRows<Value> | null;
  /** The message about other lines that look like rows; null for none. */
  readonly notRead: (lines: readonly string[], language: string) => string | null;
};

/** Uploading photos into the block, and the photos that are described together. */
export type BlockPhotos = {
  /** Uploads photos into the block. Photos without room in it become new blocks below. */
  readonly add: (files: readonly File[]) => void;
  /** The photos of the block and of the blocks from the same drop, in reading order. */
  readonly described: readonly DescribedPhoto[];
};

/** A photo in the strip of descriptions. */
export type DescribedPhoto = {
  /** Stays the same when the photo has been uploaded. */
  readonly key: string;
  /** The address of its picture; a `blob:` URL until it is uploaded. */
  readonly address: string;
  readonly alt: string | null | undefined;
  /** The name of its file while it is known: newsletters do not store it. */
  readonly fileName: string | null;
  readonly describe: (alt: string | null) => void;
  /** Called when the focus leaves its description; `next`: the photo to whose description the focus goes. */
  readonly leave: (next: DescribedPhoto | undefined) => void;
  /** Its index among the block's own pictures; null while it is uploading, or if it is in another block. */
  readonly own: number | null;
  /** The path of its description in the block; null if it is in another block. */
  readonly path: string | null;
  /** The block that contains it, if the photos are in several blocks. */
  readonly group: PhotoGroup | null;
  /** Null once it is uploaded. */
  readonly arrival: Arrival | null;
};

/** One of several blocks whose photos are described together. */
type PhotoGroup = {
  /** The block's label on the canvas. */
  readonly label: string;
  /** Opens the block's form; null in that form. */
  readonly show: (() => void) | null;
};

/** The progress of an upload. */
export type Arrival = {
  /** The file's name. */
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly problem: { readonly message: string; readonly canRetry: boolean } | null;
  readonly retry: () => void;
  /** Cancels the upload, or dismisses its failure. */
  readonly remove: () => void;
};

/** An uploaded photo; width and height in pixels. */
export type UploadedPhoto = {
  readonly url: string;
  readonly alt: string | null;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
};

/** How a block takes photos that arrive one after another. */
type PhotoTaker<Value> = {
  /** The most photos that the block can hold. */
  readonly room: number;
  /** The most photos of one drop that a new block gets; the others make further blocks. */
  readonly together: number;
  readonly count: (value: Value) => number;
  /** The initial value for this number of photos; `isAcross`: across the full width of the newsletter. */
  readonly emptyFor?: (count: number, isAcross: boolean) => Value;
  /** The value with a photo inserted after those of `before`, or at the start. */
  readonly put: (value: Value, photo: UploadedPhoto, before: ReadonlySet<string>) => Value;
};

/** Files dropped or pasted onto the block on the canvas. `take` returns each file once. */
export type DroppedFiles = {
  readonly take: () => readonly File[];
  /** Calls the listener for new files; returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** The part of a clipboard that is read. */
export type Clipboard = Pick<DataTransfer, 'getData'>;

/** A block's value from a clipboard. `note` tells people what did not fit. */
export type PastedValue<Value> = { readonly value: Value; readonly note?: string };

/** An icon; `size` in pixels. */
export type BlockIcon = ComponentType<{
  size?: number;
  stroke?: number;
  'aria-hidden'?: boolean | 'true' | 'false';
}>;

/** An entry of `editors.ts`. */
export type BlockEditor<Type extends BlockType> = {
  readonly type: Type;
  readonly icon: BlockIcon;
  readonly Form: Loadable<BlockFormProps<BlockValues[Type]>>;
  /** Save changes is disabled until something changes. Source: docs/requirements/screens.md 5.10. */
  readonly saveRequiresChange?: true;
  /** Its text is typed in place on the canvas, and not in the form. */
  readonly isWrittenInPlace?: true;
  /** `/` in an empty block offers the other blocks in its place. */
  readonly offersBlocks?: true;
  /** The kind of files that the form accepts, and how many at once. */
  readonly accepts?: { readonly kind: 'image' | 'video' | 'document'; readonly maxFiles: number };
  /** For types that hold photos. */
  readonly photos?: PhotoTaker<BlockValues[Type]>;
};
