import type { BlockIcon } from '#newsletter/blocks/block-editor.ts';
import classes from './block-slot.module.css';

/** Something short in the tag of a block. */
export function TagNote({ icon: Icon, words }: { icon: BlockIcon; words: string | number }) {
  return (
    <span className={classes.notes}>
      <Icon size={16} stroke={1.75} />
      {words}
    </span>
  );
}
