import { type Block, isEmptySpace, type StoredBlock } from '#newsletter/document/document.ts';
import { datesOf, isOfOneIssue } from '#newsletter/document/traits.ts';
import { byLetters, contentHash, inOrder } from '#server/platform/content-hash.ts';
import type { CarriedOver } from '#server/platform/db/schema/newsletters.ts';

/** The marks of what a next issue has from the issue before: each goes once its block changes, and returns with undo. */

/** The marks for a copy of these blocks; `day` is that of the issue copied, `before` are its own marks. */
export function carryOver(
  code: readonly StoredBlock[],
  day: string,
  before: CarriedOver | null = null,
): CarriedOver {
  const blocks = code.filter((block) => !isEmptySpace(block));
  const keptBefore = new Map(Object.entries(before?.kept ?? {}));
  const kept = blocks.flatMap((block): readonly (readonly [string, string])[] => {
    const hash = isOfOneIssue(block) === 'until-kept' ? hashOf(block) : undefined;
    return hash !== undefined && keptBefore.get(block.name) === hash ? [[block.name, hash]] : [];
  });
  const standing = new Set(kept.map(([name]) => name));
  const marks = blocks.flatMap((block): readonly (readonly [string, string | null])[] => {
    if (datesOf(block).length > 0) return [[block.name, null]];
    return isOfOneIssue(block) !== false && !standing.has(block.name) ? [[block.name, hashOf(block)]] : [];
  });
  return { day, blocks: Object.fromEntries(marks), kept: Object.fromEntries(kept) };
}

/** The blocks whose marks show, by name: those with the value of the issue before, and those with dates. */
export function presentCarriedOver({ day, blocks }: CarriedOver, code: readonly StoredBlock[]) {
  const hashes = new Map(Object.entries(blocks));
  const marked = code.flatMap((block) => (isEmptySpace(block) || !hashes.has(block.name) ? [] : [block]));
  const isDated = ({ name }: Block) => hashes.get(name) === null;
  const namesOf = (shown: readonly Block[]) => shown.map(({ name }) => name);
  return {
    day,
    blocks: namesOf(marked.filter((block) => !isDated(block) && hashes.get(block.name) === hashOf(block))),
    dates: namesOf(marked.filter(isDated)),
  };
}

function hashOf({ value }: Block): string {
  return contentHash(inOrder(value, byLetters));
}
