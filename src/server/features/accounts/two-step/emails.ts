import { withoutAddresses } from '#contract/fields.ts';
import { screenPath } from '#contract/paths.ts';
import type { Config } from '#server/config.ts';
import type { ProductEmail } from '#server/platform/mail/product-email.ts';

/** Mails about a person's two-step sign-in. */

/** What a person is told of that concerns their two-step sign-in. */
export const TWO_STEP_CHANGES = [
  'two_step_on',
  'two_step_off',
  'recovery_codes_renewed',
  'recovery_code_used',
  'authenticator_added',
  'authenticator_removed',
  'passkey_added',
  'passkey_removed',
  'passkey_refused',
] as const;
export type TwoStepChange = (typeof TWO_STEP_CHANGES)[number];

const TWO_STEP_WORDS: Readonly<Record<TwoStepChange, readonly [string, string]>> = {
  two_step_on: ['Two-step sign-in is on', 'Two-step sign-in was turned on for'],
  two_step_off: ['Two-step sign-in is off', 'Two-step sign-in was turned off for'],
  recovery_codes_renewed: ['You have new recovery codes', 'New recovery codes were made for'],
  recovery_code_used: ['A recovery code was used', 'Somebody logged in by a recovery code to'],
  authenticator_added: ['An authenticator app was set up', 'An authenticator app was set up for'],
  authenticator_removed: ['An authenticator app was removed', 'The authenticator app was removed from'],
  passkey_added: [
    'A passkey was added',
    'A passkey, by which one logs in without the password, was added to',
  ],
  passkey_removed: ['A passkey was removed', 'A passkey was removed from'],
  passkey_refused: ['A passkey was refused', 'A passkey that may have been copied was not let in to'],
};

/** What to do about it besides a new password, if it was somebody else. */
const TWO_STEP_ADVICE: Readonly<Partial<Record<TwoStepChange, string>>> = {
  passkey_added: ' Then remove the passkey under Password settings.',
  passkey_refused: ' In any case remove the passkey under Password settings, and add a new one.',
};

/** Two-step sign-in was turned off for somebody who could not do it: `of` is the name if it is not the reader. */
export function twoStepResetEmail({ publicUrl, product }: Config, of: string | null): ProductEmail {
  const whose = of === null ? 'your' : `${withoutAddresses(of)}’s`;
  return {
    subject: `Two-step sign-in was turned off: ${product.name}`,
    paragraphs: [
      `Two-step sign-in of ${whose} ${product.name} account was turned off just now, and the account is signed out everywhere. The password alone is enough to log in until it is set up again.`,
      of === null
        ? 'If you did not ask your school or the people who run this service for it, please tell your school’s owner, and choose a new password now.'
        : 'If it was not you who did this, please choose a new password now: that ends all sessions.',
    ],
    button: { text: 'Choose a new password', url: publicUrl + screenPath('forgotPassword') },
  };
}

/** Something about a person's two-step sign-in has changed. */
export function twoStepEmail({ publicUrl, product }: Config, change: TwoStepChange): ProductEmail {
  const [subject, happened] = TWO_STEP_WORDS[change];
  return {
    subject: `${subject}: ${product.name}`,
    paragraphs: [
      `${happened} your ${product.name} account just now. If it was you, there is nothing to do.`,
      `If it was not you, please choose a new password now: that ends all sessions.${TWO_STEP_ADVICE[change] ?? ''}`,
    ],
    button: { text: 'Choose a new password', url: publicUrl + screenPath('forgotPassword') },
  };
}
