import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './dashboard.module.css';

/** A newsletter's title with a note about it. */
export interface NewsletterRow {
  readonly id: string;
  /** The path of the screen that the row links to. */
  readonly to: string;
  readonly title: string;
  readonly note: string;
  /** Beside the link. */
  readonly action?: ReactNode;
}

/** A list of links to newsletters. */
export function NewsletterRows({ rows }: { rows: readonly NewsletterRow[] }) {
  return (
    <ul className={classes.rows}>
      {rows.map(({ id, to, title, note, action }) => (
        <li key={id} className={classes.item}>
          <Link to={to} className={classes.row}>
            <span className={classes.name}>{title}</span>
            <span className={classes.date}>{note}</span>
          </Link>
          {action}
        </li>
      ))}
    </ul>
  );
}
