import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { toast } from '#ui/feedback/toast.ts';
import { useHistoryPlace } from '#web/features/editor/kernel/places/history-place.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { pastMoment } from '#web/words/dates.ts';

/** Says once who has restored something from the history, as that may have removed this person's words from the canvas. */
export function RestoredByOthers() {
  const { editing, school } = useTools();
  const { opened, personId, isContributor } = editing;
  const stored = useStore(editing.news, (news) => news.stored);
  const place = useHistoryPlace();
  const open = useRef(place.open);
  open.current = place.open;
  const lastShown = useRef(0);
  useEffect(() => {
    if (stored?.restored !== true || stored.person?.id === personId || stored.version <= lastShown.current)
      return;
    lastShown.current = stored.version;
    const author = stored.person?.name ?? 'Somebody else';
    // Contributors have no history.
    const action = { label: 'History', run: () => open.current() };
    void (isContributor ? Promise.resolve(null) : momentBroughtBack(opened.id)).then((at) => {
      const what =
        at === null ? 'something from the history' : `how it was ${pastMoment(at, school.time_zone)}`;
      toast.info(`${author} restored ${what}`, isContributor ? {} : { action });
    });
  }, [stored, personId, isContributor, opened, school]);
  return null;
}

/** The moment of the restored state; null if it is unknown, or was not the whole newsletter. */
async function momentBroughtBack(id: string): Promise<string | null> {
  try {
    const { findRestored } = await import('./find-restored.ts');
    return await findRestored(id);
  } catch {
    return null;
  }
}
