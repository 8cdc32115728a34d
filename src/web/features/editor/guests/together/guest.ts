import type { Guest } from '#web/features/editor/kernel/guest.ts';
import { peopleIn } from '#web/features/editor/kernel/people/people.ts';
import { followOthers } from './follow-others.ts';

/** The others who have the newsletter open. */
export const TOGETHER: Guest = {
  start: followOthers,
  // Their words would go while they write them.
  beforeDeleting({ heard, personId }, block) {
    const here = heard.getState().others.filter((other) => other.block === block);
    return peopleIn(here, personId)
      .map((who) => (who.isOwn ? ' You are in it in another window.' : ` ${who.name} is writing in it.`))
      .join('');
  },
};
