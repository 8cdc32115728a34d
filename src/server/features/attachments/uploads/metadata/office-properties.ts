/** Removes an office document's properties: its author, dates and program. Source: ECMA-376 part 2, 11; part 1, 15.2. */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const EMPTY_PARTS: Readonly<Record<string, string>> = {
  'core-properties': `${XML}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>`,
  'extended-properties': `${XML}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"/>`,
  'custom-properties': `${XML}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"/>`,
};
const RELATIONSHIP = /<(?:\w+:)?Relationship\s[^>]*>(?:\s*<\/(?:\w+:)?Relationship>)?/g;
const THUMBNAIL = 'thumbnail';

/** The package's own list of relationships. */
export const PACKAGE_RELATIONSHIPS = '_rels/.rels';

/** Changes to parts, by name: the new bytes, or null to leave the part out. */
export type PropertyChanges = ReadonlyMap<string, Buffer | null>;

/** The changes that empty a document's properties and drop its thumbnail, given its list of relationships. */
export function propertyChanges(relationships: string, names: Iterable<string>): PropertyChanges {
  const changes = new Map<string, Buffer | null>();
  // Finds them by their usual names, even if the list omits them.
  for (const name of names) {
    if (/^docProps\/core\d*\.xml$/i.test(name)) changes.set(name, emptied('core-properties'));
    if (/^docProps\/app\d*\.xml$/i.test(name)) changes.set(name, emptied('extended-properties'));
    if (/^docProps\/custom\d*\.xml$/i.test(name)) changes.set(name, emptied('custom-properties'));
    if (/^docProps\/thumbnail\.\w+$/i.test(name)) changes.set(name, null);
  }
  const list = relationships.replace(RELATIONSHIP, (whole) => {
    const kind = attribute(whole, 'Type').split('/').at(-1) ?? '';
    const part = attribute(whole, 'Target').replace(/^\//, '');
    if (kind in EMPTY_PARTS) changes.set(part, emptied(kind));
    if (kind === THUMBNAIL) changes.set(part, null);
    return kind === THUMBNAIL ? '' : whole;
  });
  return changes.set(PACKAGE_RELATIONSHIPS, Buffer.from(list));
}

function emptied(kind: string): Buffer {
  return Buffer.from(EMPTY_PARTS[kind] ?? XML);
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`).exec(tag)?.[2] ?? '';
}
