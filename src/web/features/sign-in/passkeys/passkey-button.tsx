import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { hasPasskeyHere, supportsPasskeys } from '#web/passkeys/device.ts';

/**
 * Logs in by a passkey. Shown in browsers that have made or used one here, and after a failed login without one: the
 * passkey may be on a phone.
 */
export function PasskeyButton({
  afterFailure,
  busy,
  onClick,
}: {
  afterFailure: boolean;
  busy: boolean;
  onClick: () => void;
}) {
  const [isHere] = useState(hasPasskeyHere);
  if (!isHere && !(afterFailure && supportsPasskeys())) return null;
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
