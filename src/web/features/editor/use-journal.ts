import { useEffect, useState } from 'react';
import { currentSession } from '#web/session.ts';
import type { Journal } from './journal.ts';
import { claimJournal } from './journal-claim.ts';

/** This tab's journal of a newsletter, for as long as the screen is there; null until it is claimed. */
export function useJournal(newsletterId: string): Journal | null {
  const [claimed, setClaimed] = useState<{ newsletterId: string; journal: Journal } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const person = currentSession()?.user.id ?? 'nobody';
    void claimJournal(person, newsletterId, leaving.signal).then((journal) => {
      if (!leaving.signal.aborted) setClaimed({ newsletterId, journal });
    });
    return () => leaving.abort();
  }, [newsletterId]);
  return claimed?.newsletterId === newsletterId ? claimed.journal : null;
}
