import { initialsOf } from '#web/words/initials.ts';
import classes from './avatar.module.css';

const FILLS = ['ink', 'sky', 'sun'] as const;

/** A person's initials. Decorative: the name is beside them. */
export function Avatar({ id, name }: { id: string | null; name: string }) {
  return (
    <span className={classes.avatar} data-fill={fillOf(id ?? '')} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

// A person has the same fill everywhere.
function fillOf(id: string): (typeof FILLS)[number] {
  const sum = [...id].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return FILLS[sum % FILLS.length] ?? 'ink';
}
