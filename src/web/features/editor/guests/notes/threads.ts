import type { Colleague, Note, NoteBlock, NoteThread } from '#contract/notes.ts';
import { type BlockType, DEFINITIONS, type NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { ownBlocks } from '#newsletter/document/own-parts.ts';
import { WHOLE } from './notes-store.ts';

/** A thread as the panel shows it. */
export interface ShownThread {
  /** Null: nothing was sent yet. */
  readonly id: string | null;
  /** Null: the whole newsletter. */
  readonly block: NoteBlock | null;
  readonly notes: readonly Note[];
  readonly isResolved: boolean;
  /** Whether its block is currently not in the newsletter. */
  readonly isBlockDeleted: boolean;
}

/** The key of a thread: its block's name, or `WHOLE`. */
export function threadKey({ block }: Pick<ShownThread, 'block'>): string {
  return block?.name ?? WHOLE;
}

/**
 * The open threads, the one about the whole newsletter first, then in the reading order of their blocks; and those that are
 * resolved or whose block is not in the newsletter. `active` is shown before it has a note.
 */
export function shownThreads(
  threads: readonly NoteThread[],
  document: NewsletterDocument,
  active: string | null,
): { readonly open: readonly ShownThread[]; readonly resolved: readonly ShownThread[] } {
  const places = new Map(blocksOf(document).map(({ name, type }, index) => [name, { type, index }]));
  const known: ShownThread[] = threads.map(({ id, attributes: { block, notes, resolved_at } }) => ({
    id,
    block,
    notes,
    isResolved: resolved_at !== null,
    isBlockDeleted: block !== null && !places.has(block.name),
  }));
  const isNew = active !== null && !known.some((thread) => threadKey(thread) === active);
  const place = active === null ? undefined : places.get(active);
  if (isNew && (active === WHOLE || place !== undefined))
    known.push({
      id: null,
      block: place === undefined ? null : { name: active, type: place.type },
      notes: [],
      isResolved: false,
      isBlockDeleted: false,
    });
  const indexOf = (thread: ShownThread) => places.get(threadKey(thread))?.index ?? -1;
  const inOrder = known.toSorted((one, other) => indexOf(one) - indexOf(other));
  return {
    open: inOrder.filter(({ isResolved, isBlockDeleted }) => !isResolved && !isBlockDeleted),
    resolved: inOrder.filter(({ isResolved, isBlockDeleted }) => isResolved || isBlockDeleted),
  };
}

/** Whether this program knows a block's type. */
export function isBlockType(type: string): type is BlockType {
  return type in DEFINITIONS;
}

/** Whether a colleague reads the notes at a block; a contributor reads those in their own parts. `key`: from `threadKey`. */
export function readsAt(document: NewsletterDocument, { parts }: Colleague, key: string): boolean {
  return parts === null || ownBlocks(document, parts).has(key);
}
