import { loadable, Nothing } from '#ui/loadable.tsx';
import type { Guest } from '#web/features/editor/kernel/guest.ts';
import { peopleIn } from '#web/features/editor/kernel/people/people.ts';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';
import { followOthers } from './follow-others.ts';
import { useWriters } from './use-writers.ts';
import { WritersMark } from './writers-mark.tsx';

// Loaded after the newsletter: there is no news of others before.
const RestoredByOthers = loadable(async () => {
  await new Promise<void>(whenIdle);
  return (await import('./restored-by-others.tsx')).RestoredByOthers;
}, Nothing);

/** The others who have the newsletter open. */
export const TOGETHER: Guest = {
  name: 'together',
  start: followOthers,
  preload: { later: [RestoredByOthers.preload] },
  // Deleting the block would remove their words while they write them.
  beforeDeleting({ news, personId }, block) {
    const here = news.getState().others.filter((other) => other.block === block);
    return peopleIn(here, personId)
      .map((who) => (who.isOwn ? ' You are in it in another window.' : ` ${who.name} is writing in it.`))
      .join('');
  },
  useBlockMarks({ name }) {
    const writers = useWriters(name);
    return writers === null ? {} : { words: `(${writers.words})`, frame: <WritersMark {...writers} /> };
  },
  Root: RestoredByOthers,
};
