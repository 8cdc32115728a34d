import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { inviteRoutes } from '#contract/invites.ts';
import { Loading } from '#ui/feedback/states.tsx';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import classes from './auth-panel.module.css';

/** What an invitation's link says to the forms of the panel. */
export interface Invited {
  /** What takes it up; undefined once it can no longer be. */
  readonly token: string | undefined;
  /** Who invites whom; undefined where the server did not say. */
  readonly by: { readonly school: string; readonly email: string } | undefined;
  /** What to do with a link that is dead; undefined with any other. */
  readonly dead: string | undefined;
}

/** Asks whose invitation it is before a form is shown. Without an answer the form asks for the address, as any other. */
export function WithInvitation({
  token,
  children,
}: {
  token: string;
  children: (invited: Invited) => ReactNode;
}) {
  const { data, error, isPending } = useQuery({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => {
      const handles = () => true;
      return (await call(inviteRoutes.getInvitation, { params: { token }, signal, handles })).invitation;
    },
    // It is asked once: taken up, the link is dead, and whoever has just done that is told what comes next.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  });
  if (isPending) {
    return (
      <Loading label="Loading">
        <span className={classes.wait} />
      </Loading>
    );
  }
  const dead = isApiError(error, 400) ? error.message : undefined;
  return (
    <div className={classes.entry} ref={focusFirst}>
      {children({ token: dead === undefined ? token : undefined, by: data, dead })}
    </div>
  );
}

// The panel moved the focus when it opened, before the form was there.
function focusFirst(entry: HTMLElement | null): void {
  const first = entry?.querySelector('[data-autofocus]');
  if (first instanceof HTMLElement) first.focus();
}
