import { SCREENS } from '#contract/paths.ts';
import type { ProductEmail } from '#server/platform/mail/define-mail.ts';
import { type ProductWords, say } from '#server/platform/mail/words.ts';

/** The mails about a school's change of owner. */

interface Names {
  readonly school: string;
  readonly from: string;
  readonly to: string;
}

/** The mail to the new owner. */
export function newOwnerEmail(config: ProductWords, { school, from }: Names): ProductEmail {
  const { name } = config.product;
  return {
    subject: say`You are the owner of ${school}: ${name}`,
    paragraphs: [
      say`${from} has handed ${school} over to you at ${name}. From now on you manage its users, families, settings and branding.`,
      say`If you did not expect this, please ask ${from}. You can hand the school over again under Manage users.`,
    ],
    button: usersButton(config),
  };
}

/** The mail to the former owner. */
export function formerOwnerEmail(config: ProductWords, { school, to }: Names): ProductEmail {
  const { name } = config.product;
  return {
    subject: say`${to} is the owner of ${school} now: ${name}`,
    paragraphs: [
      say`With your ${name} account, ${school} was handed over to ${to} just now. You are an admin from now on, and API tokens that you made have ended.`,
      say`If it was not you who did this, somebody else is using your account. Please tell ${to} at once, and choose a new password: that ends all sessions.`,
    ],
  };
}

function usersButton({ publicUrl }: ProductWords): NonNullable<ProductEmail['button']> {
  return { text: 'Manage users', url: publicUrl + SCREENS.manageUsers };
}
