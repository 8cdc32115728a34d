import { screenPath } from '#contract/paths.ts';
import { ELSEWHERE } from '#contract/sign-in/elsewhere.ts';
import type { ProductEmail } from '#server/platform/mail/define-mail.ts';
import { asTyped, type ProductWords, say } from '#server/platform/mail/words.ts';

/** Mails about signing in with a provider. */

export const PROVIDER_CHANGES = ['provider_connected', 'provider_disconnected'] as const;

/** The mail about a connected or disconnected provider. `account`: the address there, or empty. */
export function providerEmail(
  { publicUrl, product }: ProductWords,
  change: (typeof PROVIDER_CHANGES)[number],
  provider: string,
  account: string,
): ProductEmail {
  const isConnected = change === 'provider_connected';
  const name = asTyped(provider);
  const theAccount = account === '' ? say`the ${name} account` : say`the ${name} account ${asTyped(account)}`;
  return {
    subject: say`${name} was ${isConnected ? 'connected' : 'disconnected'}: ${product.name}`,
    paragraphs: [
      isConnected
        ? say`From now on ${theAccount} signs in to your ${product.name} account. If it was you who connected it, there is nothing to do.`
        : say`From now on ${theAccount} signs in to your ${product.name} account no more. If it was you who disconnected it, there is nothing to do.`,
      say`Your ${product.name} account was ${ELSEWHERE}.`,
      say`If it was not you, please choose a new password now, which ends all sessions, and look in Password settings at what is connected.`,
    ],
    button: { text: 'Choose a new password', url: publicUrl + screenPath('forgotPassword') },
  };
}

/** Sent when somebody requests a new password although their school requires a provider. */
export function signInWithEmail({ publicUrl, product }: ProductWords, provider: string): ProductEmail {
  return {
    subject: say`Sign in to ${product.name} with ${asTyped(provider)}`,
    paragraphs: [
      say`Somebody, probably you, asked for a new password for your ${product.name} account. Your school asks its staff to sign in with ${asTyped(provider)}, so there is no password to choose.`,
      say`If that does not work, please talk to your school’s owner. If you did not ask for this, simply ignore this email.`,
    ],
    button: { text: `Log in`, url: `${publicUrl}${screenPath('landing')}?login=true` },
  };
}
