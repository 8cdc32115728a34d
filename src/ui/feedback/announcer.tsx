import { useSyncExternalStore } from 'react';
import { announcements } from './announce.ts';

/** The live region of `announce`. Rendered once, at the root: a region that is inserted with its text is not announced. */
export function Announcer() {
  const words = useSyncExternalStore(announcements.subscribe, announcements.current, () => '');
  return (
    <p role="status" className="visually-hidden" data-announcer>
      {words}
    </p>
  );
}
