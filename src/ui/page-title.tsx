import type { ReactNode } from 'react';
import classes from './page-title.module.css';

/** The h1 of a screen, with its main action beside it and a lead sentence below. */
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
