/** Says something to screen readers alone, through `Announcer`, whose live region is there from the start. */

let words = '';
const listeners = new Set<() => void>();

/** Announces a sentence; the same one again only after another, or once it is gone. */
export function announce(sentence: string): void {
  clearTimeout(clearing);
  if (sentence !== '') clearing = setTimeout(() => announce(''), STAYS_MS);
  if (sentence === words) return;
  words = sentence;
  for (const listener of [...listeners]) listener();
}

/** Who reads a page line by line later is not to meet there what was said long before. */
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
