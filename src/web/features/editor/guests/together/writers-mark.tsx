import type { Writers } from './use-writers.ts';
import classes from './writers-mark.module.css';

/** A frame around a block in which somebody else writes, with their name. Its button says the same to screen readers. */
export function WritersMark({ initials, words }: Writers) {
  return (
    <span className={classes.frame} aria-hidden="true" data-writers="">
      <span className={classes.tag}>
        <span className={classes.avatar}>{initials}</span>
        <span className={classes.words}>{words}</span>
      </span>
    </span>
  );
}
