import { readStored, writeStored } from './storage.ts';

/** Leaving for a provider, and the screen to show after coming back: this tab keeps it, as the address is the provider's. */

const KEY = 'wanted-after-provider';
const INVITATION_KEY = 'invitation-before-provider';

/** Goes to a provider's page. `wanted`: the state that requests a screen; `inviteToken`: of the invitation that is taken up by it. */
export function leaveFor(address: string, wanted?: object, inviteToken?: string): void {
  writeStored('sessionStorage', KEY, wanted === undefined ? null : JSON.stringify(wanted));
  writeStored('sessionStorage', INVITATION_KEY, inviteToken ?? null);
  window.location.assign(address);
}

const CHANNEL = 'confirmed-by-provider';

/** A second window, for a visit that must not lose what was typed in this one. Null if the browser blocks it. */
export function openVisitWindow(): Window | null {
  return window.open('', '_blank', 'popup,width=520,height=720');
}

/** Tells the browser's other windows that the server knows again who the person is, and closes this one if the browser lets it. */
export function tellConfirmed(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(true);
  channel.close();
  window.close();
}

/** Calls the listener once another window has told. It says nothing secret, and the server decides. Returns what ends it. */
export function onConfirmedElsewhere(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}

/** The token of the invitation with which this tab has left for a provider; null if there was none. */
export function invitationLeft(): string | null {
  return readStored('sessionStorage', INVITATION_KEY);
}

/** The state that requested a screen before; only once. `requestedScreenIn` says whether it is one of ours. */
export function takeWanted(): unknown {
  const stored = readStored('sessionStorage', KEY);
  writeStored('sessionStorage', KEY, null);
  try {
    return stored === null ? null : JSON.parse(stored);
  } catch {
    return null;
  }
}
