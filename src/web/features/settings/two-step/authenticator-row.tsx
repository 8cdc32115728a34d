import { IconDeviceMobile } from '@tabler/icons-react';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { formatDate } from '#web/words/dates.ts';
import { MethodRow } from './method-row.tsx';

/** The authenticator app: whether it is set up, with a button to set it up or remove it. */
export function AuthenticatorRow({
  addedAt,
  elsewhere,
  isSettingUp,
  busy,
  onSetUp,
  onRemove,
}: {
  /** Null if it is not set up. */
  addedAt: string | null;
  /** The provider that is the person's only way to sign in; null if they have another. */
  elsewhere: string | null;
  isSettingUp: boolean;
  busy: boolean;
  onSetUp: () => void;
  onRemove: () => void;
}) {
  const explanation =
    elsewhere === null
      ? 'After the password, a code that your phone shows'
      : `A code that your phone shows. ${elsewhere} asks for its own when you sign in`;
  return (
    <MethodRow
      icon={<IconDeviceMobile size={20} aria-hidden="true" />}
      title="Authenticator app"
      text={addedAt === null ? explanation : `Set up on ${formatDate(addedAt)}`}
      action={
        !isSettingUp &&
        (addedAt === null ? (
          <BusyButton
            type="button"
            variant="default"
            size="sm"
            busy={busy}
            busyLabel="Wait…"
            aria-label={busy ? undefined : 'Set up the authenticator app'}
            onClick={onSetUp}
          >
            Set up
          </BusyButton>
        ) : (
          <BusyButton
            type="button"
            variant="subtle"
            size="sm"
            busy={busy}
            busyLabel="Removing…"
            aria-label={busy ? undefined : 'Remove the authenticator app'}
            onClick={onRemove}
          >
            Remove
          </BusyButton>
        ))
      }
    />
  );
}
