import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type OwnProvider, providerRoutes } from '#contract/sign-in/providers.ts';
import { DialogAnswers } from '#ui/dialogs/dialog-answers.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { ProviderLogo } from '#ui/provider-logo.tsx';
import { call } from '#web/api/client.ts';
import { ownProvidersQuery } from '#web/api/own-providers.ts';
import classes from '#web/forms/confirm-person/confirm-person.module.css';
import { onConfirmedElsewhere, openVisitWindow } from '#web/session/at-provider.ts';
import type { ConfirmProps } from './way-on-web.ts';

/** Asks for proof by a new sign-in at a provider, in a second window, so that nothing typed here is lost. */
export function ByProvider({ onConfirmed, onCancel }: ConfirmProps) {
  const { data } = useQuery(ownProvidersQuery);
  const [first] = useState(() => ({ onConfirmed }));
  useEffect(() => onConfirmedElsewhere(first.onConfirmed), [first]);
  const connected = data?.providers.filter((each) => each.connected !== null) ?? [];
  return (
    <div className={classes.form}>
      {connected.map((each) => (
        <Provider key={each.id} {...each} />
      ))}
      <DialogAnswers>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </DialogAnswers>
    </div>
  );
}

function Provider({ id, name }: OwnProvider) {
  const [isBlocked, setIsBlocked] = useState(false);
  const visit = useMutation({
    mutationFn: async (opened: Window) => {
      const { address } = await call(providerRoutes.confirmByProvider, { params: { provider: id } });
      opened.location.assign(address);
    },
    onError: (_, opened) => opened.close(),
  });
  // Opened by the press itself: later the browser would block it.
  const open = () => {
    const opened = openVisitWindow();
    setIsBlocked(opened === null);
    if (opened !== null) visit.mutate(opened);
  };
  return (
    <>
      <BusyButton
        type="button"
        variant="default"
        busy={visit.isPending}
        busyLabel={`To ${name}…`}
        leftSection={<ProviderLogo id={id} />}
        data-autofocus
        onClick={open}
        fullWidth
      >
        Sign in with {name} again
      </BusyButton>
      <p className={classes.why} role="status">
        {isBlocked
          ? 'Your browser has blocked the window. Please allow it, and press again.'
          : visit.isSuccess
            ? `Sign in in the window of ${name}, then come back here.`
            : 'It opens in a window of its own.'}
      </p>
    </>
  );
}
