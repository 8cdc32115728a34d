import { IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import { useStore } from 'zustand';
import type { Insertion } from '#web/features/editor/kernel/insertion.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './adding.module.css';
import { BlockSearch } from './block-search-part.tsx';

/** The pluses beside the gaps above and below a block, and the list of blocks that they open. */
export const AddButtons = memo(function AddButtons({
  name,
  label,
  isAboveOffered,
}: {
  name: string;
  /** The block's name on the screen. */
  label: string;
  /** Whether there is a plus above as well. */
  isAboveOffered: boolean;
}) {
  const { editing } = useTools();
  const open = useStore(editing.insertion, (insertion) => (insertion?.block === name ? insertion : null));
  const plus = (at: 'above' | 'below') => (
    <button
      type="button"
      className={classes.plus}
      data-at={at}
      aria-label={`Add ${at} ${label}`}
      aria-haspopup="dialog"
      aria-expanded={open?.at === at}
      // Keeps the caret, and the keyboard of a phone, until the list takes them.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => editing.insertion.setState({ block: name, at }, true)}
    >
      <IconPlus size={16} stroke={2.25} aria-hidden="true" />
    </button>
  );
  return (
    <>
      {isAboveOffered && plus('above')}
      {plus('below')}
      {open !== null && <BlockSearch key={keyOf(open)} insertion={open} />}
    </>
  );
});

const keyOf = ({ block, at }: Insertion) => `${block} ${at}`;
