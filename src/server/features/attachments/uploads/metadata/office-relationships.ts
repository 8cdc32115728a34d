import { ActiveContent } from './active-content.ts';
import { Malformed } from './bytes.ts';
import { decodedXml, encoded } from './xml-references.ts';

/**
 * Removes what an office document loads or runs. All of it is listed in the parts named `.rels`, which are rewritten from what was
 * understood of them. Source: ECMA-376 part 2, 9.3; [MS-OFFMACRO2], [MS-OI29500].
 */

/** Parts of a workbook whose links are pictures that it fetches ([MS-XLSX], rdRichValueWebImage). */
const FETCHED = /(?:^|\/)richData\/_rels\//i;

/** Whether a part, by its name, lists relationships. */
export const isRelationships = (name: string) => /\.rels$/i.test(name);

/** The target that Office writes for a deleted reference. */
const NOWHERE = 'NULL';
const HYPERLINK = 'hyperlink';
/** Links that a person may follow. Local folders were removed before, so anything without a scheme is a name. */
const FOLLOWED = /^(?:https?:|mailto:|tel:|(?!\/\/)[^:\\]*(?:[?#][^\\]*)?$)/i;
/**
 * Types that run or load: macros and their data, controls, ribbons that call macros, web pages, and texts that Word includes when it opens.
 */
const RUNS = new Set(
  [
    'vbaProject',
    'wordVbaData',
    'activeXControlBinary',
    'control',
    'aFChunk',
    'attachedToolbars',
    'keyMapCustomizations',
    'xlMacrosheet',
    'xlIntlMacrosheet',
    'extensibility',
    'ddeLink',
  ].map((kind) => kind.toLowerCase()),
);

const RELATIONSHIP = /<(?:[\w.-]+:)?Relationship((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))+)\s*\/?>/g;
const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const WRITTEN = ['Id', 'Type', 'Target', 'TargetMode'];

/**
 * A part's list without anything fetched from elsewhere, such as templates and pictures; links stay. Throws `ActiveContent` if a part of
 * the document runs.
 */
export function safeRelationships(name: string, content: Buffer): Buffer {
  if (content.includes(0)) throw new Malformed('The list of parts is in another encoding');
  const found = [...content.toString('utf8').matchAll(RELATIONSHIP)];
  const keepsLinks = !FETCHED.test(name);
  const written = found
    .map(([, attributes = '']) => safeRelationship(attributesOf(attributes), keepsLinks))
    .join('');
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${written}</Relationships>`,
  );
}

function safeRelationship(given: ReadonlyMap<string, string>, keepsLinks: boolean): string {
  const kind = given.get('Type')?.split('/').at(-1)?.toLowerCase() ?? '';
  if (RUNS.has(kind)) throw new ActiveContent(`It has a part of the kind ${kind}`);
  const target = given.get('Target') ?? '';
  const isSafe =
    given.get('TargetMode')?.toLowerCase() !== 'external'
      ? !/^[^/]*:|^\s*[/\\]{2}/.test(target)
      : keepsLinks && kind === HYPERLINK && FOLLOWED.test(target.trim());
  const attributes = new Map([...given, ...(isSafe ? [] : [['Target', NOWHERE] as const])]);
  const text = WRITTEN.flatMap((name) => {
    const value = attributes.get(name);
    return value === undefined ? [] : [` ${name}="${encoded(value)}"`];
  });
  return `<Relationship${text.join('')}/>`;
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [
      name,
      decodedXml(double ?? single ?? ''),
    ]),
  );
}
