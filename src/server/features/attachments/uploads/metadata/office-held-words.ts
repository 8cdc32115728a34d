import type { HeldWords } from '#newsletter/values/held-words.ts';

/**
 * Finds content of an office document that its author may not see: text deleted with changes tracked, hidden text, comments, speaker notes,
 * hidden sheets and slides. It stays, as the author may want it; the form reports it. Source: ECMA-376 part 1, 17.3.2.41, 17.13, 18.2.19,
 * 18.7, 19.3.
 */

type Look = readonly [part: RegExp, held: HeldWords, isHeld: (xml: string) => boolean];

// Deleted text, and a deletion around something else. The mark of a deleted paragraph's end is empty.
const DELETED = /<(?:[\w.-]+:)?(?:delText[\s>]|del(?:>|\s[^<>]*[^<>/]>)\s*<[^/])/;
// The comment elements of Word, Excel and PowerPoint, in all versions.
const COMMENT = /<(?:[\w.-]+:)?(?:comment|threadedComment|cm)[\s>]/;
const HIDDEN_SHEET = /<(?:[\w.-]+:)?sheet\s[^<>]*state\s*=\s*["'](?:hidden|veryHidden)["']/;
const HIDDEN_SLIDE = /<(?:[\w.-]+:)?sld\s[^<>]*\bshow\s*=\s*["'](?:0|false)["']/;
// The page number is a field.
const FIELD_OR_TEXT = /<(\/?)(?:[\w.-]+:)?(fld|t)(?=[\s>])[^<>]*>([^<]*)/g;

const LOOKS: readonly Look[] = [
  [/^word\/[^/]*\.xml$/i, 'deleted_text', (xml) => DELETED.test(xml)],
  [/^word\/[^/]*\.xml$/i, 'hidden_text', hasHiddenText],
  [/^(?:word|xl)\/comments[^/]*\.xml$/i, 'comments', (xml) => COMMENT.test(xml)],
  [/^(?:xl\/threadedComments|(?:xl|ppt)\/comments)\/[^/]*\.xml$/i, 'comments', (xml) => COMMENT.test(xml)],
  [/^ppt\/notesSlides\/[^/]*\.xml$/i, 'speaker_notes', hasText],
  [/^ppt\/slides\/[^/]*\.xml$/i, 'hidden_slides', (xml) => HIDDEN_SLIDE.test(xml)],
  [/^xl\/workbook\.xml$/i, 'hidden_sheets', (xml) => HIDDEN_SHEET.test(xml)],
];

// Searching a part blocks all other work. A part with more empty elements than this counts as having words: better a needless warning than
// none.
const LOOKS_MAX = 10_000;

function hasText(xml: string): boolean {
  let isInField = false;
  let looks = 0;
  for (const [, end, element, text = ''] of xml.matchAll(FIELD_OR_TEXT)) {
    looks += 1;
    if (looks > LOOKS_MAX) return true;
    if (element === 'fld') isInField = end === '';
    else if (end === '' && !isInField && text.trim() !== '') return true;
  }
  return false;
}

const VANISH = /<(?:[\w.-]+:)?vanish(?=[\s/>])([^<>]*)>/g;
const IS_OFF = /=\s*["'](?:0|false|off)["']/;
// Hidden ends of paragraphs, and what was hidden before a tracked change, have the same element.
const LAST_OWNER = /[\s\S]*<(?:[\w.-]+:)?(r|pPr|rPrChange)(?=[\s>])/;
const END_OF_RUN = /<\/(?:[\w.-]+:)?r>/;
const TEXT = /<(?:[\w.-]+:)?t(?:\s[^<>]*)?>\s*[^<\s]/;
const NEAR = 4000;

function hasHiddenText(xml: string): boolean {
  let looks = 0;
  for (const { index, 1: value = '' } of xml.matchAll(VANISH)) {
    looks += 1;
    if (looks > LOOKS_MAX) return true;
    if (IS_OFF.test(value)) continue;
    const [, owner] = LAST_OWNER.exec(xml.slice(Math.max(0, index - NEAR), index)) ?? [];
    const [rest = ''] = xml.slice(index, index + NEAR).split(END_OF_RUN, 1);
    if (owner === 'r' && TEXT.test(rest)) return true;
  }
  return false;
}

/** Whether a part, by its name, can contain such text. */
export function canHoldWords(name: string): boolean {
  return LOOKS.some(([part]) => part.test(name));
}

/** The kinds of such text in a part. */
export function heldWordsIn(name: string, content: Buffer): readonly HeldWords[] {
  // All search patterns are ASCII.
  const xml = content.toString('latin1');
  return LOOKS.filter(([part, , isHeld]) => part.test(name) && isHeld(xml)).map(([, held]) => held);
}
