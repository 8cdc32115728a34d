import { withoutFoldersInXml } from './local-paths.ts';

/**
 * The names that office documents keep beside the text: of who commented and changed it. They become what Office itself
 * writes when it removes personal information. Sources: ECMA-376 part 1, 17.13, 18.7, 19.4; [MS-DOCX], [MS-XLSX], [MS-PPTX].
 */

const NOBODY = 'Author';
const ACCOUNT = { userId: NOBODY, providerId: 'None' };
const PERSON = { name: NOBODY, initials: 'A', ...ACCOUNT };

interface NamingPart {
  readonly part: RegExp;
  /** The element's name without its prefix; any where there is none. */
  readonly element?: string;
  /** What is written into attributes, by their names without prefix. */
  readonly attributes: Readonly<Record<string, string>>;
}

const NAMING_PARTS: readonly NamingPart[] = [
  { part: /^word\/.*\.xml$/i, attributes: { author: NOBODY, initials: 'A', ...ACCOUNT } },
  { part: /^xl\/persons\/.*\.xml$/i, element: 'person', attributes: { displayName: NOBODY, ...ACCOUNT } },
  { part: /^xl\/workbook\.xml$/i, element: 'fileSharing', attributes: { userName: NOBODY } },
  // The folder in which the workbook was last saved, with the name of its person.
  { part: /^xl\/workbook\.xml$/i, element: 'absPath', attributes: { url: '' } },
  { part: /^xl\/revisions\/.*\.xml$/i, element: 'header', attributes: { userName: NOBODY } },
  { part: /^xl\/revisions\/.*\.xml$/i, element: 'userInfo', attributes: { name: NOBODY } },
  { part: /^ppt\/commentAuthors\.xml$/i, element: 'cmAuthor', attributes: PERSON },
  { part: /^ppt\/authors\.xml$/i, element: 'author', attributes: PERSON },
  { part: /^ppt\/changesInfos\/.*\.xml$/i, element: 'chgData', attributes: PERSON },
];
const CELL_COMMENTS = /^xl\/.*comments?[^/]*\.xml$/i;
const COMMENT_AUTHOR = /(<((?:[\w.-]+:)?author)(?:\s[^<>]*)?>)[^<]*(?=<\/\2\s*>)/g;
// The list of accounts by author: one entry for each, so that none is left where all of them are called alike.
const PEOPLE = /^word\/people\.xml$/i;
const NO_PEOPLE = Buffer.from(
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"/>',
);

// No value holds '<' in XML, so that nothing is read twice however a part is made.
const TAG = /<([\w:.-]+)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))+\s*\/?>/g;
const ATTRIBUTE = /(\s)([\w:.-]+)(\s*=\s*)(?:"[^"]*"|'[^']*')/g;

/** Parts that say where templates, pictures, sources of data and other files lay; sheets can be too large to be read whole. */
const LEADS_TO_FILES =
  /\.rels$|^word\/.*\.xml$|^xl\/(?:workbook|connections)\.xml$|^(?:xl|ppt)\/(?:drawings|externalLinks|slides)\/.*\.xml$/i;

/** Whether a part can name people, by its name. */
export function canNamePeople(name: string): boolean {
  return (
    LEADS_TO_FILES.test(name) || CELL_COMMENTS.test(name) || NAMING_PARTS.some(({ part }) => part.test(name))
  );
}

/** A part without the names of its authors, the same byte for byte in all else. */
export function withoutAuthors(name: string, content: Buffer): Buffer {
  if (PEOPLE.test(name)) return NO_PEOPLE;
  // In Latin-1 every byte is one character, and nothing that is looked for is outside ASCII.
  let xml = content.toString('latin1');
  if (CELL_COMMENTS.test(name)) xml = xml.replace(COMMENT_AUTHOR, `$1${NOBODY}`);
  const rules = NAMING_PARTS.filter(({ part }) => part.test(name));
  xml = xml.replace(TAG, (tag: string, element: string) =>
    rules
      .filter((rule) => rule.element === undefined || rule.element === localName(element))
      .reduce((changed, { attributes }) => replaceAttributes(changed, attributes), tag),
  );
  if (LEADS_TO_FILES.test(name)) xml = withoutFoldersInXml(xml);
  return Buffer.from(xml, 'latin1');
}

function replaceAttributes(tag: string, values: Readonly<Record<string, string>>): string {
  return tag.replace(ATTRIBUTE, (whole: string, space: string, name: string, equals: string) => {
    const value = values[localName(name)];
    return value === undefined ? whole : `${space}${name}${equals}"${value}"`;
  });
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
