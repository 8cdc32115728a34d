import { useSyncExternalStore } from 'react';
import type { PersonResource } from '#contract/people.ts';
import { forgetStored, type Place, readStored, SESSION_BOUND, UNSAVED, writeStored } from './storage.ts';

/**
 * Who is signed in, as the browser keeps it under the key `session`: in localStorage with 'remember me', else in
 * sessionStorage. Read without zod, which the landing page does not load.
 */
export interface Session {
  readonly accessToken: string;
  readonly user: PersonResource;
  /** The role marker: 1 for a `user`, 2 for an `admin`, 0 when logged out. Source: docs/requirements/product.md 1.1. */
  readonly value: number;
}

const KEY = 'session';
/** Written when a session ends, so that other tabs hear of it whichever storage theirs is in. */
const ENDED_KEY = 'session-ended';
/** What stays in the storage when nobody is signed in. Source: docs/requirements/screens.md 3.1. */
const NOBODY = JSON.stringify({ value: 0 });
const PLACES: readonly Place[] = ['sessionStorage', 'localStorage'];

let current = stored();
let expired = false;
const listeners = new Set<() => void>();

/** The session of this tab, or null. */
export function currentSession(): Session | null {
  return current;
}

/** Signs in: `remember` keeps it beyond this tab. */
export function beginSession(session: Session, remember: boolean): void {
  for (const place of PLACES) writeStored(place, KEY, null);
  writeStored(remember ? 'localStorage' : 'sessionStorage', KEY, JSON.stringify(session));
  setCurrent(session);
}

/** Keeps what the server says about the signed-in person. */
export function updateSessionUser(user: PersonResource): void {
  if (current === null || JSON.stringify(current.user) === JSON.stringify(user)) return;
  const place = PLACES.find((each) => readStored(each, KEY) !== null);
  const next = { ...current, user };
  if (place !== undefined) writeStored(place, KEY, JSON.stringify(next));
  setCurrent(next);
}

/** Signs out, in all tabs; `expired` where the server ended it and not the person. */
export function endSession(how: 'asked' | 'expired' = 'asked'): void {
  storeSignedOut();
  // Nobody else who uses this browser is to read it; who has to log in again wants it back.
  if (how === 'asked') forgetStored('localStorage', UNSAVED);
  writeStored('localStorage', ENDED_KEY, `${how} ${Date.now()}`);
  expired = how === 'expired';
  setCurrent(null);
}

/** Whether the last session of this tab ended without the person asking for it. */
export function hasExpired(): boolean {
  return expired;
}

/** Calls back after every change of the session, whichever tab made it. Returns what stops it. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session, kept up to date. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession, signedOut);
}

// Another tab changed the storage that both share. (At the build there is no window.)
globalThis.window?.addEventListener('storage', (event) => {
  if (event.key === ENDED_KEY) {
    storeSignedOut();
    expired = event.newValue?.startsWith('expired') ?? false;
    setCurrent(null);
  } else if (event.key === KEY || event.key === null) {
    const next = stored();
    if (JSON.stringify(next) !== JSON.stringify(current)) setCurrent(next);
  }
});

function storeSignedOut(): void {
  writeStored('sessionStorage', KEY, null);
  writeStored('localStorage', KEY, NOBODY);
}

// Pages are rendered at the build for whoever comes.
function signedOut(): null {
  return null;
}

function setCurrent(session: Session | null): void {
  if (session === null) forgetStored('sessionStorage', SESSION_BOUND);
  current = session;
  for (const listener of [...listeners]) listener();
}

function stored(): Session | null {
  const text = PLACES.map((place) => readStored(place, KEY)).find((each) => each !== null);
  if (text === undefined || text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isSession(value) ? value : null;
  } catch {
    return null;
  }
}

function isSession(value: unknown): value is Session {
  if (!isRecord(value) || typeof value.accessToken !== 'string' || typeof value.value !== 'number')
    return false;
  const { user } = value;
  if (!isRecord(user) || typeof user.id !== 'string' || !isRecord(user.attributes)) return false;
  const { attributes } = user;
  const texts = ['first_name', 'last_name', 'email', 'address', 'telephone', 'status'];
  return (
    (user.type === 'user' || user.type === 'admin') &&
    texts.every((name) => typeof attributes[name] === 'string') &&
    (attributes.role === null || typeof attributes.role === 'string') &&
    typeof attributes.need_change_password === 'boolean'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
