import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { confirmRoutes } from '#contract/sign-in/confirming.ts';
import type { Way } from '#contract/sign-in/ways/way.ts';
import { DialogAnswers } from '#ui/dialogs/dialog-answers.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { call } from '#web/api/client.ts';
import type { ConfirmProps, DeviceWay } from '#web/forms/ways/way-on-web.ts';

interface ByDeviceProps extends ConfirmProps {
  readonly way: Way;
  readonly device: DeviceWay['device'];
}

/** Asks for proof from the device: a passkey. */
export function ByDevice({ way: { id, words }, device, onConfirmed, onCancel }: ByDeviceProps) {
  const confirm = useMutation({
    mutationFn: async () => {
      await call(confirmRoutes.confirmPerson, { body: { [id]: await device.toConfirm() } });
    },
    onSuccess: onConfirmed,
    onError: device.onError,
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
        {words.use}
      </BusyButton>
    </DialogAnswers>
  );
}
