import { useState } from 'react';

/** Prompts for a picture's description; see `AltField`. */
export function useAltPrompt() {
  const [{ promptCount, isReplaced }, set] = useState({ promptCount: 0, isReplaced: false });
  return {
    promptCount,
    isReplaced,
    /** Focuses the field; `isReplaced` if its text was written for the previous picture. */
    prompt: (replaced = false) =>
      set((before) => ({ promptCount: before.promptCount + 1, isReplaced: replaced })),
    clear: () => set((before) => (before.isReplaced ? { ...before, isReplaced: false } : before)),
  };
}
