import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { PASSKEYS_MAX, type Passkey, passkeyRoutes, renamePasskeyForm } from '#contract/sign-in/passkeys.ts';
import { SECOND_FACTOR_MESSAGES } from '#contract/sign-in/second-factor.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { NameDialog } from '#ui/dialogs/name-dialog.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { call } from '#web/api/client.ts';
import { deviceName } from '#web/features/settings/device-name.ts';
import { MethodRow } from '#web/features/settings/two-step/method-row.tsx';
import classes from '#web/features/settings/two-step/two-step.module.css';
import { forgetPasskey, makePasskey, supportsPasskeys } from '#web/passkeys/device.ts';
import { showPasskeyFailure } from '#web/passkeys/failure.ts';
import { formatDate } from '#web/words/dates.ts';

interface PasskeysProps {
  readonly passkeys: readonly Passkey[];
  /** Whether the password alone is enough after the only passkey is removed. */
  readonly isLastWay: boolean;
  /** Whether the last one cannot be removed, because the school requires one. */
  readonly lastStays: boolean;
  /** Gets recovery codes if it is the first way of two-step sign-in. */
  readonly onAdded: (codes: readonly string[]) => void;
  readonly onRenamed: () => void;
  readonly onRemoved: () => void;
}

/** The person's passkeys: a row for each, and a button to add one. */
export function Passkeys({ passkeys, isLastWay, lastStays, onAdded, onRenamed, onRemoved }: PasskeysProps) {
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const rows = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(rows, passkeys.length);
  const remove = useMutation({
    mutationFn: ({ id }: Passkey) => call(passkeyRoutes.removePasskey, { params: { id } }),
    onSuccess: (_, { credential_id }) => {
      onRemoved();
      void forgetPasskey(credential_id);
    },
  });
  const askToRemove = async (passkey: Passkey) => {
    if (isLastWay && lastStays) toast.error(SECOND_FACTOR_MESSAGES.lastFactor);
    else if (await confirm(removal(passkey, isLastWay))) remove.mutate(passkey);
  };
  const add = <AddButton isFirst={passkeys.length === 0} onAdded={onAdded} />;
  return (
    <div ref={rows} className={classes.ways}>
      {passkeys.map((passkey) => (
        <MethodRow
          key={passkey.id}
          icon={<IconFingerprint size={20} aria-hidden="true" />}
          title="Passkey"
          text={aboutPasskey(passkey)}
          action={
            <div className={classes.actions}>
              <Button
                variant="subtle"
                size="sm"
                aria-label={`Rename the passkey ${passkey.name}`}
                onClick={() => setRenamed(passkey)}
              >
                Rename
              </Button>
              <Button
                variant="subtle"
                size="sm"
                aria-label={`Remove the passkey ${passkey.name}`}
                onClick={() => void askToRemove(passkey)}
              >
                Remove
              </Button>
            </div>
          }
        />
      ))}
      {passkeys.length === 0 ? (
        <MethodRow
          icon={<IconFingerprint size={20} aria-hidden="true" />}
          title="Passkey"
          text={
            supportsPasskeys()
              ? 'Log in with your fingerprint, face or PIN, without the password'
              : 'This browser cannot use passkeys'
          }
          action={supportsPasskeys() && add}
        />
      ) : (
        supportsPasskeys() && passkeys.length < PASSKEYS_MAX && <div className={classes.more}>{add}</div>
      )}
      {renamed && <RenameDialog passkey={renamed} onRenamed={onRenamed} onClose={() => setRenamed(null)} />}
    </div>
  );
}

// The pressed button disappears with its row when the list is reloaded.
function useFocusAfterRemoval(rows: RefObject<HTMLElement | null>, count: number): void {
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body)
      [...(rows.current?.querySelectorAll('button') ?? [])].at(-1)?.focus();
    before.current = count;
  }, [rows, count]);
}

function aboutPasskey({ name, added_at, last_used_at }: Passkey): string {
  const used = last_used_at === null ? 'not used yet' : `last used ${formatDate(last_used_at)}`;
  return `${name} · added ${formatDate(added_at)} · ${used}`;
}

function removal({ name }: Passkey, isLastWay: boolean) {
  return {
    title: `Remove the passkey ‘${name}’?`,
    message: isLastWay
      ? 'Then your password alone is enough to log in, and your recovery codes work no more.'
      : 'It lets you in no more. Your device may keep showing it until you delete it there, too.',
    confirmLabel: 'Remove passkey',
    destructive: true,
  };
}

function AddButton({ isFirst, onAdded }: { isFirst: boolean; onAdded: PasskeysProps['onAdded'] }) {
  const add = useMutation({
    mutationFn: async () => {
      const { options } = await call(passkeyRoutes.newPasskeyOptions);
      const passkey = await makePasskey(options);
      const name = deviceName(navigator.userAgent).slice(0, 60);
      return await call(passkeyRoutes.addPasskey, { body: { passkey, name } });
    },
    onSuccess: ({ recovery_codes }) => onAdded(recovery_codes),
    onError: showPasskeyFailure,
  });
  return (
    <BusyButton
      type="button"
      variant="default"
      size="sm"
      aria-label={isFirst ? 'Add a passkey' : undefined}
      busy={add.isPending}
      busyLabel="Adding…"
      onClick={() => add.mutate()}
    >
      {isFirst ? 'Add' : 'Add another passkey'}
    </BusyButton>
  );
}

function RenameDialog({
  passkey,
  onRenamed,
  onClose,
}: {
  passkey: Passkey;
  onRenamed: () => void;
  onClose: () => void;
}) {
  const rename = useMutation({
    mutationFn: (name: string) =>
      call(passkeyRoutes.renamePasskey, { params: { id: passkey.id }, body: { name } }),
    onSuccess: () => {
      onRenamed();
      onClose();
    },
  });
  return (
    <NameDialog
      title="Rename the passkey"
      schema={renamePasskeyForm}
      initial={passkey.name}
      isBusy={rename.isPending}
      onName={(name) => rename.mutate(name)}
      onClose={onClose}
    />
  );
}
