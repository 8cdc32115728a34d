import type { HeldWords } from '#newsletter/values/held-words.ts';

/**
 * Finds what an office document holds that its author may not see: text that was deleted with changes tracked, hidden text,
 * comments, speaker notes, hidden sheets and slides. It stays, as the author may mean it; the form says so. Source: ECMA-376 part 1, 17.3.2.41,
 * 17.13, 18.2.19, 18.7, 19.3.
 */

type Look = readonly [part: RegExp, held: HeldWords, isHeld: (xml: string) => boolean];

// Deleted text, and a deletion around something else. The mark of a deleted paragraph's end is empty.
const DELETED = /<(?:[\w.-]+:)?(?:delText[\s>]|del(?:>|\s[^<>]*[^<>/]>)\s*<[^/])/;
// Word, Excel and PowerPoint have these, in all their ages.
const COMMENT = /<(?:[\w.-]+:)?(?:comment|threadedComment|cm)[\s>]/;
const HIDDEN_SHEET = /<(?:[\w.-]+:)?sheet\s[^<>]*state\s*=\s*["'](?:hidden|veryHidden)["']/;
const HIDDEN_SLIDE = /<(?:[\w.-]+:)?sld\s[^<>]*\bshow\s*=\s*["'](?:0|false)["']/;
// The number of the page is a field.
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

function hasText(xml: string): boolean {
  let isInField = false;
  for (const [, end, element, text = ''] of xml.matchAll(FIELD_OR_TEXT)) {
    if (element === 'fld') isInField = end === '';
    else if (end === '' && !isInField && text.trim() !== '') return true;
  }
  return false;
}

// Of runs alone: hidden ends of paragraphs, and what was hidden before a tracked change, have the same element.
const RUN = /<(\/?)(?:[\w.-]+:)?(r|pPr|rPrChange|vanish|t)(?=[\s/>])([^<>]*)>([^<]*)/g;
const IS_OFF = /=\s*["'](?:0|false|off)["']/;

function hasHiddenText(xml: string): boolean {
  let isHidden = false;
  let isOther = false;
  for (const [, end, element, more = '', text = ''] of xml.matchAll(RUN)) {
    if (element === 'r') isHidden = false;
    else if (element === 't') {
      if (isHidden && end === '' && text.trim() !== '') return true;
    } else if (element === 'vanish') isHidden ||= !isOther && !IS_OFF.test(more);
    else isOther = end === '' && !more.endsWith('/');
  }
  return false;
}

/** Whether a part, by its name, can hold such words. */
export function canHoldWords(name: string): boolean {
  return LOOKS.some(([part]) => part.test(name));
}

/** What a part holds of them. */
export function heldWordsIn(name: string, content: Buffer): readonly HeldWords[] {
  // All that is searched for is ASCII.
  const xml = content.toString('latin1');
  return LOOKS.filter(([part, , isHeld]) => part.test(name) && isHeld(xml)).map(([, held]) => held);
}
