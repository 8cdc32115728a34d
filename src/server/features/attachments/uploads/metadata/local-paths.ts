/** The folders of a person's own computer, which often hold the person's name and lead nobody else anywhere. */

/** From a drive of Windows, a share, a home folder, or a `file:` address on; PDF writes drives as '/C/'. */
const LOCAL_PATH = /^(?:file:|[A-Za-z]:[\\/]|\\\\|\/[A-Za-z]\/(?=Users\/)|\/(?:Users|home|Volumes)\/)/;
const SEPARATOR = /[\\/]|%5C|%2F/i;

/** An attribute of XML whose whole value begins like one. */
const ATTRIBUTE =
  /(\s[\w:.-]+\s*=\s*)("|')((?:file:|[A-Za-z]:[\\/]|\\\\|\/(?:Users|home|Volumes)\/)[^"'<]*)\2/gi;

/** 'menu.docx' for 'C:\Users\someone\menu.docx' and its like; any other text as it is. */
export function withoutFolder(text: string): string {
  return LOCAL_PATH.test(text) ? (text.split(SEPARATOR).at(-1) ?? '') : text;
}

/** XML whose attributes name no folders, as those of pictures, templates and other workbooks do. */
export function withoutFoldersInXml(xml: string): string {
  return xml.replace(
    ATTRIBUTE,
    (_, start: string, quote: string, path: string) => start + quote + withoutFolder(path) + quote,
  );
}
