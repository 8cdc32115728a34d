import { readStored, SESSION_BOUND_PREFIX, writeStored } from '#web/session/storage.ts';

/** Keeps the unsent words of notes over a reload of this tab. */
export interface DraftStorage {
  read(): Readonly<Record<string, string>>;
  write(drafts: Readonly<Record<string, string>>): void;
}

export function openDraftStorage(personId: string, newsletterId: string): DraftStorage {
  const key = `${SESSION_BOUND_PREFIX}notes:${personId}:${newsletterId}`;
  return {
    read() {
      try {
        const value: unknown = JSON.parse(readStored('sessionStorage', key) ?? '{}');
        return isTexts(value) ? value : {};
      } catch {
        return {};
      }
    },
    write: (drafts) =>
      void writeStored(
        'sessionStorage',
        key,
        Object.keys(drafts).length === 0 ? null : JSON.stringify(drafts),
      ),
  };
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((each) => typeof each === 'string')
  );
}
