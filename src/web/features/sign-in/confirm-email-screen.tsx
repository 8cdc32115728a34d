import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { PEOPLE_MESSAGES, peopleRoutes } from '#contract/people.ts';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { BusyButton } from '../../kit/busy-button.tsx';
import { toast } from '../../kit/toast.ts';
import classes from './mailed-link.module.css';
import { OpenTheLink } from './open-the-link.tsx';
import { useMailedToken } from './use-mailed-token.ts';

/** Takes a new e-mail address into use. By a button: programs that look into mails follow links, but press nothing. */
export function Component() {
  const token = useMailedToken();
  return token === null ? (
    <OpenTheLink anew={{ label: 'Ask for another in My details', to: SCREENS.myDetails }} />
  ) : (
    <ConfirmEmail token={token} />
  );
}

function ConfirmEmail({ token }: { token: string }) {
  const confirm = useMutation({
    mutationFn: () => call(peopleRoutes.confirmEmail, { params: { token } }),
    onSuccess: async ({ message }) => {
      toast.success(message || PEOPLE_MESSAGES.emailConfirmed);
      await queryClient.invalidateQueries({ queryKey: queryKeys.profile });
    },
  });
  return (
    <div className={classes.page}>
      <section className={classes.card}>
        {confirm.isSuccess ? (
          <>
            <h1 className={classes.title}>{PEOPLE_MESSAGES.emailConfirmed}</h1>
            <p>
              <Link to={SCREENS.newsletters}>Go to your newsletters</Link>
            </p>
          </>
        ) : (
          <>
            <div>
              <h1 className={classes.title}>Confirm your new email</h1>
              <p className={classes.lead}>From then on you log in with it.</p>
            </div>
            <BusyButton
              type="button"
              size="lg"
              busy={confirm.isPending}
              busyLabel="Confirming…"
              onClick={() => confirm.mutate()}
              fullWidth
            >
              Confirm email
            </BusyButton>
          </>
        )}
      </section>
    </div>
  );
}
