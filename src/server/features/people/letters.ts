import { screenPath } from '#contract/paths.ts';
import { LINK_LIFE } from '#contract/people.ts';
import type { Config } from '../../config.ts';
import type { Letter } from '../../letters.ts';

/** The mails about a person's own account. Every link starts with PUBLIC_URL, never with what a caller sent. */

const HOUR_MS = 3_600_000;
const hours = (ms: number) => (ms === HOUR_MS ? 'an hour' : `${ms / HOUR_MS} hours`);
const withToken = (path: string, token: string) => `${path}?${new URLSearchParams({ token })}`;

/** The first mail: a link to set a password. */
export function welcomeLetter({ publicUrl, product }: Config, token: string): Letter {
  return {
    subject: `Welcome to ${product.name}`,
    paragraphs: [
      `Thank you for signing up to ${product.name}. It is good to have you here.`,
      'Please choose a password to finish, and then set up your school and your first newsletter.',
      `The link works once, within ${hours(LINK_LIFE.welcome)}. If you did not ask for an account, simply ignore this email.`,
    ],
    button: { text: 'Set my password', url: publicUrl + withToken(screenPath('changePassword'), token) },
  };
}

/** Somebody asked for an account for an address that has one. */
export function knownLetter({ publicUrl, product }: Config, email: string): Letter {
  return {
    subject: `You already have an account with ${product.name}`,
    paragraphs: [
      `Somebody, probably you, asked for a ${product.name} account for this email address. You have one already, so there is nothing to do but log in.`,
      'If you no longer know your password, choose ‘Forgot password?’ there. If it was not you who asked, simply ignore this email.',
    ],
    button: {
      text: 'Log in',
      url: `${publicUrl}${screenPath('landing')}?${new URLSearchParams({ login: 'true', email })}`,
    },
  };
}

/** Somebody asked for an account or a password for an address that has an open invitation. */
export function invitedLetter({ product }: Config): Letter {
  return {
    subject: `Your invitation to ${product.name}`,
    paragraphs: [
      `You have been invited to ${product.name} by your school. Please use the link in that invitation to get your access.`,
      'If you cannot find it, or if it is too old, please ask your school to send you a new one.',
    ],
  };
}

/** A link to choose a new password. */
export function resetLetter({ publicUrl, product }: Config, token: string): Letter {
  return {
    subject: `Choose a new ${product.name} password`,
    paragraphs: [
      `Somebody, probably you, asked for a new password for your ${product.name} account.`,
      `The link works once, within ${hours(LINK_LIFE.reset)}. If you did not ask for it, simply ignore this email: your password stays as it is.`,
    ],
    button: {
      text: 'Choose a new password',
      url: publicUrl + withToken(screenPath('changePassword'), token),
    },
  };
}

/** To the new address: a link that makes it the account's. */
export function confirmEmailLetter({ publicUrl, product }: Config, token: string): Letter {
  return {
    subject: 'Please confirm your new email address',
    paragraphs: [
      `You asked to use this email address for your ${product.name} account. Please confirm that it is yours.`,
      `The link works once, within ${hours(LINK_LIFE.confirm_email)}. Until then, everything stays with your old address. If you did not ask for this, simply ignore this email.`,
    ],
    button: {
      text: 'Confirm my email address',
      url: publicUrl + withToken(screenPath('confirmEmail'), token),
    },
  };
}

/** To the old address: what is about to change. */
export function emailChangeLetter({ publicUrl, product }: Config): Letter {
  return {
    subject: `Your ${product.name} email address is about to change`,
    paragraphs: [
      `Somebody, probably you, asked to use another email address for your ${product.name} account. It changes once the link that we sent there is followed.`,
      'If it was not you, please choose a new password now: that ends all sessions and stops the change.',
    ],
    button: { text: 'Choose a new password', url: publicUrl + screenPath('forgotPassword') },
  };
}

/** The password is another one. */
export function passwordChangedLetter({ publicUrl, product }: Config): Letter {
  return {
    subject: `Your ${product.name} password was changed`,
    paragraphs: [
      `The password of your ${product.name} account was changed just now. If it was you, there is nothing to do.`,
      'If it was not you, please choose a new password now: that ends all sessions.',
    ],
    button: { text: 'Choose a new password', url: publicUrl + screenPath('forgotPassword') },
  };
}
