import { useState } from 'react';

/** When a picture's words are asked for, see `AltField`. */
export function useAsking() {
  const [{ asks, isOther }, set] = useState({ asks: 0, isOther: false });
  return {
    asks,
    isOther,
    /** Brings the focus to the field; `isOther` where there are words for the picture before. */
    ask: (other = false) => set((before) => ({ asks: before.asks + 1, isOther: other })),
    answered: () => set((before) => (before.isOther ? { ...before, isOther: false } : before)),
  };
}
