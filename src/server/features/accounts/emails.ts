import type { StaffRole } from '#contract/invites.ts';
import { screenPath } from '#contract/paths.ts';
import { LINK_LIFETIME, TEMPORARY_PASSWORD_DAYS } from '#contract/people.ts';
import { ELSEWHERE } from '#contract/sign-in/elsewhere.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { LIMITS } from '#server/platform/http/attempts.ts';
import type { ProductEmail } from '#server/platform/mail/define-mail.ts';
import { asTyped, type ProductWords, say } from '#server/platform/mail/words.ts';

/** Mails about a person's own account. Every link starts with PUBLIC_URL, never with a host that a caller sent. */

const hours = (ms: number) => (ms === HOUR_MS ? 'an hour' : `${ms / HOUR_MS} hours`);
const withToken = (path: string, token: string) => `${path}?${new URLSearchParams({ token })}`;

const signInUrl = (publicUrl: string, email: string) =>
  `${publicUrl}${screenPath('landing')}?${new URLSearchParams({ login: 'true', email })}`;

/**
 * The first mail, with a link to set a password. `joins` is the school whose invitation was accepted; `invitedBy` is a
 * school with an open invitation to somebody who signed up without it.
 */
export function welcomeEmail(
  { publicUrl, product }: ProductWords,
  token: string,
  about: { readonly joins?: string | null; readonly invitedBy?: string | null } = {},
): ProductEmail {
  const { joins, invitedBy } = about;
  const next = joins
    ? 'and you can start on the newsletters'
    : 'and then set up your school and your first newsletter';
  return {
    subject: say`Welcome to ${product.name}`,
    paragraphs: [
      joins
        ? say`You are now on the staff of ${joins} at ${product.name}. It is good to have you here.`
        : say`Thank you for signing up to ${product.name}. It is good to have you here.`,
      say`Please choose a password to finish, ${next}.`,
      ...(invitedBy
        ? [
            say`${invitedBy} has invited you as well. To work on its newsletters, do not use this link but the one in that invitation.`,
          ]
        : []),
      say`The link works once, within ${hours(LINK_LIFETIME.welcome)}. If you did not ask for an account, simply ignore this email.`,
    ],
    button: { text: 'Set my password', url: publicUrl + withToken(screenPath('changePassword'), token) },
  };
}

/** Sent when somebody signs up with an address that has an account. */
export function accountExistsEmail({ publicUrl, product }: ProductWords, email: string): ProductEmail {
  return {
    subject: say`You already have an account with ${product.name}`,
    paragraphs: [
      say`Somebody, probably you, asked for an account with ${product.name} for this email address. You have one already, so there is nothing to do but log in.`,
      say`If you no longer know your password, choose ‘Forgot password?’ there. If it was not you who asked, simply ignore this email.`,
    ],
    button: {
      text: 'Log in',
      url: signInUrl(publicUrl, email),
    },
  };
}

/** Sent when somebody requests a new password for an address that has no account, but an open invitation. */
export function invitationReminderEmail({ product }: ProductWords, school: string): ProductEmail {
  return {
    subject: say`Your invitation to ${product.name}`,
    paragraphs: [
      say`There is no ${product.name} account for this email address yet, but ${school} has invited you. Please use the link in that invitation to get your access.`,
      say`If you cannot find it, or if it is too old, please ask the school to send it again.`,
    ],
  };
}

/** The details in an invitation's mail. */
export interface InvitationDetails {
  readonly school: string;
  /** Null if the owner has no name yet. */
  readonly inviter: string | null;
  readonly role: StaffRole;
  readonly token: string;
}

/** Invites somebody to a school's staff. */
export function invitationEmail(
  { publicUrl, product }: ProductWords,
  { school, inviter, role, token }: InvitationDetails,
): ProductEmail {
  const who = inviter === null ? school : `${inviter} of ${school}`;
  return {
    subject: say`${school} invites you to ${product.name}`,
    paragraphs: [
      say`${who} invites you to work on the school’s newsletters with ${product.name}. ${ROLE_DESCRIPTIONS[role]}`,
      say`Get your access with the email address that this mail came to. A second mail then has the link to choose a password, and you are in.`,
      say`The link works once, within ${LINK_LIFETIME.invite / (24 * HOUR_MS)} days. If you do not know the school, simply ignore this email.`,
    ],
    button: { text: 'Get access', url: publicUrl + screenPath('invite', { token }) },
  };
}

const ROLE_DESCRIPTIONS = {
  contributor: 'As a contributor you write the parts of newsletters that are given to you.',
  editor: 'As an editor you write, publish and send newsletters.',
  admin:
    'As an admin you write, publish and send newsletters, and look after the subscription and its invoices.',
} as const satisfies Record<StaffRole, string>;

/** Sent when somebody with an account accepts an invitation. */
export function joinedSchoolEmail(
  { publicUrl, product }: ProductWords,
  school: string,
  email: string,
): ProductEmail {
  return {
    subject: say`You have joined ${school}`,
    paragraphs: [
      say`Your ${product.name} account now belongs to ${school}. Log in with the password that you have already.`,
      say`If you no longer know it, choose ‘Forgot password?’ there.`,
    ],
    button: { text: 'Log in', url: signInUrl(publicUrl, email) },
  };
}

/** Sent when the owner sets a temporary password. The mail warns the person, and does not contain the password. */
export function temporaryPasswordEmail({ publicUrl, product }: ProductWords, email: string): ProductEmail {
  return {
    subject: say`Your ${product.name} password was set by your school`,
    paragraphs: [
      say`Your school has set a temporary password for your ${product.name} account and signed it out everywhere. Whoever runs ${product.name} at your school will tell it to you.`,
      say`It is valid for ${TEMPORARY_PASSWORD_DAYS} days. When you log in with it, you choose a password of your own. If you did not ask for this, please talk to your school.`,
    ],
    button: { text: 'Log in', url: signInUrl(publicUrl, email) },
  };
}

/** A link to choose a new password. */
export function passwordResetEmail({ publicUrl, product }: ProductWords, token: string): ProductEmail {
  return {
    subject: say`Choose a new ${product.name} password`,
    paragraphs: [
      say`Somebody, probably you, asked for a new password for your ${product.name} account.`,
      say`The link works once, within ${hours(LINK_LIFETIME.reset)}. If you did not ask for it, simply ignore this email: your password stays as it is.`,
    ],
    button: {
      text: 'Choose a new password',
      url: publicUrl + withToken(screenPath('changePassword'), token),
    },
  };
}

/** The one who requested a new address for an account: its person, or the school's owner. */
export type RequestedBy = 'person' | 'school';

/** The confirmation link, mailed to the new address. */
export function confirmAddressEmail(
  { publicUrl, product }: ProductWords,
  token: string,
  by: RequestedBy,
): ProductEmail {
  const who = by === 'person' ? 'You' : 'Your school';
  return {
    subject: say`Please confirm your new email address`,
    paragraphs: [
      say`${who} asked to use this email address for your ${product.name} account. Please confirm that it is yours.`,
      say`The link works once, within ${hours(LINK_LIFETIME.confirm_email)}. Until then, everything stays with your old address. If you did not ${by === 'person' ? 'ask for' : 'expect'} this, simply ignore this email.`,
    ],
    button: {
      text: 'Confirm my email address',
      url: publicUrl + withToken(screenPath('confirmEmail'), token),
    },
  };
}

/** Tells the old address that a change was requested. */
export function addressChangeRequestedEmail(
  { publicUrl, product }: ProductWords,
  by: RequestedBy,
): ProductEmail {
  const who = by === 'person' ? 'Somebody, probably you,' : 'Your school';
  const unexpected =
    by === 'person'
      ? 'If it was not you, please'
      : 'If you did not expect this, please talk to your school, or';
  return {
    subject: say`Your ${product.name} email address is about to change`,
    paragraphs: [
      say`${who} asked to use another email address for your ${product.name} account. It changes once the link that we sent there is followed.`,
      say`${unexpected} choose a new password now: that ends all sessions and stops the change.`,
    ],
    button: { text: 'Choose a new password', url: publicUrl + screenPath('forgotPassword') },
  };
}

/** Sent when many wrong passwords were typed for an account, from several networks. */
export function passwordsGuessedEmail({ publicUrl, product }: ProductWords): ProductEmail {
  const { max } = LIMITS.wrongPasswords;
  return {
    subject: say`Somebody may be guessing your password: ${product.name}`,
    paragraphs: [
      say`${max} wrong passwords were typed for your ${product.name} account within a day. Nobody was let in by them.`,
      say`If that was not you, a program is probably trying passwords from other websites. Please choose a long one that you use nowhere else, unless it is one already.`,
      say`With two-step sign-in or a passkey, under Password settings, not even the right password is enough for somebody else.`,
    ],
    button: { text: 'Choose a new password', url: publicUrl + screenPath('forgotPassword') },
  };
}

/** Tells the old address that the change has taken effect. */
export function addressChangedEmail({ product }: ProductWords, email: string): ProductEmail {
  return {
    subject: say`Your ${product.name} email address was changed`,
    paragraphs: [
      say`From now on you log in to ${product.name} with ${asTyped(email)}. This address is no longer used. If it was you, there is nothing to do.`,
      say`If it was not you, please write to us at once: ${product.contactEmail}`,
    ],
  };
}

export function passwordChangedEmail({ publicUrl, product }: ProductWords): ProductEmail {
  return {
    subject: say`Your ${product.name} password was changed`,
    paragraphs: [
      say`The password of your ${product.name} account was changed just now, and the account was ${ELSEWHERE}. If it was you, there is nothing to do.`,
      say`If it was not you, please choose a new password now: that ends all sessions.`,
    ],
    button: { text: 'Choose a new password', url: publicUrl + screenPath('forgotPassword') },
  };
}
