interface Provider {
  /** The domain that it is known by. */
  readonly domain: string;
  /** What its users can put anywhere into the name of their mailbox. */
  readonly ignores: RegExp;
}

const GMAIL = { domain: 'gmail.com', ignores: /\./g };
const PROTON = { domain: 'proton.me', ignores: /[._-]/g };
const PROVIDERS: ReadonlyMap<string, Provider> = new Map([
  ['gmail.com', GMAIL],
  ['googlemail.com', GMAIL],
  ['proton.me', PROTON],
  ['protonmail.com', PROTON],
  ['pm.me', PROTON],
]);

/**
 * The mailbox that an e-mail address leads to, for counting alone: `Jo.Bell+school@googlemail.com` is `jobell@gmail.com`.
 * Mails go to the address as it was typed: a few servers take a plus sign for a letter like any other.
 */
export function mailboxOf(address: string): string {
  const lower = address.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  const [untagged = ''] = lower.slice(0, at).split('+', 1);
  const typed = lower.slice(at + 1);
  const provider = PROVIDERS.get(typed);
  const name = provider ? untagged.replace(provider.ignores, '') : untagged;
  // Of nothing but a tag, nothing would be left: all such addresses of a domain would be one.
  return `${name || lower.slice(0, at)}@${provider?.domain ?? typed}`;
}
