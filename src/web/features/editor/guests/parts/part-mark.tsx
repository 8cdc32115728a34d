import { IconCheck, IconPencil, IconUserEdit } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { PART_WORDS, type Part } from '#contract/parts/parts.ts';
import { useBlockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { useBlockState, useTools } from '#web/features/editor/kernel/tools.tsx';
import { useSession } from '#web/session/session.ts';
import { formatWeekdayAndTime } from '#web/words/dates.ts';
import { shortDate } from '#web/words/days.ts';
import classes from './part-mark.module.css';
import { reachOf } from './part-reach.ts';
import { partsOf } from './parts-store.ts';
import { usePart, usePartName } from './use-part.ts';

/** The due day of a part, or that it is done, or has changed since. */
function whenWords({ due_on, done_at, changed }: Part['attributes']): string {
  if (changed !== null) return PART_WORDS.changed;
  return done_at === null ? shortDate(due_on) : PART_WORDS.done;
}

/** A sentence with the person who changed a part after it was handed in, and the time. */
export function changedSinceWords(
  { person_name, at }: NonNullable<Part['attributes']['changed']>,
  zone: string,
): string {
  return `${person_name ?? 'somebody who has left'}, ${formatWeekdayAndTime(at, zone)}`;
}

/** The line along the blocks of a part, with its author and due day at the beginning. */
export function PartReach({ name }: { name: string }) {
  const { editing } = useTools();
  const { parts } = editing;
  const all = useStore(parts, (state) => state.parts);
  const reach = useBlockState(name, ({ document }) => reachOf(document, all).get(name));
  const part = reach && all.get(reach.part);
  const me = useSession()?.user.id;
  const writer = usePartName(part);
  if (reach === undefined || part === undefined || writer === null) return null;
  const { attributes } = part;
  return (
    <span
      className={classes.reach}
      data-reach=""
      data-starts={reach.isStart || undefined}
      data-ends={reach.isEnd || undefined}
      data-mine={attributes.person_id === me || undefined}
    >
      {reach.isStart ? (
        // The mark beside it says so to screen readers.
        <span className={classes.whose} aria-hidden="true">
          {writer} · {whenWords(attributes)}
        </span>
      ) : (
        <span className="visually-hidden">In a part of {writer === 'You' ? 'yours' : writer}</span>
      )}
    </span>
  );
}

/** The mark beside a block that is somebody's part: its author and due day. Opens the dialog of the part. */
export function PartMark({ name }: { name: string }) {
  const { editing } = useTools();
  const label = useBlockLabel(name);
  const part = usePart(name);
  const writer = usePartName(part);
  if (part === undefined || writer === null) return null;
  const { done_at, changed } = part.attributes;
  const when = whenWords(part.attributes);
  const Icon = changed !== null ? IconPencil : done_at !== null ? IconCheck : IconUserEdit;
  return (
    <button
      type="button"
      className={classes.mark}
      aria-label={`${writer} ${when}: part ${label}`}
      aria-haspopup="dialog"
      onClick={() => partsOf(editing).open(name)}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes.words}>
        <span className={classes.who}>{writer}</span> <span>{changed === null ? when : 'Changed'}</span>
      </span>
    </button>
  );
}
