/** Messages for screen readers only, through `Announcer`, whose live region exists from the start. */

let words = '';
const listeners = new Set<() => void>();

/** Announces a sentence; repeats it only after another one, or once it has been cleared. */
export function announce(sentence: string): void {
  clearTimeout(clearing);
  if (sentence !== '') clearing = setTimeout(() => announce(''), STAYS_MS);
  if (sentence === words) return;
  words = sentence;
  for (const listener of [...listeners]) listener();
}

/** An old message must not be found later by somebody who reads the page line by line. */
const STAYS_MS = 15_000;
let clearing: ReturnType<typeof setTimeout> | undefined;

/** For `Announcer`. */
export const announcements = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => words,
} as const;
