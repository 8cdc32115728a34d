import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './states.module.css';
import { UserFacingError } from './user-facing-error.ts';

/** An empty list: what it is for, and the button that starts it. `picture` is decorative. */
export function EmptyState({
  title,
  children,
  action,
  picture,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  picture?: ReactNode;
}) {
  return (
    <section className={classes.empty}>
      <div>
        <h2 className={classes.emptyTitle}>{title}</h2>
        <p className={classes.text}>{children}</p>
        {action && <div className={classes.actions}>{action}</div>}
      </div>
      {picture && (
        <div className={classes.picture} aria-hidden="true">
          {picture}
        </div>
      )}
    </section>
  );
}

/** An error with Try again. `title` says what failed: 'We could not load the newsletters'. */
export function ErrorState({
  title,
  error,
  onRetry,
}: {
  title: string;
  error?: unknown;
  onRetry?: () => void;
}) {
  return (
    <section className={classes.error} role="alert">
      <h2 className={classes.errorTitle}>{title}</h2>
      <p className={classes.text}>
        {error instanceof UserFacingError ? error.message : 'Something went wrong. Nothing is lost.'}
      </p>
      {onRetry && (
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden="true" />}
            onClick={onRetry}
          >
            Try again
          </Button>
        </div>
      )}
    </section>
  );
}

/** A loading state. `label` is for screen readers, the children are skeletons. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true" className={classes.loading}>
      <span className="visually-hidden">{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}
