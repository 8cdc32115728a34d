import { isOwnFile } from '#newsletter/values/url.ts';
import type { Block, BlockType } from './document.ts';
import { mapFiles } from './traits.ts';

/** The keys of uploaded files that were deleted but are still used in blocks. See `fileKeyOf`. */
export type MissingFiles = ReadonlySet<string>;

/** The last part of an uploaded file's path, the same for readers and staff; null for any other URL. */
export function fileKeyOf(address: string): string | null {
  return isOwnFile(address) ? (address.split('/').at(-1) ?? null) : null;
}

export function isMissing(address: string, missing: MissingFiles): boolean {
  const key = fileKeyOf(address);
  return key !== null && missing.has(key);
}

/** The block without its missing files; the same object if it has none. */
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
