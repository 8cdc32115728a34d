import { SCREENS } from '#contract/paths.ts';
import { SCHOOL_MESSAGES, schoolRoutes } from '#contract/school.ts';
import { call } from '#web/api/client.ts';
import { queryClient } from '#web/api/query-client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { ConfirmByLink } from './confirm-by-link.tsx';
import { IncompleteLink } from './incomplete-link.tsx';
import { useMailedToken } from './use-mailed-token.ts';

/** Confirms a school's email. This needs no account. */
export function Component() {
  const token = useMailedToken();
  if (token === null)
    return (
      <IncompleteLink retry={{ label: 'Ask for another in School settings', to: SCREENS.schoolSettings }} />
    );
  return (
    <ConfirmByLink
      title="Confirm the school’s email"
      lead="What families answer to a newsletter then arrives at the address that the mail came to."
      done={SCHOOL_MESSAGES.emailConfirmed}
      confirm={async () => {
        const reply = await call(schoolRoutes.confirmSchoolEmail, { params: { token } });
        await queryClient.invalidateQueries({ queryKey: queryKeys.school });
        return reply;
      }}
    >
      <p>Thank you. There is nothing more to do.</p>
    </ConfirmByLink>
  );
}
