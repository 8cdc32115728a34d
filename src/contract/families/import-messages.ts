import { IMPORT_MAX_COLUMNS, IMPORT_MAX_LINES } from '#contract/subscribers.ts';
import { listWithAnd } from '#newsletter/values/lists.ts';

/** The texts of an import, separate from its calls: screens that import nothing do not load them. */

/** The outcomes for a line of the file, and the reasons why an import failed. */
export const IMPORT_MESSAGES = {
  same: 'On your list already',
  renamed: (before: string) => `Was ${before}`,
  unsubscribed: 'Has unsubscribed, and stays off your list',
  full: 'Your list is full',
  unknownWord: (word: string) =>
    word === ''
      ? 'This file does not say whether they get emails'
      : `We do not know whether ‘${word}’ means that they get emails`,
  pupil: 'A pupil, not a parent or guardian',
  pupilLeft: 'A pupil who has left the school',
  staff: 'A member of staff, not a parent or guardian',
  twice: (line: number) => `The same address as in line ${line}`,
  joined: (line: number) => `The same family as in line ${line}, which gets the groups of both`,
  groups: (names: readonly string[]) => `Into ${listWithAnd(names)}`,
  empty: 'There is nothing in this file',
  noPeople: 'There are no families in this file, only its headings',
  noTable: 'There is no table in this document',
  workbook:
    'This is an Excel workbook. In Excel, choose File, Save As and the type ‘CSV UTF-8’, then choose that file here',
  workbookIn: (file: string) =>
    `${file} is an Excel workbook. In Excel, choose File, Save As and the type ‘CSV UTF-8’, then choose that file in its place`,
  numbers:
    'This is a Numbers spreadsheet. In Numbers, choose File, Export To, CSV, then choose that file here',
  notText: 'This is not a CSV file',
  damaged: 'This file is damaged or not whole. Please save or export it once more',
  locked: 'This file has a password. Please save it again without one',
  noUsers: 'There is no users.csv in this ZIP file. Please export it together with the other OneRoster files',
  otherZip: 'There is no list of families in this ZIP file: no CSV file with a column ‘Email’',
  unpacked: 'There is too much in this ZIP file. Please take only the files of your list',
  notOneRoster: (file: string) => `${file} is not a OneRoster file: it has no column ‘sourcedId’`,
  brokenIn: (file: string, line: number, message: string) => `${file}, line ${line}: ${message}`,
  noGuardians: 'There are no parents or guardians in these files. Please export them, too',
  noGuardian: 'A pupil without a parent or guardian in the files',
  noPupil: 'A parent or guardian without a pupil in the files',
  noEmail: (found: string) =>
    `We could not find the email addresses: the first line must name the columns, one of them ‘Email’. It says: ${found}`,
  twoColumns: (column: string) => `There are two columns for ‘${column}’ in this file. Please remove one`,
  quote: 'A quotation mark opens in this line and is never closed',
  afterQuote: 'In this line, more text follows a quotation mark that closes a cell',
  long: 'This line is too long',
  headingQuote: 'A quotation mark opens in the first line and is never closed',
  headingAfterQuote: 'In the first line, more text follows a quotation mark that closes a cell',
  tooManyBroken: 'Too many lines of this file have a quotation mark in the wrong place',
  tooManyColumns: `This file has more than ${IMPORT_MAX_COLUMNS} columns`,
  underWay: 'An import is under way already. Please wait until it has ended, or cancel it',
  canceled: 'The import was cancelled. Your list is as it was before',
  undone: 'The import was undone',
  ended: 'This import has ended already',
  notUndoable: 'This import can no longer be undone',
  failed: (refusal: string | null) =>
    `${refusal ?? 'The file could not be read'}. Your list is as it was before`,
  interrupted: 'Reading the file was interrupted. Please upload it again',
  tooSlow: 'This file takes too long to read. Please split it',
  tooMany: `This file has more than ${IMPORT_MAX_LINES.toLocaleString('en-GB')} lines. Please split it`,
} as const;

const markedMessages = (words: string) => ({
  marked: words,
  leaves: `${words}, and leaves your list`,
  stays: `${words}, but on your list`,
  signedUp: `${words}, but signed up on your page`,
});
/** The messages for lines that the file marks. */
export const MARKED_MESSAGES = {
  unsubscribed: markedMessages('Marked as unsubscribed in this file'),
  cameBack: markedMessages('Their mail came back, this file says'),
} as const;

/** The points that a person has to check before importing a file. `words`: a few of the words in question. */
export const IMPORT_DOUBTS = {
  notRead: (names: readonly string[]) =>
    `Not read, as there is no column ‘Email’ in the first line: ${listWithAnd(names)}`,
  severalSheets: (names: readonly string[]) =>
    `People are read from ${names.length} sheets: ${listWithAnd(names)}. If one of them is not for newsletters, remove it from the file and choose that again`,
  damaged: (words: string) =>
    `Some letters were damaged before this file came here: ${words}. Please export it again as ‘CSV UTF-8’`,
} as const;
