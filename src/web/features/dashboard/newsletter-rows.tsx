import { Link } from 'react-router';
import { screenPath } from '#contract/paths.ts';
import classes from './dashboard.module.css';

/** A newsletter by its name, and what there is to say of it. */
export interface NewsletterRow {
  readonly id: string;
  readonly title: string;
  readonly note: string;
}

/** Newsletters, each of which leads to the editor. */
export function NewsletterRows({ rows }: { rows: readonly NewsletterRow[] }) {
  return (
    <ul className={classes.rows}>
      {rows.map(({ id, title, note }) => (
        <li key={id}>
          <Link to={screenPath('editor', { id })} className={classes.row}>
            <span className={classes.name}>{title}</span>
            <span className={classes.date}>{note}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
