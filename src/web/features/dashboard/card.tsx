import classes from './dashboard.module.css';
import { type NewsletterRow, NewsletterRows } from './newsletter-rows.tsx';

interface CardProps {
  readonly title: string;
  /** The count of all items; the rows show only the first ones. */
  readonly total?: number;
  readonly rows: readonly NewsletterRow[];
  /** Shown instead of rows if there are none. */
  readonly none?: string;
}

/** A list of newsletters under a title. */
export function Card({ title, total, rows, none }: CardProps) {
  return (
    <section className={classes.card}>
      <h2 className={classes.title}>
        {title} {total !== undefined && <span className={classes.total}>{total}</span>}
      </h2>
      {rows.length > 0 ? <NewsletterRows rows={rows} /> : <p className={classes.none}>{none}</p>}
    </section>
  );
}
