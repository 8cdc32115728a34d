import { z } from 'zod';
import {
  type Block,
  isEmptySpace,
  layoutTypeSchema,
  type StoredBlock,
} from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { settingsIn, settingsSchema } from '#newsletter/settings/settings.ts';
import type { Saved } from '#web/features/editor/kernel/state/editor-state.ts';
import { storedBlock } from '#web/features/editor/kernel/state/stored-block.ts';
import { readStored, removeStored, SESSION_BOUND_PREFIX, writeStored } from '#web/session/storage.ts';

/**
 * Stores the steps of undo and redo in `sessionStorage`, to survive a reload. Each tab has its own history; it ends
 * when the tab is closed or the session ends.
 */

/** The states that undo and redo lead to; in both lists the nearest is last. */
interface Steps {
  readonly past: readonly Saved[];
  readonly future: readonly Saved[];
}
/** The stored steps, the state between them, and its version on the server. */
export interface StoredSteps extends Steps {
  readonly present: Saved;
  readonly version: number;
}

/** The stored steps of one newsletter. */
export interface UndoStorage {
  /** The stored steps, or null. Equal blocks become the same objects as in `now`, the opened newsletter. */
  read(now: Saved): StoredSteps | null;
  write(steps: StoredSteps): void;
  clear(): void;
}

/** Limits: steps in each direction, and UTF-16 units in total (browsers allow about five megabytes). */
const MAX_STEPS = 100;
const MAX_TEXT = 256 * 1024;

const PREFIX = `${SESSION_BOUND_PREFIX}history:`;

/** Opens a person's storage for a newsletter. */
export function openUndoStorage(personId: string, newsletterId: string): UndoStorage {
  const key = `${PREFIX}${personId}:${newsletterId}`;
  return {
    read(now) {
      try {
        const text = readStored('sessionStorage', key);
        return text === null ? null : decode(text, now);
      } catch {
        return null;
      }
    },
    write(steps) {
      const text = encode(steps);
      if (writeStored('sessionStorage', key, text)) return;
      // Full: deletes the steps of other newsletters to make room.
      removeStored('sessionStorage', PREFIX);
      writeStored('sessionStorage', key, text);
    },
    clear: () => void writeStored('sessionStorage', key, null),
  };
}

const stateSchema = z.object({
  title: z.string(),
  layout: layoutTypeSchema,
  ...settingsSchema.shape,
  /** Indexes into `blocks`; null is an empty place. */
  columns: z.array(z.array(z.number().int().nullable())),
  fresh: z.array(z.string()),
});
const storedStepsSchema = z.object({
  version: z.number().int(),
  // Steps share nearly all of their blocks, so each is written once.
  blocks: z.array(z.unknown()),
  past: z.array(stateSchema),
  present: stateSchema,
  future: z.array(stateSchema),
});
type Written = z.infer<typeof storedStepsSchema>;

function encode({ past, present, future, version }: StoredSteps): string {
  for (let most = MAX_STEPS; ; most = Math.floor(most / 2)) {
    const text = textOf({ past: nearest(past, most), present, future: nearest(future, most), version });
    if (text.length <= MAX_TEXT || most === 0) return text;
  }
}

function nearest(states: readonly Saved[], most: number): readonly Saved[] {
  return most === 0 ? [] : states.slice(-most);
}

function textOf({ past, present, future, version }: StoredSteps): string {
  const numbers = new Map<Block, number>();
  const numberOf = (block: Block) => {
    const number = numbers.get(block) ?? numbers.size;
    numbers.set(block, number);
    return number;
  };
  const stateOf = ({ title, document, fresh }: Saved) => ({
    title,
    layout: document.layout,
    ...settingsIn(document),
    columns: document.columns.map((column) => column.map((block) => block && numberOf(block))),
    fresh,
  });
  const states = { past: past.map(stateOf), present: stateOf(present), future: future.map(stateOf) };
  return JSON.stringify({ version, blocks: [...numbers.keys()], ...states });
}

function decode(text: string, now: Saved): StoredSteps {
  const written = storedStepsSchema.parse(JSON.parse(text));
  const blocks = blocksFrom(written, now);
  const stateFrom = ({ title, columns, fresh, ...settings }: Written['present']): Saved => ({
    title,
    document: {
      ...settings,
      columns: columns.map((column) =>
        column.map((number) => (number === null ? null : blockAt(blocks, number))),
      ),
    },
    fresh,
  });
  return {
    version: written.version,
    past: written.past.map(stateFrom),
    present: stateFrom(written.present),
    future: written.future.map(stateFrom),
  };
}

function blockAt(blocks: readonly StoredBlock[], number: number): Block {
  const block = blocks[number];
  if (block === undefined || isEmptySpace(block)) throw new RangeError('There is no such block');
  return block;
}

// The editor detects changes by identity, so unchanged blocks must be the same objects as in the document.
function blocksFrom({ blocks, past, present, future }: Written, now: Saved): StoredBlock[] {
  const fresh = [...past, present, ...future].flatMap((state) => state.fresh);
  const there = new Map(blocksOf(now.document).map((block) => [JSON.stringify(block), block]));
  return blocks.map((kept) => there.get(JSON.stringify(kept)) ?? storedBlock(kept, fresh));
}
