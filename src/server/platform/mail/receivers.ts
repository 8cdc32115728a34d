/** The large receivers of mail, which judge senders as a whole; most of the schools' families use them. */
const RECEIVERS: readonly (readonly [name: string, domains: RegExp])[] = [
  ['google', /^(gmail|googlemail)\.com$/],
  ['microsoft', /^(outlook|hotmail|live|msn|passport)\.[a-z.]+$/],
  ['yahoo', /^((yahoo|ymail|rocketmail)\.[a-z.]+|aol\.[a-z.]+|(sky|btinternet)\.com)$/],
  ['apple', /^(icloud|me|mac)\.com$/],
];

/** The receiver of an address's mails: a large receiver's name, or `other`. */
export function receiverOf(address: string): string {
  return largeReceiver(domainOf(address))?.[0] ?? 'other';
}

/** A judge of senders by all mails to these domains: a large receiver, or the domain itself. */
export interface Receiver {
  readonly name: string;
  /** A lower-case regular expression for the domains, for PostgreSQL too. */
  readonly domains: string;
}

/** The receiver of an address's mails. */
export function receiverAt(address: string): Receiver {
  const domain = domainOf(address);
  const [name, domains] = largeReceiver(domain) ?? [];
  if (name !== undefined && domains !== undefined) return { name, domains: domains.source };
  return { name: domain, domains: `^${domain.replaceAll('.', '\\.')}$` };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

function largeReceiver(domain: string) {
  return RECEIVERS.find(([, domains]) => domains.test(domain));
}
