interface Provider {
  /** The canonical domain. */
  readonly domain: string;
  /** Characters that the provider ignores in the name of a mailbox. */
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
 * The mailbox of an e-mail address, for rate limits: `Jo.Bell+school@googlemail.com` is `jobell@gmail.com`. Do not send to
 * it: some servers treat a plus sign as an ordinary character.
 */
export function mailboxOf(address: string): string {
  const lower = address.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  const [untagged = ''] = lower.slice(0, at).split('+', 1);
  const typed = lower.slice(at + 1);
  const provider = PROVIDERS.get(typed);
  const name = provider ? untagged.replace(provider.ignores, '') : untagged;
  // If nothing is left, keep the original, so that such addresses of a domain stay distinct.
  return `${name || lower.slice(0, at)}@${provider?.domain ?? typed}`;
}
