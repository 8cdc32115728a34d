import { peopleRoutes } from '#contract/people.ts';
import { providerRoutes } from '#contract/signing-in/providers.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import { currentSession, endSession } from '#web/session/session.ts';
import { call } from './client.ts';

const quietly = { handles: () => true } as const;
/** Nobody waits longer for a provider that is away. */
const PROVIDER_MS = 3 * SECOND_MS;

/**
 * Signs out in all tabs, and at the provider that has opened the session if the operator wants that. The browser forgets the session
 * even if the calls fail; without a network the token is left to expire.
 */
export function logOut(): void {
  const provider = currentSession()?.provider;
  if (provider === undefined) logOutHere();
  else void logOutThereToo(provider);
}

function logOutHere(): void {
  call(peopleRoutes.logout, quietly).catch(() => undefined);
  endSession();
}

// First, as it takes the session.
async function logOutThereToo(provider: string): Promise<void> {
  const signal = AbortSignal.timeout(PROVIDER_MS);
  const asked = call(providerRoutes.logOutAtProvider, { params: { provider }, signal, ...quietly });
  const reply = await asked.catch(() => null);
  logOutHere();
  if (reply?.address != null) window.location.assign(reply.address);
}
