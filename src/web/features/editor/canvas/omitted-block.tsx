import { IconUsers } from '@tabler/icons-react';
import type { Block } from '#newsletter/document/document.ts';
import { useAudienceWords } from '#web/features/editor/kernel/facts/audience-words.ts';
import classes from './omitted-block.module.css';

/** A line in place of a block that the chosen readers do not get, with its audience. */
export function OmittedBlock({ block, slot }: { block: Block; slot: number }) {
  const words = useAudienceWords(block.audience);
  return (
    <li data-slot={slot} data-kind="gap">
      <p className={classes.leftOut}>
        <IconUsers size={18} stroke={1.75} aria-hidden="true" />
        {words === 'nobody' ? 'Nobody' : `Only ${words}`}
      </p>
    </li>
  );
}
