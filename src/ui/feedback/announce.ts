/** Says something to screen readers alone, through `Announcer`, whose live region is there from the start. */

let words = '';
const listeners = new Set<() => void>();

/** Announces a sentence; the same one again only after another. */
export function announce(sentence: string): void {
  if (sentence === words) return;
  words = sentence;
  for (const listener of [...listeners]) listener();
}

/** For `Announcer`. */
export const announcements = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => words,
} as const;
