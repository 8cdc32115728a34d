import { ALL_NOTICES, type NoticeWords } from '#newsletter/words/notice-words.ts';

/** What a newsletter about a date is about. Its words are about the news: they never become the date's own details. */
export type Notice = 'off' | 'on' | 'changed' | 'reminder';

const NOTICES = ['off', 'on', 'changed', 'reminder'] as const satisfies readonly Notice[];

/** The details that a row tells of its date: none, if it only has the words of a notice, in any language. */
export function detailsOf(description: string): string {
  return noticeIn(description) === null ? description : '';
}

/** What a row says of a date without details: what it said before, unless that was that the date is off or on again. */
export function descriptionFor(before: string, isCancelled: boolean): string {
  const found = noticeIn(before);
  if (found === null || isCancelled === (found.notice === 'off')) return before;
  return isCancelled ? found.words.off : found.words.on;
}

function noticeIn(description: string): { readonly notice: Notice; readonly words: NoticeWords } | null {
  const said = description.trim();
  for (const words of ALL_NOTICES) {
    const notice = NOTICES.find((one) => words[one] === said);
    if (notice !== undefined) return { notice, words };
  }
  return null;
}
