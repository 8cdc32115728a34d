import { useEffect } from 'react';
import { announce } from './announce.ts';

/** Announces the outcome on a screen for as long as it is shown; null for nothing. */
export function useAnnounced(sentence: string | null): void {
  useEffect(() => {
    if (sentence !== null) announce(sentence);
  });
}
