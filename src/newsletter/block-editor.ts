import type { ComponentType } from 'react';
import type { BlockType, BlockValues } from './document.ts';

/** The React half of a block: its icon and the form of its working copy. */

/** How a field learns what is wrong with it, and tells that it was left. Paths are the value's: 'url', 'rows.0.name'. */
export type FieldReports = {
  /** Undefined while nothing is wrong, or the field has not been left yet. */
  readonly errorOf: (path: string) => string | undefined;
  /** The field has been left: from now on its error is shown. */
  readonly onLeave: (path: string) => void;
};

/** What a block's form is given. The form keeps no copy of its own: what it shows is `value`. */
export type BlockFormProps<Type extends BlockType> = {
  readonly value: BlockValues[Type];
  readonly onChange: (value: BlockValues[Type]) => void;
  readonly reports: FieldReports;
  /** A form within the form is open and has a button of its own; the field editor hides its 'Save changes'. */
  readonly onNested: (isOpen: boolean) => void;
};

/** Looks of an icon: 20 px, 1.75 stroke, hidden from screen readers, unless said otherwise. */
export type BlockIcon = ComponentType<{
  readonly size?: number | string;
  readonly stroke?: number | string;
  readonly 'aria-hidden'?: boolean | 'true' | 'false';
}>;

/** One block type as the picker and the field editor need it; its label is the definition's. */
export type BlockEditor<Type extends BlockType> = {
  readonly icon: BlockIcon;
  readonly Form: ComponentType<BlockFormProps<Type>>;
};
