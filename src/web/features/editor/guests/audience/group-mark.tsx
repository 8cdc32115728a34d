import { IconUsers } from '@tabler/icons-react';
import { useAudienceWords } from '#web/features/editor/kernel/facts/audience-words.ts';
import classes from './group-mark.module.css';

interface OfBlock {
  readonly audience: readonly string[] | undefined;
}

/** The mark beside a block that is for some groups, with their names. */
export function GroupMark({ audience }: OfBlock) {
  const words = useAudienceWords(audience);
  if (words === null) return null;
  return (
    <span className={classes.mark} title={words}>
      <IconUsers size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes.words}>{words}</span>
    </span>
  );
}

/** The same in the tag of a selected block. */
export function GroupInTag({ audience }: OfBlock) {
  const words = useAudienceWords(audience);
  if (words === null) return null;
  return (
    <span className={classes.tagged} data-for-groups="">
      <IconUsers size={16} stroke={1.75} />
      <span className={classes.tagWords}>{words}</span>
    </span>
  );
}
