import { PUPILS } from './heading-words.ts';
import { headingLetters } from './plain-letters.ts';
import { MAIL_WORDS, NO, NOTHING, OFF, OFF_WITHIN, stem, YES } from './state-words.ts';

/**
 * Reads the columns about pupils. A pupil who has left the school does not mean that the family has left: it may have another child here.
 * Nor does it say whether they want mails.
 */

/** The kind of a column's cells: a word; yes for having left; yes for being here; the day of leaving. */
export type EnrolmentKind = 'word' | 'leaver' | 'here' | 'left_on';

const PUPIL = new RegExp(`^(?:${PUPILS.join('|')})(?:ren|s(?!tat))?\\d?`);
const STATUS = /^(?:(?:enroll?ment|roll|school|attendance)?(?:status|state))$/;
const LEAVER = /^(?:is)?(?:leaver|leavers|left|hasleft|leftschool|offroll|exited)$/;
const HERE = /^(?:is)?(?:onroll|enrolled|enroled|currentpupil|currentstudent)$/;
const LEFT_ON =
  /^(?:(?:leaving|leave|leavers?|left|exit|withdrawal)(?:date|on)|dateof(?:leaving|exit)|dateleft|dol)$/;
/** In a file of pupils, these are about the pupils. */
const THEIRS = /^(?:status|state|estado|stato|statut|statws|stadas|estatus|left|leftdate|dateleft)$/;

/** Whether a heading is about a pupil: 'Pupil', 'Student name'. */
export function isAboutPupil(letters: string): boolean {
  return PUPIL.test(letters);
}

/** How a heading is about a pupil's enrolment; null if it is not. `isOfPupils`: whether the lines of the file are pupils. */
export function enrolmentKind(letters: string, isOfPupils: boolean): EnrolmentKind | null {
  const rest = letters.replace(PUPIL, '');
  if (!isOfPupils && rest === letters && THEIRS.test(letters)) return null;
  if (STATUS.test(rest) || (isOfPupils && THEIRS.test(letters) && !LEFT_ON.test(letters))) return 'word';
  if (LEFT_ON.test(rest)) return 'left_on';
  if (LEAVER.test(rest)) return 'leaver';
  return HERE.test(rest) ? 'here' : null;
}

/** Whether a word in a pupil's column is about mails: 'Unsubscribed' in a column called 'Status'. */
export function isAboutMails(cell: string): boolean {
  const letters = headingLetters(cell);
  return MAIL_WORDS.has(stem(letters)) || OFF_WITHIN.test(letters);
}

/** Whether a cell says that the pupil has left the school. `today`: YYYY-MM-DD. */
export function hasLeftSchool(kind: EnrolmentKind, cell: string, today: string): boolean {
  const letters = headingLetters(cell);
  if (NOTHING.has(letters)) return false;
  const word = stem(letters);
  const day = dayIn(cell);
  if (kind === 'here') return NO.has(word);
  if (day !== null) return kind !== 'word' && day <= today;
  if (kind === 'leaver') return YES.has(word);
  return (kind === 'word' || kind === 'left_on') && OFF.has(word) && !isAboutMails(cell);
}

// The day is written first, or last.
function dayIn(cell: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(cell);
  const [, day, month, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})/.exec(cell) ?? [];
  const parts = iso === null ? [year, month, day] : iso.slice(1);
  return parts.includes(undefined) ? null : parts.map((part) => (part ?? '').padStart(2, '0')).join('-');
}
