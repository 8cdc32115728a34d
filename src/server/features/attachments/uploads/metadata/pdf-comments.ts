import { type PDFDict, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';

/** Comments of reviewers in a PDF. Source: ISO 32000-2, 12.5.6. */

const CONTENTS = PDFName.of('Contents');
const SUBTYPE = PDFName.of('Subtype');
/** Annotations whose text shows only when they are opened. A link's text describes it, and typed text is drawn on the page. */
const KINDS: ReadonlySet<unknown> = new Set(
  ['Text', 'Highlight', 'Underline', 'StrikeOut', 'Squiggly', 'Caret', 'Ink', 'Square', 'Circle'].map(
    (name) => PDFName.of(name),
  ),
);

/** Whether a dictionary is an annotation with a comment. */
export function isComment(dict: PDFDict): boolean {
  if (!KINDS.has(dict.lookup(SUBTYPE))) return false;
  const words = dict.lookup(CONTENTS);
  return (words instanceof PDFString || words instanceof PDFHexString) && words.decodeText().trim() !== '';
}
