import { fromCode } from '#newsletter/document/document.ts';
import { ownBlocks } from '#newsletter/document/own-parts.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import type { AppContext } from '#server/context.ts';
import { findDraft } from '#server/data/newsletters.ts';
import { listPartBlocks, requireOwnPart } from '#server/data/parts.ts';
import type { User } from '#server/data/users.ts';
import { forbidden } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';

/** Access to notes: contributors read those at blocks of their own parts, everybody else all. */

/** The readers of one newsletter's notes, by its draft and parts as they are now. */
export interface Readers {
  /** The blocks at which a contributor's parts begin; null for a person who reads all notes. */
  partsOf(person: Pick<User, 'id' | 'role'>): string[] | null;
  /** Whether a person reads the notes at a block, by its name; an empty name is the whole newsletter. */
  reads(person: Pick<User, 'id' | 'role'>, block: string): boolean;
}

export async function findReaders(
  { database }: Pick<AppContext, 'database'>,
  schoolId: string,
  newsletterId: string,
): Promise<Readers> {
  const parts = await listPartBlocks(database, schoolId, newsletterId);
  const draft = parts.length === 0 ? null : await findDraft(database, schoolId, newsletterId);
  const document = draft && fromCode(draft.layoutType, storedBlocks(draft.code, draft.codeVersion));
  const partsOf: Readers['partsOf'] = ({ id, role }) =>
    role === 'contributor' ? parts.filter(({ personId }) => personId === id).map(({ block }) => block) : null;
  return {
    partsOf,
    reads(person, block) {
      const own = partsOf(person);
      return own === null || (document !== null && ownBlocks(document, own).has(block));
    },
  };
}

/** Whether the caller reads the notes at a block. Throws 403 for a contributor without a part in the newsletter. */
export async function mayReadNotes(
  context: AppContext,
  caller: Member,
  newsletterId: string,
): Promise<(block: string) => boolean> {
  if (caller.role !== 'contributor') return () => true;
  await requireOwnPart(context, caller, newsletterId);
  const readers = await findReaders(context, caller.schoolId, newsletterId);
  return (block) => readers.reads({ id: caller.personId, role: caller.role }, block);
}

/** Throws 403 for a contributor who does not read the notes at a block. */
export async function requireReader(
  context: AppContext,
  caller: Member,
  { newsletterId, block }: { readonly newsletterId: string; readonly block: string },
): Promise<void> {
  const reads = await mayReadNotes(context, caller, newsletterId);
  if (!reads(block)) throw forbidden();
}
