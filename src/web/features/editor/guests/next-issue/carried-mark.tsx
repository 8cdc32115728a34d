import { useStore } from 'zustand';
import type { Block } from '#newsletter/document/document.ts';
import { useBlockState, useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './carried-mark.module.css';
import { carriedOverStore, isUntouched } from './carried-over.ts';

/** As 'from 13 November' for a block that is still as in that issue, 'Example' for one of a ready-made newsletter; otherwise null. */
export function useCarriedFrom(saved: Block): string | null {
  const carriedOver = useStore(carriedOverStore(useTools().editing));
  const isCarried = useBlockState(
    saved.name,
    ({ workingCopies }) =>
      carriedOver !== null && isUntouched(carriedOver, workingCopies[saved.name] ?? saved),
  );
  if (carriedOver === null || !isCarried) return null;
  return carriedOver.examples.has(saved.name) ? 'Example' : `from ${carriedOver.day}`;
}

/** Marks a block of the issue before, in the margin; without room there, in words in the gap above it. Its button says the same to screen readers. */
export function CarriedMark({ words }: { words: string }) {
  return (
    <>
      <span className={classes.mark} data-carried="" aria-hidden="true" />
      <span className={classes.track} aria-hidden="true">
        <span className={classes.words}>{words}</span>
      </span>
    </>
  );
}
