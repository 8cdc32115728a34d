import type { NewsletterListItem } from '#contract/newsletters.ts';
import classes from './status-badges.module.css';

/** Who can see it: Draft, or Published, and whether readers see less than what is saved. */
export function StatusBadges({
  status,
  has_unpublished_changes,
}: Pick<NewsletterListItem['attributes'], 'status' | 'has_unpublished_changes'>) {
  const published = status === 'published';
  return (
    <p className={classes.badges}>
      <span className={classes.badge} data-status={status}>
        {published ? 'Published' : 'Draft'}
      </span>
      {published && has_unpublished_changes && (
        <span className={classes.badge} data-status="changed">
          Later changes
        </span>
      )}
    </p>
  );
}
