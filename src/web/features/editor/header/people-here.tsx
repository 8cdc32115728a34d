import { useMemo } from 'react';
import { useStore } from 'zustand';
import { Tip } from '#ui/tip.tsx';
import { doing, type PersonHere, peopleIn } from '#web/features/editor/kernel/people/people.ts';
import { blockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { showBlock } from '#web/features/editor/kernel/places/focus.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { useSession } from '#web/session/session.ts';
import classes from './people-here.module.css';

/** The number of avatars that there is room for; on phones one alone. */
const ROOM = 4;

/** The others who have the newsletter open: editors ringed, readers plain. Nothing if there are none. */
export function PeopleHere() {
  const people = usePeople();
  const { isPhone } = useTools();
  if (people.length === 0) return null;
  const room = isPhone ? 1 : ROOM;
  // The last place is for the number of people without an avatar.
  const shown = people.length > room ? people.slice(0, room - 1) : people;
  const rest = people.slice(shown.length);
  return (
    <ul className={classes.people} aria-label="Others in this newsletter">
      {shown.map((person) => (
        <li key={person.id}>
          <Avatar person={person} />
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          <Rest people={rest} number={shown.length === 0 ? `${rest.length}` : `+${rest.length}`} />
        </li>
      )}
    </ul>
  );
}

/** The people who have the newsletter open in other windows. */
function usePeople(): readonly PersonHere[] {
  const others = useStore(useTools().editing.news, (news) => news.others);
  const ownId = useSession()?.user.id;
  return useMemo(() => peopleIn(others, ownId), [others, ownId]);
}

/** Leads to the block that the person edits; for readers it only says who they are. */
function Avatar({ person }: { person: PersonHere }) {
  const { block, initials } = person;
  const words = useEditor(({ document }) =>
    doing(person, block === null ? undefined : blockLabel(document, block)),
  );
  return (
    <Tip label={words} position="bottom">
      <button
        type="button"
        className={classes.avatar}
        data-editing={block !== null || undefined}
        aria-label={`${initials}: ${words}`}
        aria-disabled={block === null || undefined}
        onClick={() => block !== null && showBlock(block)}
      >
        {initials}
      </button>
    </Tip>
  );
}

function Rest({ people, number }: { people: readonly PersonHere[]; number: string }) {
  const words = useEditor(({ document }) =>
    people.map((person) => doing(person, blockLabel(document, person.block ?? ''))).join('. '),
  );
  return (
    <Tip label={words} position="bottom">
      <button
        type="button"
        className={classes.avatar}
        data-editing={people.some(({ block }) => block !== null) || undefined}
        aria-label={`${number}: ${words}`}
        aria-disabled="true"
      >
        {number}
      </button>
    </Tip>
  );
}
