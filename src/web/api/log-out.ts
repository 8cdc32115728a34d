import { peopleRoutes } from '#contract/people.ts';
import { providerRoutes } from '#contract/sign-in/providers.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import { leaveFor } from '#web/session/at-provider.ts';
import { currentSession, endSession } from '#web/session/session.ts';
import { call } from './client.ts';

const quietly = { handles: () => true } as const;
/** The longest wait for a server that is away, be it the provider's or ours. */
const PATIENCE_MS = 3 * SECOND_MS;

let isLeaving = false;

/**
 * Signs out in all tabs, and at the provider that has opened the session if the operator wants that. The browser forgets the session
 * even if the calls fail; without a network the token is left to expire.
 */
export function logOut(): void {
  const provider = currentSession()?.provider;
  if (provider === undefined) void logOutHere();
  else if (!isLeaving) void logOutThereToo(provider);
}

// Resolves once the server has answered, or cannot, however long that takes: giving up would leave the session open there.
async function logOutHere(): Promise<void> {
  const answered = call(peopleRoutes.logout, quietly).catch(() => undefined);
  endSession();
  await answered;
}

async function logOutThereToo(provider: string): Promise<void> {
  isLeaving = true;
  // First, as it takes the session.
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const asked = call(providerRoutes.logOutAtProvider, { params: { provider }, signal, ...quietly });
  const reply = await asked.catch(() => null);
  // Leaving for another page ends the calls of this one.
  await Promise.race([logOutHere(), wait(PATIENCE_MS)]);
  isLeaving = false;
  if (reply?.address != null) leaveFor(reply.address);
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
