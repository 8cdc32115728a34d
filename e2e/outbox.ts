/** The addresses at which the journeys' servers show their mails. Each contains a secret of that start. */

// In an environment variable, which Playwright's workers inherit.
const VARIABLE = 'JOURNEY_OUTBOXES';

/** Remembers the address that a server has printed. */
export function rememberOutbox(address: string): void {
  process.env[VARIABLE] = JSON.stringify({ ...known(), [new URL(address).origin]: address });
}

/** The address for a server's origin. Throws if it has printed none. */
export function outboxOf(origin: string): string {
  const address = known()[origin];
  if (address === undefined) throw new Error(`No outbox is known for ${origin}`);
  return address;
}

function known(): Readonly<Record<string, string>> {
  return JSON.parse(process.env[VARIABLE] ?? '{}');
}
