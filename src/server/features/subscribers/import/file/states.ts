import { plainLetters } from './plain-letters.ts';
import {
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

/** Reads who is on another program's list and who has left it. Whoever has left does not come back by an import. */

/** What a column's cells are: a word; yes for being on, or the time when that was said; yes for being off; the time of leaving. */
export type StateKind = 'word' | 'on' | 'opted_in' | 'off' | 'left_at';

/** What a column of states is; null for other columns. `letters`: its heading by `plainLetters`. */
export function stateKind(letters: string): StateKind | null {
  if (STATUS_HEADING.test(letters)) return 'word';
  if (OPT_IN.test(letters)) return 'opted_in';
  if (ON_FLAGS.has(stem(letters)) || ON_FLAG.test(letters)) return 'on';
  if (OFF_FLAG.test(letters)) return 'off';
  return OFF_TIME.test(letters) ? 'left_at' : null;
}

/** On the list, off it, or a word that somebody has to explain. */
export type State = 'on' | 'off' | 'unknown';

const DATE = /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/;

/** What a cell of such a column says. */
export function stateIn(kind: StateKind, cell: string): State {
  const letters = plainLetters(cell);
  const isNothing = NOTHING.has(letters);
  if (kind === 'left_at') return isNothing || NO.has(letters) ? 'on' : 'off';
  // Who has not said yes has said nothing: only a person can tell.
  const asksYes = kind === 'on' || kind === 'opted_in';
  if (isNothing) return asksYes ? 'unknown' : 'on';
  const word = stem(letters);
  if (kind !== 'word') {
    const isYes = YES.has(word) || DATE.test(cell);
    if (isYes || NO.has(word)) return isYes === asksYes ? 'on' : 'off';
  }
  if (ON.has(word)) return 'on';
  return OFF.has(word) || OFF_WITHIN.test(letters) ? 'off' : 'unknown';
}

// Mailchimp exports a file for each state. Source: mailchimp.com/help/view-export-contacts.
const FILE_OF_LEFT =
  /(?:^|_|-)(?:unsubscribed|nonsubscribed|cleaned)_(?:[a-z]+_)*(?:export|segment|audience)|^(?:unsubscribed|nonsubscribed|cleaned)_/i;
const CALLED_LEFT =
  /(?:^|, )(?:unsubscribe[ds]?|nonsubscribed|cleaned|bounced|opted[ _-]?out)(?:[ _-](?:members|contacts|subscribers|people|list|[\d-]+))*(?:\.\w+)?$/i;

/** Whether a file's name says that everybody in it has left. */
export function isFileOfLeft(name: string): boolean {
  return FILE_OF_LEFT.test(name) || CALLED_LEFT.test(name);
}
