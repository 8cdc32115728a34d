/**
 * What a newsletter about a date says where the date has no details, as a row of an event block needs some. These words are about the
 * news: they never become the date's own details.
 */
export const NOTICES = {
  off: 'It is cancelled.',
  on: 'It is on again.',
  changed: 'Please note the change.',
  reminder: 'Please note this date.',
} as const;
/** What a newsletter about a date is about. */
export type Notice = keyof typeof NOTICES;

/** As earlier versions of the program wrote it. */
const EARLIER_OFF = 'It is called off.';

function isNotice(description: string): boolean {
  return [...Object.values<string>(NOTICES), EARLIER_OFF].includes(description.trim());
}

function isOff(description: string): boolean {
  return [NOTICES.off, EARLIER_OFF].some((off) => off === description.trim());
}

/** The details that a row tells of its date: none, if it only has the words of a notice. */
export function detailsOf(description: string): string {
  return isNotice(description) ? '' : description;
}

/** What a row says of a date without details: what it said before, unless that was that the date is off or on again. */
export function descriptionFor(before: string, isCancelled: boolean): string {
  if (!isNotice(before) || isCancelled === isOff(before)) return before;
  return isCancelled ? NOTICES.off : NOTICES.on;
}
