import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { confirmRoutes } from '#contract/signing-in/confirming.ts';
import { passkeyRoutes } from '#contract/signing-in/passkeys.ts';
import { DialogAnswers } from '#ui/dialogs/dialog-answers.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { call } from '#web/api/client.ts';
import { askForPasskey } from '#web/passkeys/device.ts';
import { showPasskeyFailure } from '#web/passkeys/failure.ts';
import type { WayProps } from './way-props.ts';

/** Proves who one is by a passkey. */
export function ByPasskey({ onConfirmed, onCancel }: WayProps) {
  const confirm = useMutation({
    mutationFn: async () => {
      const { options } = await call(passkeyRoutes.confirmOptions);
      await call(confirmRoutes.confirmPerson, { body: { passkey: await askForPasskey(options) } });
    },
    onSuccess: onConfirmed,
    onError: showPasskeyFailure,
  });
  return (
    <DialogAnswers>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <BusyButton
        type="button"
        data-autofocus
        autoFocus
        busy={confirm.isPending}
        busyLabel="One moment…"
        onClick={() => confirm.mutate()}
      >
        Use a passkey
      </BusyButton>
    </DialogAnswers>
  );
}
