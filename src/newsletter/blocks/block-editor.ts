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
  /** The value that something pasted onto the canvas becomes; null if it is nothing for this type. */
  readonly fromClipboard?: (data: Clipboard) => PastedValue<BlockValues[Type]> | null;
  /** Save changes is disabled until something changes. Source: docs/requirements/screens.md 5.10. */
  readonly saveRequiresChange?: true;
  /** Its words are typed on the canvas, where they stand, and not in the form. */
  readonly isWrittenInPlace?: true;
  /** `/` in an empty one offers the other blocks in its place. */
  readonly offersBlocks?: true;
  /** The kind of files that the form accepts, and how many at once. */
  readonly accepts?: { readonly kind: 'image' | 'video' | 'document'; readonly maxFiles: number };
};
