import classes from './status-badge.module.css';

const LABELS = {
  draft: 'Draft',
  planned: 'Planned',
  published: 'Published',
  later: 'Later changes',
  offline: 'Not public while closed',
} as const;

/**
 * A newsletter's status. `planned`: a draft with a planned time of publishing; `later`: published, with unpublished
 * changes; `offline`: published, but the school is closed.
 */
export function StatusBadge({ status, title }: { status: keyof typeof LABELS; title?: string | undefined }) {
  return (
    <span className={classes.badge} data-status={status} title={title}>
      {LABELS[status]}
    </span>
  );
}
