import { useState } from 'react';
import { meantAddress } from '#contract/mail/meant-address.ts';
import classes from './meant-address.module.css';

interface FormWithEmail {
  setFieldValue(field: 'email', value: string): void;
}

/**
 * Asks once, before a form is sent, about an address whose provider is misspelled. `mayBeSent` says whether to send it;
 * `hint` is the question.
 */
export function useMeantAddress(): {
  readonly mayBeSent: (email: string) => boolean;
  readonly hint: (form: FormWithEmail, button: string) => React.ReactNode;
} {
  const [doubted, setDoubted] = useState<string | null>(null);
  const meant = doubted === null ? null : meantAddress(doubted);
  return {
    mayBeSent: (email) => {
      const isFine = meantAddress(email) === null || doubted === email;
      setDoubted(isFine ? null : email);
      return isFine;
    },
    hint: (form, button) =>
      meant !== null && (
        <p role="alert" className={classes.hint}>
          Did you mean{' '}
          <button
            type="button"
            aria-label={`Use ${meant}`}
            className={classes.take}
            onClick={() => {
              form.setFieldValue('email', meant);
              setDoubted(null);
            }}
          >
            {meant}
          </button>
          ? If not, press ‘{button}’ again.
        </p>
      ),
  };
}
