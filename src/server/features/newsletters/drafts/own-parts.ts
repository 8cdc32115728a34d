import { isDeepStrictEqual } from 'node:util';
import { type Block, blockSchema, fromCode } from '#newsletter/document/document.ts';
import { type PartsBegun, staysInParts } from '#newsletter/document/own-parts.ts';
import type { DraftContent } from './content.ts';

/** Whether a save changes only blocks in a person's parts, as the newsletter had them before, and no settings. */
export function changesOnlyParts(before: DraftContent, after: DraftContent, parts: PartsBegun): boolean {
  const { code: blocksBefore, footerContent: footerBefore, ...settingsBefore } = before;
  const { code: blocksAfter, footerContent: footerAfter, ...settingsAfter } = after;
  if (!isDeepStrictEqual(stored(settingsBefore), stored(settingsAfter)) || footerBefore !== footerAfter)
    return false;
  const documents = [
    fromCode(before.layoutType, blocksBefore),
    fromCode(after.layoutType, blocksAfter),
  ] as const;
  return staysInParts(...documents, parts, saysTheSame);
}

// Blocks stored by an older program may be cleaned differently today.
function saysTheSame(before: Block, after: Block): boolean {
  if (isDeepStrictEqual(stored(before.value), stored(after.value))) return true;
  const cleaned = blockSchema.safeParse(before);
  return cleaned.success && isDeepStrictEqual(stored(cleaned.data.value), stored(after.value));
}

// The stored form, without undefined properties.
function stored(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}
