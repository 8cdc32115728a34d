import type { ReactNode } from 'react';
import classes from './phone.module.css';

/** The frame of a phone around a picture. */
export function Phone({ children }: { children: ReactNode }) {
  return (
    <div className={classes.phone}>
      <div className={classes.screen}>{children}</div>
    </div>
  );
}
