import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { PEOPLE_MESSAGES, peopleRoutes } from '#contract/people.ts';
import { call } from '#web/api/client.ts';
import { queryClient } from '#web/api/query-client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { ConfirmByLink } from './confirm-by-link.tsx';
import { IncompleteLink } from './incomplete-link.tsx';
import { useMailedToken } from './use-mailed-token.ts';

/** Confirms the new email of an account. */
export function Component() {
  const token = useMailedToken();
  if (token === null)
    return <IncompleteLink retry={{ label: 'Ask for another in My details', to: SCREENS.myDetails }} />;
  return <ConfirmEmail token={token} />;
}

function ConfirmEmail({ token }: { token: string }) {
  // If this fails, the button still confirms, or shows why it cannot.
  const { data, isPending } = useQuery({
    queryKey: ['email-change', token],
    queryFn: async ({ signal }) => {
      const handles = () => true;
      return (await call(peopleRoutes.readEmailChange, { params: { token }, signal, handles })).email;
    },
    // Loaded once: the link is used up by confirming.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  });
  // Keeps the line's place until the address is known.
  const lead = isPending ? '\u00a0' : `From then on you log in with ${data ?? 'it'}.`;
  return (
    <ConfirmByLink
      title="Confirm your new email"
      lead={lead}
      done={PEOPLE_MESSAGES.emailConfirmed}
      confirm={async () => {
        const reply = await call(peopleRoutes.confirmEmail, { params: { token } });
        await queryClient.invalidateQueries({ queryKey: queryKeys.profile });
        return reply;
      }}
    >
      <p>
        <Link to={SCREENS.newsletters}>Go to your newsletters</Link>
      </p>
    </ConfirmByLink>
  );
}
