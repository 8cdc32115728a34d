import { isSameContent, isSameSaved, type Saved } from '#web/features/editor/kernel/state/editor-state.ts';

/** What is to be saved, what the server has, and what it may have by now. Each function here makes the next one. */
export interface Ledger {
  /** What is to be saved. */
  readonly latest: Saved;
  /** What the server has acknowledged last. */
  readonly known: Saved;
  /** The version of `known`. */
  readonly knownVersion: number;
  /** What the next save is made on: another version than that of `known` after a conflict. */
  readonly version: number;
  /** What was sent on that version and not answered. The same list until it changes. */
  readonly unanswered: readonly Saved[];
  /** Whether the next save is sent whatever has changed. */
  readonly isOverwriting: boolean;
}

/** How many saves without an answer are remembered beside the first, which the server has most likely stored. */
const SENT_LAST = 3;

const NOTHING: readonly Saved[] = [];

/** A newsletter as it was opened. */
export function openLedger({ saved, version }: { readonly saved: Saved; readonly version: number }): Ledger {
  return {
    latest: saved,
    known: saved,
    knownVersion: version,
    version,
    unanswered: NOTHING,
    isOverwriting: false,
  };
}

/** What the server had of the version that the next save is made on; null if this tab does not know it. */
export function ledgerBase({ version, knownVersion, known }: Ledger): Saved | null {
  return version === knownVersion ? known : null;
}

/** Whether the next save is sent even if nothing has changed: what was sent and not answered may be stored, or may be yet. */
export function hasToSend({ isOverwriting, unanswered }: Ledger): boolean {
  return isOverwriting || unanswered.length > 0;
}

/** Whether something differs from what the server has, or may have. */
export function isDue(ledger: Ledger): boolean {
  return hasToSend(ledger) || !isSameSaved(ledger.latest, ledger.known);
}

/** One of our own saves that the server turns out to have; null if it has none of them. */
export function ownSaveAmong(
  { isOverwriting, unanswered }: Ledger,
  stored: Saved,
  sending: Saved,
): Saved | null {
  const sent = isOverwriting ? unanswered : [sending, ...unanswered];
  return sent.find((each) => isSameContent(each, stored)) ?? null;
}

/** `latest` is on its way. */
export function sendLatest(ledger: Ledger): Ledger {
  return { ...ledger, unanswered: withSent(ledger.unanswered, ledger.latest) };
}

/** The server has this: what was sent before is overtaken. */
export function acknowledge(ledger: Ledger, known: Saved, version: number): Ledger {
  return { ...ledger, known, knownVersion: version, version, unanswered: NOTHING };
}

/** The next save is made on this version, and sent whatever has changed. */
export function overwrite(ledger: Ledger, version: number): Ledger {
  return { ...ledger, version, isOverwriting: true };
}

/** The next save is made on an earlier version, of which this is known. */
export function resume(
  ledger: Ledger,
  version: number,
  { base, sent }: { readonly base: Saved | null; readonly sent: readonly Saved[] },
): Ledger {
  const resumed = { ...overwrite(ledger, version), unanswered: sent };
  return base === null ? resumed : { ...resumed, known: base, knownVersion: version };
}

function withSent([first, ...later]: readonly Saved[], sending: Saved): readonly Saved[] {
  const isSame = (each: Saved) => isSameContent(each, sending);
  if (first === undefined || (later.length === 0 && isSame(first))) return [sending];
  return [first, ...[...later.filter((each) => !isSame(each)), sending].slice(-SENT_LAST)];
}
