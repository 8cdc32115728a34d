import { readStored, writeStored } from './storage.ts';

/** Leaving for a provider, and the screen to show afterwards: kept in this tab, because the address is the provider's meanwhile. */

const KEY = 'wanted-after-provider';
const INVITATION_KEY = 'invitation-before-provider';

/** Goes to a provider's page. `wanted` is the state that requests a screen, `inviteToken` the invitation that this accepts. */
export function leaveFor(address: string, wanted?: object, inviteToken?: string): void {
  writeStored('sessionStorage', KEY, wanted === undefined ? null : JSON.stringify(wanted));
  writeStored('sessionStorage', INVITATION_KEY, inviteToken ?? null);
  window.location.assign(address);
}

const CHANNEL = 'confirmed-by-provider';

/** Opens a second window, for a visit that must not lose the text typed in this one. Null if the browser blocks it. */
export function openVisitWindow(): Window | null {
  return window.open('', '_blank', 'popup,width=520,height=720');
}

/** Tells the other windows that the person has proved who they are, and closes this one if the browser allows it. */
export function notifyConfirmed(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(true);
  channel.close();
  window.close();
}

/** Calls the listener after `notifyConfirmed` in another window. The message is no secret: the server decides. Returns the unsubscriber. */
export function onConfirmedElsewhere(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}

/** The token of the invitation with which this tab has left for a provider; null if there was none. */
export function pendingInvitation(): string | null {
  return readStored('sessionStorage', INVITATION_KEY);
}

/** Returns the state that requested a screen, only once. `requestedScreenIn` checks that it is a screen of the app. */
export function takeWanted(): unknown {
  const stored = readStored('sessionStorage', KEY);
  writeStored('sessionStorage', KEY, null);
  try {
    return stored === null ? null : JSON.parse(stored);
  } catch {
    return null;
  }
}
