import type { ReactNode } from 'react';
import classes from './page-title.module.css';

/** The h1 of a screen, with what stands beside it (its one main action) and below it (a sentence). */
export function PageTitle({
  children,
  lead,
  action,
}: {
  children: ReactNode;
  lead?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={classes.head}>
      <div>
        <h1 className={classes.title}>{children}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
      </div>
      {action}
    </div>
  );
}
