import { screenPath } from '#contract/paths.ts';
import { ELSEWHERE } from '#contract/sign-in/elsewhere.ts';
import { RECOVERY_CODES } from '#contract/sign-in/ways/recovery-code.ts';
import { LIMITS } from '#server/platform/http/attempts.ts';
import type { ProductEmail } from '#server/platform/mail/define-mail.ts';
import { type ProductWords, say, type Words } from '#server/platform/mail/words.ts';

/** Mails about a person's two-step sign-in. */

/** The changes to two-step sign-in that a person is notified of. */
export const TWO_STEP_CHANGES = [
  'two_step_on',
  'two_step_off',
  'recovery_codes_renewed',
  'recovery_code_used',
  'codes_guessed',
  'authenticator_added',
  'authenticator_removed',
  'passkey_added',
  'passkey_removed',
  'passkey_refused',
] as const;
export type TwoStepChange = (typeof TWO_STEP_CHANGES)[number];

const TWO_STEP_WORDS: Readonly<Record<Exclude<TwoStepChange, 'codes_guessed'>, readonly [string, string]>> = {
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

/** Advice for a person who did not make the change, besides choosing a new password. */
const TWO_STEP_ADVICE: Readonly<Partial<Record<TwoStepChange, string>>> = {
  passkey_added: ' Then remove the passkey under Password settings.',
  recovery_codes_renewed: ' Then make new recovery codes under Password settings.',
  recovery_code_used: ' Then make new recovery codes under Password settings.',
  passkey_refused: ' In any case remove the passkey under Password settings, and add a new one.',
};

/** Changes after which a log-in may require something that only an intruder has. */
const MAY_SHUT_OUT: ReadonlySet<TwoStepChange> = new Set([
  'two_step_on',
  'recovery_codes_renewed',
  'authenticator_added',
  'passkey_added',
]);

/** The mail about a change to a person's two-step sign-in. `codesLeft`: unused recovery codes. */
export function twoStepEmail(config: ProductWords, change: TwoStepChange, codesLeft: number): ProductEmail {
  if (change === 'codes_guessed') return guessesEmail(config);
  const { product } = config;
  const [subject, happened] = TWO_STEP_WORDS[change];
  const isUse = change === 'recovery_code_used' || change === 'passkey_refused';
  return {
    subject: say`${subject}: ${product.name}`,
    paragraphs: [
      say`${happened} your ${product.name} account just now${isUse ? '' : `, and the account was ${ELSEWHERE}`}. If it was you, there is nothing to do.`,
      ...(change === 'recovery_code_used' ? [codesLeftWords(codesLeft)] : []),
      say`If it was not you, please choose a new password now: that ends all sessions.${TWO_STEP_ADVICE[change] ?? ''}`,
      ...(MAY_SHUT_OUT.has(change) ? [shutOutWords(config)] : []),
    ],
    button: newPasswordButton(config),
  };
}

function shutOutWords({ product }: ProductWords): Words {
  return say`If you are asked for a code or a passkey then that you do not have, your school’s owner can turn two-step sign-in off for you. If you are the owner, please write to us: ${product.contactEmail}`;
}

function codesLeftWords(codesLeft: number): Words {
  if (codesLeft === 0) return say`It was your last one. Please make new ones under Password settings.`;
  return say`${codesLeft} of your ${RECOVERY_CODES} recovery codes ${codesLeft === 1 ? 'is' : 'are'} left. You can make new ones under Password settings.`;
}

/** Sent when as many wrong codes were typed as an hour allows. */
function guessesEmail(config: ProductWords): ProductEmail {
  const { name } = config.product;
  return {
    subject: say`Wrong codes were typed for your account: ${name}`,
    paragraphs: [
      say`${LIMITS.codeByPerson.max} wrong codes were typed for your ${name} account within an hour. Nobody was let in by them, and no more are taken until the hour is over.`,
      say`If it was you, wait for that. Does your app show other codes? Then set the clock of your phone to automatic.`,
      say`If it was not you, somebody knows your password, or sits where you are signed in. Please choose a new password now: that ends all sessions.`,
    ],
    button: newPasswordButton(config),
  };
}

/** The mail to a person whose two-step sign-in the owner or the operator turned off, because they could not do it themselves. */
export function twoStepResetEmail(config: ProductWords): ProductEmail {
  const { name } = config.product;
  return {
    subject: say`Your two-step sign-in was turned off: ${name}`,
    paragraphs: [
      say`Two-step sign-in of your ${name} account was turned off just now, and the account is signed out everywhere. The password alone is enough to log in until it is set up again.`,
      say`If you did not ask your school or the people who run this service for it, please tell your school’s owner, and choose a new password now.`,
    ],
    button: newPasswordButton(config),
  };
}

/** The mail to the owner who turned it off for a colleague. */
export function twoStepResetByYouEmail(config: ProductWords, who: string): ProductEmail {
  const { name } = config.product;
  return {
    subject: say`You turned off two-step sign-in of ${who}: ${name}`,
    paragraphs: [
      say`With your ${name} account, two-step sign-in of ${who} was turned off just now, and ${who} is signed out everywhere. Their password alone is enough to log in until they set it up again. Your own two-step sign-in stays as it is.`,
      say`If it was not you who did this, somebody else is using your account. Please choose a new password now: that ends all sessions.`,
    ],
    button: newPasswordButton(config),
  };
}

function newPasswordButton({ publicUrl }: ProductWords) {
  return { text: 'Choose a new password', url: publicUrl + screenPath('forgotPassword') };
}
