import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { hasPasskeyHere } from '#web/passkeys/device.ts';

/** Logs in by a passkey. Stands only in browsers that have made or used one here. */
export function PasskeyButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  const [isShown] = useState(hasPasskeyHere);
  if (!isShown) return null;
  return (
    <BusyButton
      type="button"
      variant="subtle"
      fullWidth
      leftSection={<IconFingerprint size={20} aria-hidden="true" />}
      busy={busy}
      busyLabel="Logging in…"
      onClick={onClick}
    >
      Use a passkey
    </BusyButton>
  );
}
