import { Drawer } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { providerRoutes } from '#contract/sign-in/providers.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { call } from '#web/api/client.ts';
import type { Session } from '#web/session/session.ts';
import { productName } from '#web/words/product.ts';
import classes from './auth-panel.module.css';
import { sessionOfReply } from './begun-session.ts';
import { focusFirst } from './focus-first.ts';
import { useVisit } from './provider-buttons.tsx';

interface NoAccountProps {
  readonly provider: string;
  readonly step: string;
  readonly email: string;
  readonly remember: boolean;
  readonly onBegun: (session: Session) => void;
}

/** Shown if the provider has proven an address without an account here. */
export function NoAccount({ provider, step, email, remember, onBegun }: NoAccountProps) {
  const another = useVisit(provider, { remember: () => remember });
  const begin = useMutation({
    mutationFn: () => call(providerRoutes.registerByProvider, { body: { step } }),
    onSuccess: ({ session }) => onBegun(sessionOfReply(session)),
  });
  return (
    <div className={classes.form} ref={focusFirst}>
      <div className={classes.middle}>
        <div>
          <Drawer.Title className={classes.title}>No account here</Drawer.Title>
          <p className={classes.said}>
            <strong>{email}</strong> is not in a school on {productName()} yet.
          </p>
          <p className={classes.lead}>Ask your school’s owner to invite that address.</p>
        </div>
        <div className={classes.answers}>
          <BusyButton
            type="button"
            size="lg"
            busy={begin.isPending}
            busyLabel="One moment…"
            data-autofocus
            onClick={() => begin.mutate()}
            fullWidth
          >
            Start a new school
          </BusyButton>
          <BusyButton
            type="button"
            size="lg"
            variant="default"
            busy={another.isPending}
            busyLabel="One moment…"
            onClick={() => another.mutate()}
            fullWidth
          >
            Another account
          </BusyButton>
        </div>
        <p className={classes.fine}>
          By starting one you agree to our <Link to={SCREENS.terms}>Terms</Link>. Our{' '}
          <Link to={SCREENS.privacy}>Privacy Notice</Link> says how we treat your data.
        </p>
      </div>
    </div>
  );
}
