import { Link } from 'react-router';
import type { NewsletterListItem } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import { formatDate } from '../../dates.ts';
import classes from './dashboard.module.css';

/** Newsletters by name and date; each leads to the editor. */
export function NewsletterRows({
  items,
  timeZone,
}: {
  items: readonly NewsletterListItem[];
  timeZone: string | undefined;
}) {
  return (
    <ul className={classes.rows}>
      {items.map(({ id, attributes }) => (
        <li key={id}>
          <Link to={screenPath('editor', { id })} className={classes.row}>
            <span className={classes.name}>{attributes.title}</span>
            <span className={classes.date}>
              {attributes.has_unpublished_changes && attributes.status === 'published' && 'Later changes · '}
              Last updated {formatDate(attributes.updated_at, timeZone)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
