import { screenPath } from '#contract/paths.ts';
import { ELSEWHERE } from '#contract/sign-in/elsewhere.ts';
import type { Config } from '#server/config.ts';
import type { ProductEmail } from '#server/platform/mail/product-email.ts';

/** Mails about signing in with a provider. */

export const PROVIDER_CHANGES = ['provider_connected', 'provider_disconnected'] as const;

/** The mail about a connected or disconnected provider. `account`: the address there, or empty. */
export function providerEmail(
  { publicUrl, product }: Config,
  change: (typeof PROVIDER_CHANGES)[number],
  provider: string,
  account: string,
): ProductEmail {
  const isConnected = change === 'provider_connected';
  const theAccount = `the ${provider} account${account && ` ${account}`}`;
  return {
    subject: `${provider} was ${isConnected ? 'connected' : 'disconnected'}: ${product.name}`,
    paragraphs: [
      isConnected
        ? `From now on ${theAccount} signs in to your ${product.name} account. If it was you who connected it, there is nothing to do.`
        : `From now on ${theAccount} signs in to your ${product.name} account no more. If it was you who disconnected it, there is nothing to do.`,
      `Your ${product.name} account was ${ELSEWHERE}.`,
      'If it was not you, please choose a new password now, which ends all sessions, and look in Password settings at what is connected.',
    ],
    button: { text: 'Choose a new password', url: publicUrl + screenPath('forgotPassword') },
  };
}

/** Sent when somebody requests a new password although their school requires a provider. */
export function signInWithEmail({ publicUrl, product }: Config, provider: string): ProductEmail {
  return {
    subject: `Sign in to ${product.name} with ${provider}`,
    paragraphs: [
      `Somebody, probably you, asked for a new password for your ${product.name} account. Your school asks its staff to sign in with ${provider}, so there is no password to choose.`,
      'If that does not work, please talk to your school’s owner. If you did not ask for this, simply ignore this email.',
    ],
    button: { text: `Log in`, url: `${publicUrl}${screenPath('landing')}?login=true` },
  };
}
