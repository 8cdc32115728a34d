import { useSyncExternalStore } from 'react';
import type { PersonResource } from '#contract/people.ts';
import { toast } from '#ui/feedback/toast.ts';
import { answerOtherTabs, askOtherTabs } from './other-tabs.ts';
import {
  readStored,
  removeStored,
  SESSION_BOUND_PREFIX,
  type StorageArea,
  UNSAVED_PREFIX,
  writeStored,
} from './storage.ts';

/**
 * The signed-in person, stored under the key `session`: in localStorage with 'remember me', else in sessionStorage, and
 * tabs that open later copy it from this one. It is validated without zod, which the landing page does not load.
 */
export interface Session {
  readonly accessToken: string;
  readonly user: PersonResource;
  /** The role marker: 1 for a `user`, 2 for an `admin`, 0 when logged out. Source: docs/requirements/product.md 1.1. */
  readonly value: number;
  /** The provider that opened the session, if logging out here logs out there, too. */
  readonly provider?: string | undefined;
}

const KEY = 'session';
/** Written when a session ends, to notify other tabs, whichever storage area theirs is in. */
const ENDED_KEY = 'session-ended';
/** The stored value while nobody is signed in. Source: docs/requirements/screens.md 3.1. */
const SIGNED_OUT = JSON.stringify({ value: 0 });
const AREAS: readonly StorageArea[] = ['sessionStorage', 'localStorage'];
const NOT_KEPT = {
  never: 'This browser keeps no sign-in: closing or reloading this page signs you out',
  whileOpen: 'This browser cannot remember you: closing this page signs you out',
} as const;
const NOT_KEPT_MS = 20_000;

let current = stored();
let expired = false;
let lastEmail: string | null = null;
let isAsking = false;
const listeners = new Set<() => void>();

/** The session of this tab, or null. */
export function currentSession(): Session | null {
  return current;
}

/** Signs in; `remember` keeps the session beyond this tab. A toast says if the browser keeps it for less. */
export function beginSession(session: Session, remember: boolean): void {
  const kept = takeOver(session, remember);
  if (kept === null) toast.info(NOT_KEPT.never, { duration: NOT_KEPT_MS });
  else if (remember && kept === 'sessionStorage') toast.info(NOT_KEPT.whileOpen, { duration: NOT_KEPT_MS });
}

/** Makes it this tab's session. Returns the area that stores it, sessionStorage if localStorage is full, or null for none. */
function takeOver(session: Session, remember: boolean): StorageArea | null {
  for (const area of AREAS) writeStored(area, KEY, null);
  const text = JSON.stringify(session);
  const wanted = remember ? AREAS.toReversed() : (['sessionStorage'] as const);
  const kept = wanted.find((area) => writeStored(area, KEY, text)) ?? null;
  setCurrent(session);
  return kept;
}

/** Replaces the stored person by the server's newer version. */
export function updateSessionUser(user: PersonResource): void {
  if (current === null || JSON.stringify(current.user) === JSON.stringify(user)) return;
  const area = AREAS.find((each) => readStored(each, KEY) !== null);
  const next = { ...current, user };
  if (area !== undefined) writeStored(area, KEY, JSON.stringify(next));
  setCurrent(next);
}

/** Signs out in all tabs; `expired` if the server ended the session, not the person. */
export function endSession(reason: 'asked' | 'expired' = 'asked'): void {
  storeSignedOut();
  // After logging out, the next user of this browser must not read unsaved text. After an expiry, the person wants it back.
  if (reason === 'asked') removeStored('localStorage', UNSAVED_PREFIX);
  writeStored('localStorage', ENDED_KEY, `${reason} ${Date.now()}`);
  expired = reason === 'expired';
  setCurrent(null);
}

/** Whether the server ended the last session of this tab. */
export function hasExpired(): boolean {
  return expired;
}

/** The email address of the person last signed in in this tab; null if nobody was. */
export function lastSignedInAs(): string | null {
  return lastEmail;
}

/** Calls the listener after every change of the session in any tab. Returns the unsubscribe function. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current session; re-renders when it changes. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession, signedOut);
}

/** Whether this tab is still asking the others for a session; re-renders when that has ended. */
export function useIsAskingOtherTabs(): boolean {
  return useSyncExternalStore(
    onSessionChange,
    () => isAsking,
    () => false,
  );
}

/**
 * Shares a session that is not remembered with the browser's other tabs: takes theirs over, unless different people are
 * signed in there, and gives them this one. For the start of the app, before its first render.
 */
export async function shareSession(): Promise<void> {
  answerOtherTabs(() => (readStored('sessionStorage', KEY) === null ? null : current));
  if (current !== null) return;
  isAsking = true;
  const answers = (await askOtherTabs()).filter(isSession);
  isAsking = false;
  const [first] = answers;
  const isOnePerson = answers.every(({ user }) => user.id === first?.user.id);
  if (current === null && first !== undefined && isOnePerson) takeOver(first, false);
  else setCurrent(current);
}

// Another tab has changed the shared storage. (At build time there is no window.)
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
  writeStored('localStorage', KEY, SIGNED_OUT);
}

// Nobody is signed in on a prerendered page.
function signedOut(): null {
  return null;
}

function setCurrent(session: Session | null): void {
  if (session === null) removeStored('sessionStorage', SESSION_BOUND_PREFIX);
  if (current !== null) lastEmail = current.user.attributes.email;
  current = session;
  for (const listener of [...listeners]) listener();
}

function stored(): Session | null {
  const text = AREAS.map((area) => readStored(area, KEY)).find((each) => each !== null);
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
