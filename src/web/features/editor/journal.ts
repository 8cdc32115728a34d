import { z } from 'zod';
import {
  type Block,
  type BlockType,
  blockSchema,
  DEFINITIONS,
  fromCode,
  layoutTypeSchema,
  type NewsletterDocument,
  type StoredBlock,
  toCode,
} from '#newsletter/document.ts';
import { blocksOf } from '#newsletter/layout.ts';
import { readStored, writeStored } from '#web/storage.ts';
import { type EditorState, isValueOf, type Saved, withValue } from './editor-state.ts';

/**
 * A copy of what is being edited in this browser, until the server has acknowledged it: a crash, a closed tab or a
 * server that is away lose nothing. One entry a tab (see `journal-claim.ts`), in two parts: the document, written when
 * it changes, and the working copies, written while somebody types.
 */

/** What is kept. `version` is the server's that it was made on. */
export interface Entry extends Saved {
  readonly version: number;
  readonly drafts: EditorState['drafts'];
}

const documentPart = z.object({
  version: z.number().int(),
  title: z.string(),
  layout: layoutTypeSchema,
  code: z.array(z.unknown()),
  fresh: z.array(z.string()),
});
const workingPart = z.object({
  at: z.number(),
  drafts: z.array(z.object({ name: z.string(), type: z.string(), value: z.unknown() })),
});
type Working = z.infer<typeof workingPart>;

/** What the key of the working copies ends with. */
export const WORKING = ':working';

/** The journal of one newsletter in one tab. */
export interface Journal {
  /** What was left here, or null. What cannot be read any more is as good as nothing. */
  read(): Entry | null;
  /** Keeps the state. False where the browser does not take it. */
  write(entry: Entry): boolean;
  clear(): void;
  /** When it was written last, in milliseconds since 1970; 0 where there is nothing. */
  keptAt(): number;
  /** Takes what stands under another key. False, and nothing happens, where that cannot be read. */
  takeOver(from: string): boolean;
  /** Runs when somebody else has taken what stands here; returns what ends that. */
  onTaken(run: () => void): () => void;
}

/** The journal under a key of the browser's storage. */
export function openJournal(key: string): Journal {
  const workingKey = key + WORKING;
  // The document is a large text and changes seldom, in comparison with the working copies.
  let written: Pick<Entry, 'title' | 'document' | 'fresh' | 'version'> | null = null;

  function clear(): void {
    written = null;
    writeStored('localStorage', key, null);
    writeStored('localStorage', workingKey, null);
  }

  return {
    read: () => readEntry(key),
    write({ title, document, fresh, version, drafts }) {
      const isKept =
        written !== null &&
        written.title === title &&
        written.document === document &&
        written.fresh === fresh &&
        written.version === version;
      const isDocumentWritten =
        isKept || writeStored('localStorage', key, documentText({ title, document, fresh, version }));
      written = isDocumentWritten ? { title, document, fresh, version } : null;
      const working = { at: Date.now(), drafts: Object.values(drafts) };
      return isDocumentWritten && writeStored('localStorage', workingKey, JSON.stringify(working));
    },
    clear,
    keptAt: () => readWorking(key).at,
    takeOver(from) {
      const document = readStored('localStorage', from);
      const working = readStored('localStorage', from + WORKING);
      if (readEntry(from) === null) return false;
      const move = (left: string, to: string) => {
        for (const part of ['', WORKING]) writeStored('localStorage', left + part, null);
        return (
          writeStored('localStorage', to, document) && writeStored('localStorage', to + WORKING, working)
        );
      };
      // Away first: a full browser would not take it twice.
      if (move(from, key)) return true;
      move(key, from);
      return false;
    },
    onTaken(run) {
      const listen = (event: StorageEvent) => {
        if (event.key !== key || event.newValue !== null) return;
        written = null;
        run();
      };
      window.addEventListener('storage', listen);
      return () => window.removeEventListener('storage', listen);
    },
  };
}

function readEntry(key: string): Entry | null {
  try {
    const text = readStored('localStorage', key);
    return text === null ? null : entryOf(documentPart.parse(JSON.parse(text)), readWorking(key).drafts);
  } catch {
    return null;
  }
}

function readWorking(key: string): Working {
  try {
    return workingPart.parse(JSON.parse(readStored('localStorage', key + WORKING) ?? ''));
  } catch {
    return { at: 0, drafts: [] };
  }
}

function documentText({ title, document, fresh, version }: Saved & { version: number }): string {
  return JSON.stringify({ version, title, layout: document.layout, code: toCode(document), fresh });
}

function entryOf(part: z.infer<typeof documentPart>, drafts: Working['drafts']): Entry {
  const code = part.code.map((block) => storedBlock(block, part.fresh));
  const document = fromCode(part.layout, code);
  return {
    title: part.title,
    document,
    fresh: part.fresh,
    version: part.version,
    drafts: draftsOf(document, drafts),
  };
}

/** A block as this browser has kept it; one that was never saved has its first value, which no schema takes. */
export function storedBlock(kept: unknown, fresh: readonly string[]): StoredBlock {
  const parsed = blockSchema.safeParse(kept);
  if (parsed.success) return parsed.data;
  const { name, type } = z.object({ name: z.string(), type: z.string() }).parse(kept);
  const known = Object.values(DEFINITIONS).find((definition) => definition.type === type);
  if (known === undefined || !fresh.includes(name)) throw parsed.error;
  return firstBlock(known.type, name);
}

function firstBlock<Type extends BlockType>(type: Type, name: string): Block<Type> {
  return { name, type, value: DEFINITIONS[type].defaults() };
}

function draftsOf(document: NewsletterDocument, kept: Working['drafts']): EditorState['drafts'] {
  const drafts: Record<string, Block> = {};
  for (const block of blocksOf(document)) {
    const draft = kept.find(({ name, type }) => name === block.name && type === block.type);
    if (draft !== undefined && isValueOf(block, draft.value))
      drafts[block.name] = withValue(block, draft.value);
  }
  return drafts;
}
