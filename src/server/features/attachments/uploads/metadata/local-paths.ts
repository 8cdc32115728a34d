/** Removes local folders from paths: they often contain the person's name and are of no use to others. */

/** A Windows drive, a network share, a home folder or a `file:` URL. PDF writes drives as '/C/'. */
const LOCAL_PATH = /^(?:file:|[A-Za-z]:[\\/]|\\\\|\/[A-Za-z]\/(?=Users\/)|\/(?:Users|home|Volumes)\/)/;
const SEPARATOR = /[\\/]|%5C|%2F/i;

/** An XML attribute whose value is such a path. */
const ATTRIBUTE =
  /(\s[\w:.-]+\s*=\s*)("|')((?:file:|[A-Za-z]:[\\/]|\\\\|\/(?:Users|home|Volumes)\/)[^"'<]*)\2/gi;

/** 'menu.docx' for 'C:\Users\someone\menu.docx'; any other text unchanged. */
export function withoutFolder(text: string): string {
  return LOCAL_PATH.test(text) ? (text.split(SEPARATOR).at(-1) ?? '') : text;
}

/** XML without local folders in attributes, as references to images, templates and workbooks have them. */
export function withoutFoldersInXml(xml: string): string {
  return xml.replace(
    ATTRIBUTE,
    (_, start: string, quote: string, path: string) => start + quote + withoutFolder(path) + quote,
  );
}
