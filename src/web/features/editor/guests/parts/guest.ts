import { isApiError } from '#web/api/api-error.ts';
import type { Guest } from '#web/features/editor/kernel/guest.ts';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';
import { followParts } from './follow-parts.ts';
import { limitToParts } from './limit-to-parts.ts';
import { partsOf } from './parts-store.ts';

/** Who writes which block. */
export const PARTS: Guest = {
  open(session) {
    if (session.isContributor) limitToParts(session);
  },
  start(session) {
    const { isContributor } = session;
    const stops = [
      followParts(session),
      // A contributor can't do anything before.
      partsOf(session).start(isContributor ? (run) => run() : whenIdle),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  },
  // A part of theirs may be somebody else's by now.
  refused(session, error) {
    if (session.isContributor && isApiError(error, 403)) void partsOf(session).refresh();
  },
  heard(session, { event }) {
    if (event !== 'stored') return;
    const known = [...session.parts.getState().parts.values()];
    // What was handed in may have changed.
    if (known.some(({ attributes }) => attributes.done_at !== null)) void partsOf(session).refresh();
  },
  // Whose part begins there hears nothing of it, so whoever deletes it does.
  beforeDeleting({ parts }, block) {
    const part = parts.getState().parts.get(block)?.attributes;
    return part === undefined ? '' : ` It is the part of ${part.person_name}.`;
  },
};
