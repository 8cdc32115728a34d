import { ALL_NOTICES, type NoticeWords } from '#newsletter/words/notice-words.ts';

/** The kind of notice about a date. Its words are about the news: they never become details of the date itself. */
export type Notice = 'off' | 'on' | 'changed' | 'reminder';

const NOTICES = ['off', 'on', 'changed', 'reminder'] as const satisfies readonly Notice[];

/** The details of a date in a row: none, if the row only has the words of a notice, in any language. */
export function detailsOf(description: string): string {
  return noticeIn(description) === null ? description : '';
}

/** The description in a row for a date without details: the earlier one, unless it was a notice that no longer holds. */
export function descriptionFor(before: string, isCancelled: boolean): string {
  const found = noticeIn(before);
  if (found === null || isCancelled === (found.notice === 'off')) return before;
  return isCancelled ? found.words.off : found.words.on;
}

function noticeIn(description: string): { readonly notice: Notice; readonly words: NoticeWords } | null {
  const trimmed = description.trim();
  for (const words of ALL_NOTICES) {
    const notice = NOTICES.find((one) => words[one] === trimmed);
    if (notice !== undefined) return { notice, words };
  }
  return null;
}
