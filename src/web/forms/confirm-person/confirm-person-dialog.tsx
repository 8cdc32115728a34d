import { Button } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import type { ConfirmWay } from '#contract/signing-in/confirm-ways.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { DialogAnswers } from '#ui/dialogs/dialog-answers.tsx';
import { logOut } from '#web/api/log-out.ts';
import { supportsPasskeys } from '#web/passkeys/device.ts';
import type { WhoItIs } from '#web/session/confirm-person.ts';
import { ByCode } from './by-code.tsx';
import { ByPasskey } from './by-passkey.tsx';
import { ByPassword } from './by-password.tsx';
import { ByProvider } from './by-provider.tsx';
import { ByRecoveryCode } from './by-recovery-code.tsx';
import classes from './confirm-person.module.css';
import type { WayProps } from './way-props.ts';

const WAYS: Readonly<
  Partial<Record<ConfirmWay, { readonly name: string; readonly Form: ComponentType<WayProps> }>>
> = {
  passkey: { name: 'Use a passkey', Form: ByPasskey },
  code: { name: 'Use a code', Form: ByCode },
  recovery_code: { name: 'Use a recovery code', Form: ByRecoveryCode },
  password: { name: 'Use your password', Form: ByPassword },
  provider: { name: 'Sign in elsewhere again', Form: ByProvider },
};

/** Asks who the person is, by one of their ways. */
export function ConfirmPersonDialog({ ways: all, answer }: WhoItIs) {
  const ways = all.filter((way) => way !== 'passkey' || supportsPasskeys());
  const [chosen, setChosen] = useState(ways[0]);
  const cancel = () => answer(false);
  const Form = chosen && WAYS[chosen]?.Form;
  return (
    <Dialog opened onClose={cancel} title="Is it you?" size={440} withCloseButton={false} zIndex={400}>
      <div className={classes.form}>
        <p className={classes.why}>
          {Form
            ? 'For this we ask again: somebody else may be sitting here.'
            : 'For this, please log in again.'}
        </p>
        {Form ? (
          <Form key={chosen} onConfirmed={() => answer(true)} onCancel={cancel} />
        ) : (
          <LogInAgain onCancel={cancel} />
        )}
        {ways
          .filter((way) => way !== chosen && WAYS[way] !== undefined)
          .map((way) => (
            <button key={way} type="button" className={classes.otherWay} onClick={() => setChosen(way)}>
              {WAYS[way]?.name}
            </button>
          ))}
      </div>
    </Dialog>
  );
}

function LogInAgain({ onCancel }: { onCancel: () => void }) {
  return (
    <DialogAnswers>
      <Button variant="default" data-autofocus onClick={onCancel}>
        Cancel
      </Button>
      <Button onClick={logOut}>Log out</Button>
    </DialogAnswers>
  );
}
