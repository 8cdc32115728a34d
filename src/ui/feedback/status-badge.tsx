import classes from './status-badge.module.css';

const WORDS = {
  draft: 'Draft',
  published: 'Published',
  later: 'Later changes',
  offline: 'Not public while closed',
} as const;

/** Where a newsletter stands: a draft, published, published by a school that is closed, or saved again since readers got what they see. */
export function StatusBadge({ status, title }: { status: keyof typeof WORDS; title?: string | undefined }) {
  return (
    <span className={classes.badge} data-status={status} title={title}>
      {WORDS[status]}
    </span>
  );
}
