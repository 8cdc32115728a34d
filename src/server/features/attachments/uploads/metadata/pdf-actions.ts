import { PDFArray, PDFDict, PDFName, type PDFObject } from '@cantoo/pdf-lib';
import { ActiveContent } from './active-content.ts';

/** The actions of a PDF, and the files attached to it. Source: ISO 32000-2, 12.6, 7.11.4, 12.7.8. */

const KEY = {
  action: PDFName.of('S'),
  additional: PDFName.of('AA'),
  collection: PDFName.of('Collection'),
  embedded: PDFName.of('EF'),
  embeddedFiles: PDFName.of('EmbeddedFiles'),
  fields: PDFName.of('Fields'),
  form: PDFName.of('XFA'),
  needsRendering: PDFName.of('NeedsRendering'),
  open: PDFName.of('OpenAction'),
  parent: PDFName.of('P'),
  script: PDFName.of('JS'),
  scripts: PDFName.of('JavaScript'),
};
const GO_TO = PDFName.of('GoTo');
const RUNS: readonly (PDFObject | undefined)[] = [
  'JavaScript',
  'Launch',
  'ImportData',
  'GoToE',
  'RichMediaExecute',
].map((name) => PDFName.of(name));
/** Signs of active content in bytes that cannot be read as objects. Short names are left out: they occur in pictures by chance. */
const NAMES = /\/(?:JavaScript|Launch|ImportData|EmbeddedFiles?|NeedsRendering)(?![A-Za-z])/;
const ESCAPED = /#([46][1-9a-f]|[57][0-9a])/gi;

/** The kind of content removed: something that runs, attached files (and perhaps both), or nothing. */
type Removed = 'actions' | 'files' | null;

/**
 * Removes actions, form scripts and attached files from one dictionary. Throws `ActiveContent` for a document that has no pages without
 * them. A page's fonts and pictures may have the same names, so each is removed only where it means this.
 */
export function removeActions(dict: PDFDict): Removed {
  if (dict.has(KEY.needsRendering) || dict.lookup(KEY.collection) instanceof PDFDict)
    throw new ActiveContent('Its pages are made by a script, or are other files');
  if (isRunning(dict)) {
    for (const key of dict.keys()) dict.delete(key);
    return 'actions';
  }
  const found = actionsIn(dict);
  for (const key of found) dict.delete(key);
  if (found.includes(KEY.embedded) || found.includes(KEY.embeddedFiles)) return 'files';
  return found.length > 0 ? 'actions' : null;
}

/** Whether a file that cannot be read may run something. Takes a moment, so it must run in a child process. */
export function seemsActive(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return NAMES.test(text.replace(ESCAPED, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))));
}

// A structure element also has a parent, and its kind may have any name.
function isRunning(dict: PDFDict): boolean {
  return RUNS.includes(dict.lookup(KEY.action)) && !dict.has(KEY.parent);
}

function actionsIn(dict: PDFDict): readonly PDFName[] {
  const open = dict.lookup(KEY.open);
  const is = {
    additional: areActions(dict.lookup(KEY.additional)),
    embedded: dict.lookup(KEY.embedded) instanceof PDFDict && isFile(dict),
    embeddedFiles: isNameTree(dict.lookup(KEY.embeddedFiles)),
    form: dict.has(KEY.form) && dict.has(KEY.fields),
    open: open instanceof PDFDict && open.lookup(KEY.action) !== GO_TO,
    script: dict.has(KEY.script) && dict.has(KEY.action),
    scripts: isNameTree(dict.lookup(KEY.scripts)),
  };
  const names = ['additional', 'embedded', 'embeddedFiles', 'form', 'open', 'script', 'scripts'] as const;
  return names.filter((name) => is[name]).map((name) => KEY[name]);
}

function areActions(object: PDFObject | undefined): boolean {
  if (!(object instanceof PDFDict)) return false;
  return object.keys().every((key) => {
    const action = object.lookup(key);
    return action instanceof PDFDict && (action.keys().length === 0 || action.has(KEY.action));
  });
}

function isFile(dict: PDFDict): boolean {
  return ['F', 'UF', 'Type'].some((name) => dict.has(PDFName.of(name)));
}

function isNameTree(object: PDFObject | undefined): boolean {
  return (
    object instanceof PDFDict &&
    ['Names', 'Kids'].some((name) => object.lookup(PDFName.of(name)) instanceof PDFArray)
  );
}
