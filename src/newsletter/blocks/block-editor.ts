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
  /** Of the newsletter. */
  readonly language: string;
  /** Takes rows that were pasted into the form, as one step of undo. An element that handles this has `data-takes-paste`. */
  readonly onPaste: (pasted: PastedRows<Value>) => Promise<void>;
};

/** Rows that were pasted into a block. */
export type PastedRows<Value> = {
  /** The block's value with them. */
  readonly value: Value;
  /** What is said: '4 events'. Empty where there was no room for any. */
  readonly made: string;
  /** Lines that are no rows. They become a text below the block. */
  readonly rest: readonly string[];
  /** What people should look at. */
  readonly notes: readonly string[];
};

/** The rows that a block makes of lines, where they were pasted as words. */
export type OfferedRows<Value> = {
  /** What so many lines look like. */
  readonly words: (lines: number) => string;
  /** What is offered. */
  readonly action: string;
  /** The value of a new block with them; null if no line is a row. `language` is the newsletter's. */
  readonly read: (data: Clipboard, language: string) => PastedRows<Value> | null;
  /** What is said of the other lines that seem rows as well; null for none. */
  readonly left: (lines: readonly string[], language: string) => string | null;
};

/** Photos that are uploaded into the block, and all that are described together with it. */
export type BlockPhotos = {
  /** Uploads photos into the block. Those that have no room in it become new blocks below. */
  readonly add: (files: readonly File[]) => void;
  /** The photos of the block and of those that came with it in one drop, in reading order. */
  readonly described: readonly DescribedPhoto[];
};

/** A photo in the strip of descriptions. */
export type DescribedPhoto = {
  /** Stays the same when the photo has been uploaded. */
  readonly key: string;
  /** Of its picture; a `blob:` one until it is uploaded. */
  readonly address: string;
  readonly alt: string | null | undefined;
  /** The name of its file, while it is known: newsletters keep none. */
  readonly fileName: string | null;
  readonly describe: (alt: string | null) => void;
  /** Called when its description is left; `next`: for that of this photo. */
  readonly leave: (next: DescribedPhoto | undefined) => void;
  /** Its place among the block's own pictures; null while it arrives, and in another block. */
  readonly own: number | null;
  /** The path of its description in the block; null in another one. */
  readonly path: string | null;
  /** The block that it stands in, if the photos are those of several. */
  readonly group: PhotoGroup | null;
  /** Null once it is uploaded. */
  readonly arrival: Arrival | null;
};

/** A block of photos that are described together with those of others. */
type PhotoGroup = {
  /** As the canvas calls it. */
  readonly label: string;
  /** Leads to its own form; null in that form. */
  readonly show: (() => void) | null;
};

/** How far a photo is on its way. */
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
  readonly max: number;
  readonly count: (value: Value) => number;
  /** The value to begin with for so many photos; `isAcross`: in the whole width of the newsletter. */
  readonly emptyFor?: (count: number, isAcross: boolean) => Value;
  /** The value with a photo behind those of `before`, or at the start. */
  readonly put: (value: Value, photo: UploadedPhoto, before: ReadonlySet<string>) => Value;
};

/** Files dropped or pasted onto the block on the canvas. `take` returns each file once. */
export type DroppedFiles = {
  readonly take: () => readonly File[];
  /** Calls the listener for new files; returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** What is read of a clipboard. */
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
  /** Its words are typed on the canvas, where they stand, and not in the form. */
  readonly isWrittenInPlace?: true;
  /** `/` in an empty one offers the other blocks in its place. */
  readonly offersBlocks?: true;
  /** The kind of files that the form accepts, and how many at once. */
  readonly accepts?: { readonly kind: 'image' | 'video' | 'document'; readonly maxFiles: number };
  /** For types that hold photos. */
  readonly photos?: PhotoTaker<BlockValues[Type]>;
};
