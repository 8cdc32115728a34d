import { z } from 'zod';
import { isValueOf } from '#newsletter/document/block-values.ts';
import {
  type Block,
  fromCode,
  layoutTypeSchema,
  type NewsletterDocument,
  toCode,
} from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { settingsIn, settingsSchema } from '#newsletter/settings/settings.ts';
import type { SaveNotes } from '#web/features/editor/kernel/saver.ts';
import {
  type EditorState,
  isSameSaved,
  type Saved,
  withValue,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { storedBlock } from '#web/features/editor/kernel/state/stored-block.ts';
import type { JournalStore } from './journal-store.ts';

/**
 * The browser's copy of what the server has not acknowledged, so that a killed browser, a power cut, a closed tab or an
 * unreachable server lose nothing. Each tab has one entry (see `journal-claim.ts`) in two parts: the document, written
 * when it changes, and the working copies, written while somebody types.
 */

/** The content of a journal. `version` is the server's version that it is based on. */
export interface JournalEntry extends Saved {
  readonly version: number;
  /** The server's content of that version, with which a merge begins; null in journals of older program versions. */
  readonly base: Saved | null;
  /** The saves sent since without an answer: the server may have stored one of them. */
  readonly sent: readonly Saved[];
  /** The next save's notes for the history: given-up versions exist nowhere else. */
  readonly notes: SaveNotes;
  readonly workingCopies: EditorState['workingCopies'];
}

const savedShape = {
  title: z.string(),
  layout: layoutTypeSchema,
  ...settingsSchema.shape,
  code: z.array(z.unknown()),
  fresh: z.array(z.string()),
} as const;
const documentPart = z.object({
  version: z.number().int(),
  ...savedShape,
  // The rest is worth restoring without it.
  base: z.object(savedShape).nullable().catch(null),
  sent: z.array(z.object(savedShape)).catch([]),
  notes: z
    .object({
      restores: z.boolean(),
      givenUp: z.array(z.object(savedShape)),
      kept: z.array(z.string()).catch([]),
    })
    .catch({ restores: false, givenUp: [], kept: [] }),
});
const workingCopiesPart = z.object({
  at: z.number(),
  // Browsers have stored the names `drafts` and `:working`: they stay, so that old journals can be read.
  drafts: z.array(z.object({ name: z.string(), type: z.string(), value: z.unknown() })),
});
type WorkingCopiesRecord = z.infer<typeof workingCopiesPart>;

/** The suffix of the key of the working copies. */
export const WORKING_COPIES_SUFFIX = ':working';

/** The journal of one newsletter in one tab. */
export interface Journal {
  /** The entry found at opening; null if there was none or it is unreadable. */
  readonly recovered: JournalEntry | null;
  /** The entries that other closed tabs have left, for the next openings. */
  readonly abandoned: readonly JournalEntry[];
  /** Whether entries survive a killed browser and a power cut, or only the page. */
  readonly isDurable: boolean;
  /** Writes the entry; resolves once it is stored. Rejects if the browser refuses. */
  write(entry: JournalEntry): Promise<void>;
  /** Removes the entry. Rejects if the browser refuses. */
  clear(): Promise<void>;
  /** Calls `run` when another tab has taken this entry; returns the unsubscribe function. */
  onTaken(run: () => void): () => void;
}

/** The broadcast channel on which tabs announce the key of a journal that they have taken. */
const TAKEN = 'journal-taken';

/** Opens the journal under a key. */
export async function openJournal(
  store: JournalStore,
  key: string,
  abandoned: readonly JournalEntry[] = [],
): Promise<Journal> {
  const workingCopiesKey = key + WORKING_COPIES_SUFFIX;
  const found = await store.find(key);
  // The document part is written only when it changes: it is large and changes rarely.
  let written: DocumentEntry | null = null;
  // Attempts to save are written as well, but the newest entry is the one that a person changed last.
  let changed: (Saved & Pick<EditorState, 'workingCopies'>) | null = null;
  let changedAt = 0;
  let isEmpty = found.size === 0;

  function put(changes: readonly (readonly [string, unknown])[]): Promise<void> {
    return store.write(new Map(changes));
  }
  return {
    recovered: entryIn(found, key),
    abandoned,
    isDurable: store.isDurable,
    async write({ workingCopies, ...entry }) {
      const isKept = written !== null && isSameEntry(written, entry);
      const isSame =
        changed !== null && isSameSaved(changed, entry) && changed.workingCopies === workingCopies;
      if (!isSame) changedAt = Date.now();
      changed = { ...entry, workingCopies };
      const workingCopiesRecord = { at: changedAt, drafts: Object.values(workingCopies) };
      written = entry;
      isEmpty = false;
      try {
        await put([
          [workingCopiesKey, workingCopiesRecord],
          ...(isKept ? [] : [[key, documentRecord(entry)] as const]),
        ]);
      } catch (error) {
        written = null;
        throw error;
      }
    },
    async clear() {
      if (isEmpty) return;
      written = null;
      isEmpty = true;
      await put([key, workingCopiesKey].map((each) => [each, null]));
    },
    onTaken(run) {
      const channel = new BroadcastChannel(TAKEN);
      channel.onmessage = ({ data }) => {
        if (data !== key) return;
        written = null;
        run();
      };
      return () => channel.close();
    },
  };
}

/** When the journal under a key was last written, in milliseconds since 1970; 0 if there is none. */
export function writtenAt(records: ReadonlyMap<string, unknown>, key: string): number {
  return workingCopiesIn(records, key).at;
}

/**
 * Moves an entry to another key, in the same or another store. Returns false, without changes, if it is unreadable.
 * Rejects if the browser refuses; then the entry is still in its old place.
 */
export async function moveEntry(
  from: { readonly store: JournalStore; readonly key: string },
  to: { readonly store: JournalStore; readonly key: string },
): Promise<boolean> {
  const records = await from.store.find(from.key);
  if (entryIn(records, from.key) === null) return false;
  const put = new Map(
    ['', WORKING_COPIES_SUFFIX].map((part) => [to.key + part, records.get(from.key + part) ?? null]),
  );
  const remove = new Map(['', WORKING_COPIES_SUFFIX].map((part) => [from.key + part, null]));
  if (from.store === to.store) await to.store.write(new Map([...remove, ...put]));
  else {
    await to.store.write(put);
    await from.store.write(remove);
  }
  const channel = new BroadcastChannel(TAKEN);
  channel.postMessage(from.key);
  channel.close();
  return true;
}

/** The entry under a key; null if there is none that can be read. */
export async function readEntry({
  store,
  key,
}: {
  readonly store: JournalStore;
  readonly key: string;
}): Promise<JournalEntry | null> {
  return entryIn(await store.find(key), key);
}

function entryIn(records: ReadonlyMap<string, unknown>, key: string): JournalEntry | null {
  try {
    return entryOf(documentPart.parse(records.get(key)), workingCopiesIn(records, key).drafts);
  } catch {
    return null;
  }
}

function workingCopiesIn(records: ReadonlyMap<string, unknown>, key: string): WorkingCopiesRecord {
  const parsed = workingCopiesPart.safeParse(records.get(key + WORKING_COPIES_SUFFIX));
  return parsed.success ? parsed.data : { at: 0, drafts: [] };
}

type DocumentEntry = Omit<JournalEntry, 'workingCopies'>;

function isSameEntry(one: DocumentEntry, other: DocumentEntry): boolean {
  return (
    one.title === other.title &&
    one.document === other.document &&
    one.fresh === other.fresh &&
    one.version === other.version &&
    one.base === other.base &&
    one.sent === other.sent &&
    one.notes === other.notes
  );
}

function documentRecord({ version, base, sent, notes, ...saved }: DocumentEntry) {
  return {
    version,
    ...savedRecord(saved),
    base: base && savedRecord(base),
    sent: sent.map(savedRecord),
    notes: { ...notes, givenUp: notes.givenUp.map(savedRecord) },
  };
}

function savedRecord({ title, document, fresh }: Saved) {
  return { title, layout: document.layout, ...settingsIn(document), code: toCode(document), fresh };
}

function entryOf(
  part: z.infer<typeof documentPart>,
  workingCopies: WorkingCopiesRecord['drafts'],
): JournalEntry {
  const saved = savedOf(part);
  return {
    ...saved,
    version: part.version,
    base: part.base && savedOf(part.base),
    sent: part.sent.map(savedOf),
    notes: { ...part.notes, givenUp: part.notes.givenUp.map(savedOf) },
    workingCopies: workingCopiesOf(saved.document, workingCopies),
  };
}

function savedOf(part: z.infer<z.ZodObject<typeof savedShape>>): Saved {
  const code = part.code.map((block) => storedBlock(block, part.fresh));
  return { title: part.title, document: fromCode(part.layout, code, part), fresh: part.fresh };
}

function workingCopiesOf(
  document: NewsletterDocument,
  kept: WorkingCopiesRecord['drafts'],
): EditorState['workingCopies'] {
  const workingCopies: Record<string, Block> = {};
  for (const block of blocksOf(document)) {
    const workingCopy = kept.find(({ name, type }) => name === block.name && type === block.type);
    if (workingCopy !== undefined && isValueOf(block, workingCopy.value))
      workingCopies[block.name] = withValue(block, workingCopy.value);
  }
  return workingCopies;
}
