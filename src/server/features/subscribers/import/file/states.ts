import { headingLetters } from './plain-letters.ts';
import {
  CAME_BACK,
  CAME_BACK_WITHIN,
  NO,
  NOTHING,
  OFF,
  OFF_FLAG,
  OFF_TIME,
  OFF_WITHIN,
  ON,
  ON_FLAG,
  ON_FLAGS,
  OPT_IN,
  STATUS_HEADING,
  stem,
  YES,
} from './state-words.ts';

/** Finds who is on another program's list and who has left it. An import never brings back a person who has left. */

/**
 * The kind of a column's cells: a word; yes for being on, or the time of saying so; yes for being off; the time of leaving; yes for
 * mail that came back, and the time of that.
 */
export type StateKind = 'word' | 'on' | 'opted_in' | 'off' | 'left_at' | 'came_back' | 'came_back_at';

/** The kind of a column of states; null for other columns. `letters`: its heading by `headingLetters`. */
export function stateKind(letters: string): StateKind | null {
  if (STATUS_HEADING.test(letters)) return 'word';
  if (OPT_IN.test(letters)) return 'opted_in';
  if (ON_FLAGS.has(stem(letters)) || ON_FLAG.test(letters)) return 'on';
  const cameBack = CAME_BACK_WITHIN.test(letters);
  if (OFF_FLAG.test(letters)) return cameBack ? 'came_back' : 'off';
  if (OFF_TIME.test(letters)) return cameBack ? 'came_back_at' : 'left_at';
  return null;
}

/** On the list, off it, off it as mail came back, or marked with a word that a person has to explain. */
export type State = 'on' | 'off' | 'came_back' | 'unknown';

const DATE = /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/;

/** The state that a cell of such a column means. */
export function stateIn(kind: StateKind, cell: string): State {
  const letters = headingLetters(cell);
  const isNothing = NOTHING.has(letters);
  const off = kind === 'came_back' || kind === 'came_back_at' ? 'came_back' : 'off';
  if (kind === 'left_at' || kind === 'came_back_at') return isNothing || NO.has(letters) ? 'on' : off;
  // An empty consent is neither yes nor no: only a person can tell.
  const asksYes = kind === 'on' || kind === 'opted_in';
  if (isNothing) return asksYes ? 'unknown' : 'on';
  const word = stem(letters);
  if (kind !== 'word') {
    const isYes = YES.has(word) || DATE.test(cell);
    if (isYes || NO.has(word)) return isYes === asksYes ? 'on' : off;
  }
  if (ON.has(word)) return 'on';
  if (CAME_BACK.has(word) || (OFF_WITHIN.test(letters) && CAME_BACK_WITHIN.test(letters))) return 'came_back';
  return OFF.has(word) || OFF_WITHIN.test(letters) ? off : 'unknown';
}

// Mailchimp exports a file for each state. Source: mailchimp.com/help/view-export-contacts.
const FILE_OF_LEFT =
  /(?:^|_|-)(?:unsubscribed|nonsubscribed|cleaned)_(?:[a-z]+_)*(?:export|segment|audience)|^(?:unsubscribed|nonsubscribed|cleaned)_/i;
const CALLED_LEFT =
  /(?:^|, )(?:unsubscribe[ds]?|nonsubscribed|cleaned|bounced|opted[ _-]?out)(?:[ _-](?:members|contacts|subscribers|people|list|[\d-]+))*(?:\.\w+)?$/i;

/** The state that a file's name gives to everybody in it; null for none. */
export function stateOfFile(name: string): 'off' | 'came_back' | null {
  const phrase = FILE_OF_LEFT.exec(name)?.[0] ?? CALLED_LEFT.exec(name)?.[0];
  if (phrase === undefined) return null;
  return CAME_BACK_WITHIN.test(phrase.toLowerCase()) ? 'came_back' : 'off';
}
