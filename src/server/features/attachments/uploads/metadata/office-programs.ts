import { ActiveContent } from './active-content.ts';
import { withoutFetching } from './office-fields.ts';

/** Parts of a document that start programs or load something. Source: ECMA-376 part 1, 18.14.4; [MS-OLEDS] 2.3.6. */

/** Whether a part, by its name, is an object of another program. */
export const isObject = (name: string) => /\/embeddings\/[^/]*\.(?:bin|ole)$/i.test(name);

// A package may contain any file, such as a program. Objects that show equations and charts stay.
const PACKAGE = Buffer.from('Ole10Native', 'utf16le');
const NUL = /\0/g;
const DDE_LINK = /<(?:[\w.-]+:)?ddeLink\s/i;

/** Throws `ActiveContent` if an object is a packed file. */
export function refusePackage(object: Buffer): void {
  if (object.includes(PACKAGE)) throw new ActiveContent('It has a file packed in it');
}

/**
 * An XML part without anything that it would load from elsewhere. Throws `ActiveContent` if a field or link queries a program (DDE), or if
 * the part is in UTF-16 and loads something: Office writes neither.
 */
export function withoutPrograms(part: Buffer): Buffer {
  // Latin-1 maps every byte to one character, and all search patterns are ASCII.
  const text = part.toString('latin1');
  const xml = text.replace(NUL, '');
  if (DDE_LINK.test(xml)) throw new ActiveContent('It has a link that starts a program');
  const safe = withoutFetching(xml);
  if (safe === xml) return part;
  if (xml !== text) throw new ActiveContent('It has a field that loads something');
  return Buffer.from(safe, 'latin1');
}
