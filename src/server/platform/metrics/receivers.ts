/** The large receivers of mail, which judge senders as a whole; schools' families are mostly theirs. */
const RECEIVERS: readonly (readonly [name: string, domains: RegExp])[] = [
  ['google', /^(gmail|googlemail)\.com$/],
  ['microsoft', /^(outlook|hotmail|live|msn|passport)\.[a-z.]+$/],
  ['yahoo', /^((yahoo|ymail|rocketmail)\.[a-z.]+|aol\.[a-z.]+|(sky|btinternet)\.com)$/],
  ['apple', /^(icloud|me|mac)\.com$/],
];

/** Who receives an address's mails: a large receiver's name, or `other`. */
export function receiverOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return RECEIVERS.find(([, domains]) => domains.test(domain))?.[0] ?? 'other';
}
