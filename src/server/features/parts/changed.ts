import type { Part } from '#contract/parts/parts.ts';
import { fromCode } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { blocksOfPart } from '#newsletter/document/parts.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import type { AppContext } from '#server/context.ts';
import type { PartInDraft } from '#server/data/parts.ts';
import { contentHash } from '#server/platform/content-hash.ts';

/** Changes of parts since they were handed in. */

/** Finds the last change of some blocks since a moment; null without one. `app.ts` supplies it, from the history. */
export type FindLastChange = (
  context: AppContext,
  newsletter: { readonly schoolId: string; readonly newsletterId: string },
  blocks: ReadonlySet<string>,
  since: Date,
) => Promise<{ readonly personId: string | null; readonly savedAt: Date } | null>;

/** A hash of each block of a part as it is in the draft, by the block's name. */
export function blocksNow({ part, draft }: PartInDraft): Readonly<Record<string, string>> {
  const document = fromCode(draft.layoutType, storedBlocks(draft.code, draft.codeVersion));
  const names = blocksOfPart(document, part.block);
  return Object.fromEntries(names.map((name) => [name, contentHash(findBlock(document, name))]));
}

/** The last change of a part since it was handed in. A block that is back to its state of that time has not changed. */
export async function changedSince(
  context: AppContext,
  found: PartInDraft,
  nameOf: (id: string | null) => string | null,
  findLastChange: FindLastChange,
): Promise<Part['attributes']['changed']> {
  const { doneAt, doneBlocks } = found.part;
  if (doneAt === null || doneBlocks === null) return null;
  const now = blocksNow(found);
  const names = Object.keys({ ...doneBlocks, ...now }).filter((name) => doneBlocks[name] !== now[name]);
  if (names.length === 0) return null;
  const last = await findLastChange(context, found.part, new Set(names), doneAt);
  return last && { person_name: nameOf(last.personId), at: last.savedAt.toISOString() };
}
