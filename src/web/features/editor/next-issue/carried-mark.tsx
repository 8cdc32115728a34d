import { useStore } from 'zustand';
import type { Block } from '#newsletter/document/document.ts';
import { useTools } from '#web/features/editor/editor-context.tsx';
import classes from './carried-mark.module.css';
import { isUntouched } from './carried-over.ts';

/** As 'from 13 November' for a block that is still as in that issue; otherwise null. */
export function useCarriedFrom(block: Block): string | null {
  const carriedOver = useStore(useTools().editing.carriedOver);
  return carriedOver !== null && isUntouched(carriedOver, block) ? `from ${carriedOver.day}` : null;
}

/** Marks a block of the issue before, in the margin. Its button says the same to screen readers. */
export function CarriedMark({ words }: { words: string }) {
  return (
    <span className={classes.mark} aria-hidden="true">
      <span className={classes.words}>{words}</span>
    </span>
  );
}
