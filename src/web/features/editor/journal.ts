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
 * server that is away lose nothing. One entry a person and newsletter, in two parts: the document, written when it
 * changes, and the working copies, written while somebody types.
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
const draftsPart = z.array(z.object({ name: z.string(), type: z.string(), value: z.unknown() }));

/** The journal of one newsletter. */
export interface Journal {
  /** What was left here, or null. What cannot be read any more is as good as nothing. */
  read(): Entry | null;
  /** Keeps the state. False where the browser does not take it. */
  write(entry: Entry): boolean;
  clear(): void;
}

/** The journal of a newsletter for a person: two people at one computer don't see each other's. */
export function openJournal(personId: string, newsletterId: string): Journal {
  const key = `journal:${personId}:${newsletterId}`;
  const draftsKey = `${key}:working`;
  // The document is a large text and changes seldom, in comparison with the working copies.
  let written: Pick<Entry, 'title' | 'document' | 'fresh' | 'version'> | null = null;

  return {
    read() {
      try {
        const text = readStored('localStorage', key);
        if (text === null) return null;
        const part = documentPart.parse(JSON.parse(text));
        const drafts = draftsPart.parse(JSON.parse(readStored('localStorage', draftsKey) ?? '[]'));
        return entryOf(part, drafts);
      } catch {
        return null;
      }
    },
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
      return (
        isDocumentWritten && writeStored('localStorage', draftsKey, JSON.stringify(Object.values(drafts)))
      );
    },
    clear() {
      written = null;
      writeStored('localStorage', key, null);
      writeStored('localStorage', draftsKey, null);
    },
  };
}

function documentText({ title, document, fresh, version }: Saved & { version: number }): string {
  return JSON.stringify({ version, title, layout: document.layout, code: toCode(document), fresh });
}

function entryOf(part: z.infer<typeof documentPart>, drafts: z.infer<typeof draftsPart>): Entry {
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

function draftsOf(document: NewsletterDocument, kept: z.infer<typeof draftsPart>): EditorState['drafts'] {
  const drafts: Record<string, Block> = {};
  for (const block of blocksOf(document)) {
    const draft = kept.find(({ name, type }) => name === block.name && type === block.type);
    if (draft !== undefined && isValueOf(block, draft.value))
      drafts[block.name] = withValue(block, draft.value);
  }
  return drafts;
}
