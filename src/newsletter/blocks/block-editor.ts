import type { ComponentType, ReactNode } from 'react';
import type { BlockType, BlockValues } from '#newsletter/document/document.ts';

/** The React half of a block type: how the picker shows it, and its form. */

/** What a form is given. It has no state of its own but what is being looked at: every change goes to `onChange`. */
export type BlockFormProps<Value> = {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /**
   * What is wrong with a field, by its path in the value (`rows.0.title`), once the field has been left; the field says
   * its path in `data-path`.
   */
  readonly problem: (path: string) => string | undefined;
  /** Stands in place of Save changes and Cancel while it is shown. */
  readonly Footer: ComponentType<{ readonly children: ReactNode }>;
  readonly handed: DroppedFiles;
};

/** Files that were dropped or pasted onto the block on the canvas. A form that has a use for them takes them, once. */
export type DroppedFiles = {
  readonly take: () => readonly File[];
  /** Tells of new ones; returns what ends that. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** An icon of the set; `size` in pixels. */
export type BlockIcon = ComponentType<{
  size?: number;
  stroke?: number;
  'aria-hidden'?: boolean | 'true' | 'false';
}>;

/** One line of `editors.ts`. */
export type BlockEditor<Type extends BlockType> = {
  readonly type: Type;
  readonly icon: BlockIcon;
  readonly Form: ComponentType<BlockFormProps<BlockValues[Type]>>;
  /** Save changes waits for a change. Source: docs/requirements/screens.md 5.10. */
  readonly savesWhenTouched?: true;
  /** What kind of files its form takes, and whether several. */
  readonly takes?: { readonly kind: 'image' | 'video' | 'document'; readonly most: number };
};
