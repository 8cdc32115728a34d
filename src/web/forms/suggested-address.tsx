import { useState } from 'react';
import { suggestedAddress } from '#contract/mail/suggested-address.ts';
import classes from './suggested-address.module.css';

interface FormWithEmail {
  setFieldValue(field: 'email', value: string): void;
}

/**
 * Asks once, before a form is sent, about an address whose provider is misspelled. `mayBeSent` says whether to send it;
 * `hint` is the question.
 */
export function useSuggestedAddress(): {
  readonly mayBeSent: (email: string) => boolean;
  readonly hint: (form: FormWithEmail, button: string) => React.ReactNode;
} {
  const [doubted, setDoubted] = useState<string | null>(null);
  const suggested = doubted === null ? null : suggestedAddress(doubted);
  return {
    mayBeSent: (email) => {
      const isFine = suggestedAddress(email) === null || doubted === email;
      setDoubted(isFine ? null : email);
      return isFine;
    },
    hint: (form, button) =>
      suggested !== null && (
        <p role="alert" className={classes.hint}>
          Did you mean{' '}
          <button
            type="button"
            aria-label={`Use ${suggested}`}
            className={classes.take}
            onClick={() => {
              form.setFieldValue('email', suggested);
              setDoubted(null);
            }}
          >
            {suggested}
          </button>
          ? If not, press ‘{button}’ again.
        </p>
      ),
  };
}
