import { useEffect, useState } from 'react';
import type { Journal } from '#web/features/editor/saving/journal.ts';
import { claimJournal } from '#web/features/editor/saving/journal-claim.ts';
import { useSession } from '#web/session/session.ts';

/** This tab's journal of a newsletter while the screen is mounted; null until it is claimed. */
export function useJournal(newsletterId: string): Journal | null {
  const [journal, setJournal] = useState<Journal | null>(null);
  const person = useSession()?.user.id;
  useEffect(() => {
    // Journals belong to a person.
    if (person === undefined) return;
    const closing = new AbortController();
    void claimJournal(person, newsletterId, closing.signal).then((claimed) => {
      if (!closing.signal.aborted) setJournal(claimed);
    });
    return () => {
      closing.abort();
      setJournal(null);
    };
  }, [person, newsletterId]);
  return journal;
}
