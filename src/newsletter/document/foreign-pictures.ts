import { isOwnFile } from '#newsletter/values/url.ts';
import { isEmptySpace, type StoredBlock } from './document.ts';
import { mapFiles } from './traits.ts';

/** Newsletters load no pictures of other hosts, which would learn who reads them. */

export const FOREIGN_PICTURE_MESSAGE =
  'Please upload this picture: a newsletter loads nothing from other sites';

/** The paths of picture fields that hold no uploaded file: `1.value.url`. Own files are given as paths. */
export function foreignPicturesIn(code: readonly StoredBlock[]): readonly string[] {
  return code.flatMap((block, index) => {
    if (isEmptySpace(block)) return [];
    const marked = mapFiles(block, (address, use) =>
      use === 'link' || use === 'offered' || isOwnFile(address) ? address : '',
    );
    return changedPaths(block.value, marked.value).map((path) => `${index}.value.${path}`);
  });
}

function changedPaths(before: object, after: object): readonly string[] {
  const changed = new Map<string, unknown>(Object.entries(after));
  return Object.entries(before).flatMap(([key, value]: [string, unknown]) => {
    const other = changed.get(key);
    if (isObject(value) && isObject(other)) return changedPaths(value, other).map((path) => `${key}.${path}`);
    return typeof value === 'string' && value !== other ? [key] : [];
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
