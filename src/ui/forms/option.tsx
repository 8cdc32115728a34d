import type { ComponentProps } from 'react';
import classes from './option.module.css';

/** A radio button or checkbox with its words, in a line of its own. */
export function Option({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={classes.option}>
      <input {...input} />
      {children}
    </label>
  );
}
