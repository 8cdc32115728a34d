import { readStored, writeStored } from './storage.ts';

/** Leaving for a provider, and the screen to show after coming back: this tab keeps it, as the address is the provider's. */

const KEY = 'wanted-after-provider';

/** Goes to a provider's page. */
export function leaveFor(address: string, wanted: string | null = null): void {
  writeStored('sessionStorage', KEY, wanted);
  window.location.assign(address);
}

/** The screen that was wanted before; only once. `requestedScreenIn` says whether it is one of ours. */
export function takeWanted(): { readonly wanted: string | null } {
  const wanted = readStored('sessionStorage', KEY);
  writeStored('sessionStorage', KEY, null);
  return { wanted };
}
