import { createContext, useContext } from 'react';
import type { useNewSaving } from './use-new-saving.ts';

/** Save draft, Publish and Discard, and which of them is running. */
export type Saving = ReturnType<typeof useNewSaving>;

export const SavingContext = createContext<Saving | null>(null);

/** The saving of the editor around. Throws outside of it. */
export function useSaving(): Saving {
  const saving = useContext(SavingContext);
  if (saving === null) throw new Error('useSaving must be used inside the editor');
  return saving;
}
