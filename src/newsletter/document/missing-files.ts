import { isOwnFile } from '#newsletter/values/url.ts';
import type { Block, BlockType } from './document.ts';
import { mapFiles } from './traits.ts';

/** Own files that were deleted while blocks still name them: known by the last part of their addresses. */
export type MissingFiles = ReadonlySet<string>;

/** The last part of an own file's path, the same for readers and for staff; null for any other address. */
export function fileKeyOf(address: string): string | null {
  return isOwnFile(address) ? (address.split('/').at(-1) ?? null) : null;
}

/** Whether the address is that of a missing file. */
export function isMissing(address: string, missing: MissingFiles): boolean {
  const key = fileKeyOf(address);
  return key !== null && missing.has(key);
}

/** The block as though missing files had never been chosen; the very same one where it names none. */
export function withoutMissing<Type extends BlockType>(
  block: Block<Type>,
  missing: MissingFiles,
): Block<Type> {
  if (missing.size === 0) return block;
  let isChanged = false;
  const changed = mapFiles(block, (address) => {
    if (!isMissing(address, missing)) return address;
    isChanged = true;
    return '';
  });
  return isChanged ? changed : block;
}
