import type { Guest } from '#web/features/editor/kernel/guest.ts';
import { carriedOverStore } from './carried-over.ts';

/** What a next issue has from the issue before, and a newsletter from the ready-made one that it began with. */
export const NEXT_ISSUE: Guest = {
  async stored(session, saved, answer) {
    if (answer.carriedOver === null) return;
    // The save has worked, whether this can be loaded or not.
    const found = await loadFound().catch(() => null);
    if (found !== null)
      carriedOverStore(session).setState((before) => found.withFound(before, { ...answer, saved }), true);
  },
};

/** Few newsletters begin with another: what marks examples that a save has found comes with the first such answer. */
const loadFound = () => import('./found-examples.ts');
