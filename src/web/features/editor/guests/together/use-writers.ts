import { useStore } from 'zustand';
import { calledHere, peopleIn } from '#web/features/editor/kernel/people/people.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { useSession } from '#web/session/session.ts';

/** The people who write in a block in other windows; null: nobody. */
export interface Writers {
  readonly initials: string;
  /** Such as 'Ivy Walker' or 'Ivy Walker and 1 more'. */
  readonly words: string;
}

export function useWriters(block: string): Writers | null {
  const ownId = useSession()?.user.id;
  const { news } = useTools().editing;
  // A string, so that a slot is rendered again only when its own writers change.
  const found = useStore(news, ({ others }) => {
    const here = others.filter((each) => each.block === block);
    const [first, ...more] = here.length === 0 ? [] : peopleIn(here, ownId);
    if (first === undefined) return '';
    return `${first.initials} ${calledHere(first)}${more.length === 0 ? '' : ` and ${more.length} more`}`;
  });
  const end = found.indexOf(' ');
  return found === '' ? null : { initials: found.slice(0, end), words: found.slice(end + 1) };
}
