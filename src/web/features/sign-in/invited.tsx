import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { inviteRoutes } from '#contract/invites.ts';
import { Loading } from '#ui/feedback/states.tsx';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import classes from './auth-panel.module.css';
import { focusFirst } from './focus-first.ts';

/** The invitation of a link, for the forms of the panel. */
export interface Invited {
  /** The token to accept it with; undefined if it is no longer valid. */
  readonly token: string | undefined;
  /** The inviting school and the invited email; undefined if the server did not say. */
  readonly by: { readonly school: string; readonly email: string } | undefined;
  /** The server's message if the link is no longer valid, else undefined. */
  readonly invalidMessage: string | undefined;
}

/** Loads the invitation before showing a form. If that fails, the form asks for the email as usual. */
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
    // Loaded only once: an accepted invitation is no longer valid, but the person must still see the next step.
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
  const invalidMessage = isApiError(error, 400) ? error.message : undefined;
  return (
    <div className={classes.entry} ref={focusFirst}>
      {children({ token: invalidMessage === undefined ? token : undefined, by: data, invalidMessage })}
    </div>
  );
}
