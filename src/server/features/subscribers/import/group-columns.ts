import { withoutAccents } from '#newsletter/values/plain-text.ts';
/** Finds the columns of a file that contain groups, by their headings. */

/** A cell of a column of groups. `index` is the column's position. */
export interface GroupCell {
  readonly index: number;
  readonly cell: string;
  /** Whether the cell is one value, whatever separators it contains. */
  readonly isWhole?: true;
}

// Headings of school systems, in lower-case letters only.
const HEADINGS: ReadonlySet<string> = new Set([
  ...[
    'year',
    'years',
    'yeargroup',
    'yeargroups',
    'yr',
    'yrgroup',
    'ncyear',
    'nccyear',
    'nationalcurriculumyear',
  ],
  ...[
    'schoolyear',
    'grade',
    'class',
    'classes',
    'classname',
    'classgroup',
    'form',
    'formgroup',
    'tutorgroup',
  ],
  ...[
    'registrationgroup',
    'reggroup',
    'reg',
    'registration',
    'group',
    'groups',
    'groupname',
    'club',
    'clubs',
  ],
  ...['activity', 'activities', 'house', 'team', 'teams', 'afterschoolclub', 'afterschoolclubs'],
  ...['registrationform', 'registrationgroups', 'tag', 'tags', 'labels', 'groupmembership'],
  ...[
    'klasse',
    'jahrgang',
    'stufe',
    'gruppe',
    'gruppen',
    'classe',
    'clase',
    'curso',
    'groupe',
    'groupes',
    'niveau',
  ],
  ...[
    'grupo',
    'grupos',
    'turma',
    'gruppo',
    'gruppi',
    'klas',
    'groep',
    'groepen',
    'klasa',
    'grupa',
    'dosbarth',
  ],
  ...['blwyddyn', 'grwp', 'clas', 'buidheann', 'rang'],
]);
const PUPIL_PREFIX = /^(?:pupil|child|student|learner)(?:ren)?s?\d?(?=.)/;
// Pupils' names and details never become groups.
const PERSONAL =
  /name|initial|upn|uln|birth|dob|gender|sex|ethnic|religi|medical|allerg|sen\b|diet|address|street|town|postcode|phone|mobile|tel|email|mail|^id$|number|note|comment|date|title|_at$/i;

function lettersOf(heading: string): string {
  return withoutAccents(heading).replace(/[^a-z0-9]/g, '');
}

const BETWEEN = /[/|&,+]|\b(?:and|or|und|et)\b/i;

/** Whether a heading says that its column contains groups: 'Year group', 'Child 2 class', 'Class / clubs'. */
export function saysGroups(heading: string): boolean {
  const short = heading.slice(0, 100);
  return isOfGroups(short) || short.split(BETWEEN).every(isOfGroups);
}

function isOfGroups(words: string): boolean {
  const letters = lettersOf(words);
  const bare = letters.replace(PUPIL_PREFIX, '').replace(/\d$/, '');
  return HEADINGS.has(letters) || HEADINGS.has(bare);
}

/** Whether a column may contain groups if the person says so. */
export function maySayGroups(heading: string): boolean {
  return heading !== '' && heading.length <= 100 && !PERSONAL.test(heading);
}
