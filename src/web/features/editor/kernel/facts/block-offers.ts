import type { BlockIcon } from '#newsletter/blocks/block-editor.ts';
import type { Insertion } from '#web/features/editor/kernel/insertion.ts';

/** A line of the list of blocks besides the types. The guest that has them keeps them up to date. */
export interface BlockOffer {
  readonly key: string;
  readonly label: string;
  readonly icon: BlockIcon;
  readonly add: (insertion: Insertion) => void;
}
