import {
  IconArrowMerge,
  IconChevronDown,
  IconChevronUp,
  IconCircleCheck,
  IconFilePlus,
  IconPencil,
  IconRestore,
  IconSend,
  IconWorld,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Avatar } from '#web/features/editor/kernel/people/avatar.tsx';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { formatTime } from '#web/words/dates.ts';
import type { TimelineEntry } from './timeline-entry.ts';
import classes from './timeline-panel.module.css';

const ICONS = {
  created: IconFilePlus,
  opened: IconFilePlus,
  work: IconPencil,
  given_up: IconArrowMerge,
  restored: IconRestore,
  published: IconWorld,
  approved: IconCircleCheck,
  sent: IconSend,
} as const;

interface EntryProps {
  readonly entry: TimelineEntry;
  /** Whether the newsletter is now as in this entry. */
  readonly isNow: boolean;
  /** The chosen state; null if none is. */
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** A line of the timeline; if several people saved in turn, each of their saves is listed below it. */
export function Entry({ entry, isNow, chosen, onChoose }: EntryProps) {
  const { inside } = entry;
  const listId = useId();
  const [isOpened, setOpened] = useState(false);
  // The chosen save is always visible. The newest save is the line itself.
  const isOpen = isOpened || inside.slice(1).some(({ stateId }) => stateId === chosen);
  return (
    <li>
      <EntryButton entry={entry} isNow={isNow} chosen={chosen} onChoose={onChoose} />
      {inside.length > 0 && (
        <button
          type="button"
          className={classes.each}
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={() => setOpened(!isOpen)}
        >
          {isOpen ? 'Hide earlier saves' : earlierWords(inside.length - 1)}
          {isOpen ? (
            <IconChevronUp size={16} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
          )}
        </button>
      )}
      {isOpen && (
        <ul id={listId} className={classes.inside} aria-label="Earlier saves">
          {inside.slice(1).map((each) => (
            <li key={each.key}>
              <EntryButton entry={each} isNow={false} chosen={chosen} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function EntryButton({
  entry: { kind, words, person, changed, at, stateId, inside },
  isNow,
  chosen,
  onChoose,
}: EntryProps) {
  const { time_zone } = useTools().school;
  const Icon = ICONS[kind];
  return (
    <button
      type="button"
      className={classes.entry}
      aria-pressed={stateId !== null && kind !== 'sent' && stateId === chosen}
      aria-disabled={stateId === null || undefined}
      onClick={() => stateId !== null && onChoose(stateId)}
    >
      {kind === 'work' && inside.length === 0 ? (
        <span className={classes.avatar}>
          <Avatar id={person} name={person} />
        </span>
      ) : (
        <span className={classes.icon} aria-hidden="true">
          <Icon size={18} stroke={1.75} />
        </span>
      )}
      <span className={classes.text}>
        <span className={classes.words}>{words}</span>
        <span className={classes.person}>
          {[isNow ? 'As it is now' : '', person].filter((part) => part !== '').join(', ')}
        </span>
        {changed !== '' && <span className={classes.changed}>{changed}</span>}
      </span>
      <time className={classes.time} dateTime={at}>
        {formatTime(at, time_zone)}
      </time>
    </button>
  );
}

function earlierWords(count: number): string {
  return count === 1 ? '1 earlier save' : `${count} earlier saves`;
}
