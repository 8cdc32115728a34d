import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { DialogAnswers } from '#ui/dialogs/dialog-answers.tsx';
import { logOut } from '#web/api/log-out.ts';
import { usableWays } from '#web/forms/ways/ways.ts';
import type { ConfirmPersonRequest } from '#web/session/confirm-person.ts';
import { ByWay } from './by-way.tsx';
import classes from './confirm-person.module.css';

/** Asks the person to prove who they are, in one of their ways. */
export function ConfirmPersonDialog({ ways: ids, answer }: ConfirmPersonRequest) {
  const ways = usableWays(ids);
  const [chosen, setChosen] = useState(ways[0]);
  const cancel = () => answer(false);
  return (
    <Dialog opened onClose={cancel} title="Is it you?" size={440} withCloseButton={false} zIndex={400}>
      <div className={classes.form}>
        <p className={classes.why}>
          {chosen
            ? 'For this we ask again: somebody else may be sitting here.'
            : 'For this, please log in again.'}
        </p>
        {chosen ? (
          <ByWay key={chosen.id} way={chosen} onConfirmed={() => answer(true)} onCancel={cancel} />
        ) : (
          <SignInAgain onCancel={cancel} />
        )}
        {ways
          .filter(({ id }) => id !== chosen?.id)
          .map((way) => (
            <button key={way.id} type="button" className={classes.otherWay} onClick={() => setChosen(way)}>
              {way.words.use}
            </button>
          ))}
      </div>
    </Dialog>
  );
}

function SignInAgain({ onCancel }: { onCancel: () => void }) {
  return (
    <DialogAnswers>
      <Button variant="default" data-autofocus onClick={onCancel}>
        Cancel
      </Button>
      <Button onClick={logOut}>Log out</Button>
    </DialogAnswers>
  );
}
