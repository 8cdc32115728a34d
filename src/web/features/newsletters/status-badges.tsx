import type { NewsletterListItem } from '#contract/newsletters.ts';
import { StatusBadge } from '#ui/feedback/status-badge.tsx';
import { useIsSchoolClosed } from '#web/api/account.ts';
import { isPlanned } from '#web/words/timing-status.ts';
import classes from './status-badges.module.css';

/** Badges: draft, planned or published, and whether there are unpublished changes. */
export function StatusBadges({
  status,
  has_unpublished_changes,
  next_timing,
}: Pick<NewsletterListItem['attributes'], 'status' | 'has_unpublished_changes' | 'next_timing'>) {
  const isClosed = useIsSchoolClosed();
  const published = status === 'published';
  return (
    <p className={classes.badges}>
      <StatusBadge
        status={published ? (isClosed ? 'offline' : status) : isPlanned(next_timing) ? 'planned' : status}
      />
      {published && has_unpublished_changes && <StatusBadge status="later" />}
    </p>
  );
}
