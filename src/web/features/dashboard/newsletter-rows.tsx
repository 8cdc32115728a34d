import { Link } from 'react-router';
import classes from './dashboard.module.css';

/** A newsletter by its name, and what there is to say of it. */
export interface NewsletterRow {
  readonly id: string;
  /** The screen that it leads to. */
  readonly to: string;
  readonly title: string;
  readonly note: string;
}

/** Newsletters, each of which leads to a screen of its own. */
export function NewsletterRows({ rows }: { rows: readonly NewsletterRow[] }) {
  return (
    <ul className={classes.rows}>
      {rows.map(({ id, to, title, note }) => (
        <li key={id}>
          <Link to={to} className={classes.row}>
            <span className={classes.name}>{title}</span>
            <span className={classes.date}>{note}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
