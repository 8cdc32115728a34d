import { isSameContent, isSameSaved, type Saved } from '#web/features/editor/kernel/state/editor-state.ts';

/** The content to save, and the content that the server has or may have. Immutable: each function returns a new ledger. */
export interface Ledger {
  /** The content to save. */
  readonly latest: Saved;
  /** The content that the server acknowledged last. */
  readonly known: Saved;
  /** The version of `known`. */
  readonly knownVersion: number;
  /** The version that the next save is based on: after a conflict, not the one of `known`. */
  readonly version: number;
  /** The saves sent on that version without an answer. The same list until it changes. */
  readonly unanswered: readonly Saved[];
  /** Whether the next save is sent even if nothing has changed. */
  readonly isOverwriting: boolean;
}

/** The number of unanswered saves remembered beside the first, which the server has most likely stored. */
const SENT_LAST = 3;

const NOTHING: readonly Saved[] = [];

/** The ledger of a newsletter as it was opened. */
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

/** The server's content of the version that the next save is based on; null if this tab does not know it. */
export function ledgerBase({ version, knownVersion, known }: Ledger): Saved | null {
  return version === knownVersion ? known : null;
}

/** Whether the next save is sent even if nothing has changed: unanswered saves may be stored, now or later. */
export function hasToSend({ isOverwriting, unanswered }: Ledger): boolean {
  return isOverwriting || unanswered.length > 0;
}

/** Whether the content differs from what the server has, or may have. */
export function isDue(ledger: Ledger): boolean {
  return hasToSend(ledger) || !isSameSaved(ledger.latest, ledger.known);
}

/** The one of our own saves that the server has stored; null if none. */
export function ownSaveAmong(
  { isOverwriting, unanswered }: Ledger,
  stored: Saved,
  sending: Saved,
): Saved | null {
  const sent = isOverwriting ? unanswered : [sending, ...unanswered];
  return sent.find((each) => isSameContent(each, stored)) ?? null;
}

/** Notes that `latest` has been sent. */
export function sendLatest(ledger: Ledger): Ledger {
  return { ...ledger, unanswered: withSent(ledger.unanswered, ledger.latest) };
}

/** Notes that the server has this content: earlier saves are overtaken. */
export function acknowledge(ledger: Ledger, known: Saved, version: number): Ledger {
  return { ...ledger, known, knownVersion: version, version, unanswered: NOTHING };
}

/** Bases the next save on this version, and sends it even if nothing has changed. */
export function overwrite(ledger: Ledger, version: number): Ledger {
  return { ...ledger, version, isOverwriting: true };
}

/** Bases the next save on a journal's version, with what is known of it. */
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
