import type { ReactNode } from 'react';
import classes from './phone.module.css';

/** A phone around a picture of a newsletter. */
export function Phone({ children }: { children: ReactNode }) {
  return (
    <div className={classes.phone}>
      <div className={classes.screen}>{children}</div>
    </div>
  );
}
