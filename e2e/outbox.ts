/** Where the programs that journeys use show their mails. The address has a secret in it that differs with each start. */

// In the environment, because the workers begin after the program that all of them share.
const VARIABLE = 'JOURNEY_OUTBOXES';

/** Remembers the address that a program has printed. */
export function learnOutbox(address: string): void {
  process.env[VARIABLE] = JSON.stringify({ ...known(), [new URL(address).origin]: address });
}

/** The address for a program. Throws where it has printed none. */
export function outboxOf(origin: string): string {
  const address = known()[origin];
  if (address === undefined) throw new Error(`${origin} shows no mails`);
  return address;
}

function known(): Readonly<Record<string, string>> {
  return JSON.parse(process.env[VARIABLE] ?? '{}');
}
