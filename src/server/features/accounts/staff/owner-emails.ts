import { withoutAddresses } from '#contract/fields.ts';
import { SCREENS } from '#contract/paths.ts';
import type { Config } from '#server/config.ts';
import type { ProductEmail } from '#server/platform/mail/product-email.ts';

/** The mails about a school's change of owner. */

interface Names {
  readonly school: string;
  readonly from: string;
  readonly to: string;
}

/** To the new owner. */
export function newOwnerEmail(config: Config, names: Names): ProductEmail {
  const { name } = config.product;
  const { school, from } = shown(names);
  return {
    subject: `You are the owner of ${school}: ${name}`,
    paragraphs: [
      `${from} has handed ${school} over to you at ${name}. From now on you manage its users, families, settings and branding.`,
      `If you did not expect this, please ask ${from}. You can hand the school over again under Manage users.`,
    ],
    button: usersButton(config),
  };
}

/** To the former owner. */
export function formerOwnerEmail(config: Config, names: Names): ProductEmail {
  const { name } = config.product;
  const { school, to } = shown(names);
  return {
    subject: `${to} is the owner of ${school} now: ${name}`,
    paragraphs: [
      `With your ${name} account, ${school} was handed over to ${to} just now. You are an admin from now on, and API tokens that you made have ended.`,
      `If it was not you who did this, somebody else is using your account. Please tell ${to} at once, and choose a new password: that ends all sessions.`,
    ],
  };
}

// A name that looks like an address would become a link.
function shown({ school, from, to }: Names): Names {
  return { school: withoutAddresses(school), from: withoutAddresses(from), to: withoutAddresses(to) };
}

function usersButton({ publicUrl }: Config): NonNullable<ProductEmail['button']> {
  return { text: 'Manage users', url: publicUrl + SCREENS.manageUsers };
}
