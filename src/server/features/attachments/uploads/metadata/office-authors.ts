import { withoutFoldersInXml } from './local-paths.ts';

/**
 * Replaces the names of commenters and editors in office documents with what Office writes when it removes personal
 * information. Sources: ECMA-376 part 1, 17.13, 18.7, 19.4; [MS-DOCX], [MS-XLSX], [MS-PPTX].
 */

const NOBODY = 'Author';
const ACCOUNT = { userId: NOBODY, providerId: 'None' };
/** Attributes of connections that name a source, and those that make Office query it unasked. */
const NO_SOURCE = {
  ...{ url: '', editPage: '', connection: '', sourceFile: '', odcFile: '' },
  ...{ refreshOnLoad: '0', interval: '0' },
};
const PERSON = { name: NOBODY, initials: 'A', ...ACCOUNT };

interface NamingPart {
  readonly part: RegExp;
  /** The element's name without prefix; any element if omitted. */
  readonly element?: string;
  /** The new values of attributes, by their names without prefix. */
  readonly attributes: Readonly<Record<string, string>>;
}

const NAMING_PARTS: readonly NamingPart[] = [
  { part: /^word\/.*\.xml$/i, attributes: { author: NOBODY, initials: 'A', ...ACCOUNT } },
  { part: /^xl\/persons\/.*\.xml$/i, element: 'person', attributes: { displayName: NOBODY, ...ACCOUNT } },
  { part: /^xl\/workbook\.xml$/i, element: 'fileSharing', attributes: { userName: NOBODY } },
  // The folder in which the workbook was last saved, which often contains a person's name.
  { part: /^xl\/workbook\.xml$/i, element: 'absPath', attributes: { url: '' } },
  // Workbooks and mail merges query these sources when they open.
  { part: /^xl\/connections\.xml$/i, attributes: NO_SOURCE },
  { part: /^xl\/queryTables\/.*\.xml$/i, attributes: { refreshOnLoad: '0' } },
  { part: /^word\/settings\.xml$/i, element: 'connectString', attributes: { val: '' } },
  { part: /^xl\/revisions\/.*\.xml$/i, element: 'header', attributes: { userName: NOBODY } },
  { part: /^xl\/revisions\/.*\.xml$/i, element: 'userInfo', attributes: { name: NOBODY } },
  { part: /^ppt\/commentAuthors\.xml$/i, element: 'cmAuthor', attributes: PERSON },
  { part: /^ppt\/authors\.xml$/i, element: 'author', attributes: PERSON },
  { part: /^ppt\/changesInfos\/.*\.xml$/i, element: 'chgData', attributes: PERSON },
];
const CELL_COMMENTS = /^xl\/.*comments?[^/]*\.xml$/i;
const COMMENT_AUTHOR = /(<((?:[\w.-]+:)?author)(?:\s[^<>]*)?>)[^<]*(?=<\/\2\s*>)/g;
// The list of the authors' accounts. It is emptied, as it must have one entry for each name and all names become the same.
const PEOPLE = /^word\/people\.xml$/i;
const NO_PEOPLE = Buffer.from(
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"/>',
);

// XML values contain no '<', so matching takes linear time on any input.
const TAG = /<([\w:.-]+)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))+\s*\/?>/g;
const ATTRIBUTE = /(\s)([\w:.-]+)(\s*=\s*)(?:"[^"]*"|'[^']*')/g;

/** Parts with paths of templates, images, data sources and other files. Sheets are left out: they can be too large for memory. */
const PARTS_WITH_PATHS =
  /\.(?:rels|vml)$|^word\/.*\.xml$|^xl\/(?:workbook|connections)\.xml$|^(?:xl|ppt)\/(?:drawings|externalLinks|slides)\/.*\.xml$/i;

/** Whether a part, by its name, can contain names of people. */
export function canNamePeople(name: string): boolean {
  return (
    PARTS_WITH_PATHS.test(name) ||
    CELL_COMMENTS.test(name) ||
    NAMING_PARTS.some(({ part }) => part.test(name))
  );
}

/** A part without its authors' names; all other bytes are unchanged. */
export function withoutAuthors(name: string, content: Buffer): Buffer {
  if (PEOPLE.test(name)) return NO_PEOPLE;
  // Latin-1 maps every byte to one character, and all search patterns are ASCII.
  let xml = content.toString('latin1');
  if (CELL_COMMENTS.test(name)) xml = xml.replace(COMMENT_AUTHOR, `$1${NOBODY}`);
  const rules = NAMING_PARTS.filter(({ part }) => part.test(name));
  xml = xml.replace(TAG, (tag: string, element: string) =>
    rules
      .filter((rule) => rule.element === undefined || rule.element === localName(element))
      .reduce((changed, { attributes }) => replaceAttributes(changed, attributes), tag),
  );
  if (PARTS_WITH_PATHS.test(name)) xml = withoutFoldersInXml(xml);
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
