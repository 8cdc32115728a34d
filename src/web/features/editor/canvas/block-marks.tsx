import { Fragment, type ReactNode } from 'react';
import type { Block } from '#newsletter/document/document.ts';
import type { GuestMarks } from '#web/features/editor/kernel/guest.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { useInTurn } from '#web/features/editor/kernel/use-in-turn.ts';
import classes from './block-marks.module.css';

/** The marks of each guest at a block. */
export type Marks = readonly { readonly name: string; readonly value: GuestMarks }[];

export function useMarks(block: Block): Marks {
  return useInTurn(useTools().guests.at('useBlockMarks'), block);
}

/** The marks of one kind. */
export function partsOfMarks(marks: Marks, part: 'mark' | 'tag' | 'frame'): readonly ReactNode[] {
  return marks.flatMap(({ name, value: { [part]: shown } }) =>
    shown ? [<Fragment key={name}>{shown}</Fragment>] : [],
  );
}

/** Around a block, and beside it: how far a part reaches, which groups see it, who writes it, how many notes it has. On phones a line above it. */
export function BlockMarks({ marks }: { marks: Marks }) {
  const beside = partsOfMarks(marks, 'mark');
  return (
    <>
      {partsOfMarks(marks, 'frame')}
      {beside.length > 0 && (
        <span className={classes.place} data-notes="">
          {beside}
        </span>
      )}
    </>
  );
}
