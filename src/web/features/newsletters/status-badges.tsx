import type { NewsletterListItem } from '#contract/newsletters.ts';
import { StatusBadge } from '#ui/feedback/status-badge.tsx';
import { useIsSchoolClosed } from '#web/api/account.ts';
import classes from './status-badges.module.css';

/** Badges: draft or published, and whether there are unpublished changes. */
export function StatusBadges({
  status,
  has_unpublished_changes,
}: Pick<NewsletterListItem['attributes'], 'status' | 'has_unpublished_changes'>) {
  const isClosed = useIsSchoolClosed();
  const published = status === 'published';
  return (
    <p className={classes.badges}>
      <StatusBadge status={published && isClosed ? 'offline' : status} />
      {published && has_unpublished_changes && <StatusBadge status="later" />}
    </p>
  );
}
