import { IconAlertTriangle, IconCheck, IconClock, IconPencil, IconUserEdit } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { PART_WORDS, type Part } from '#contract/parts/parts.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { partLabel } from '#newsletter/document/parts.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { useReturnFocus } from '#web/features/editor/kernel/places/use-return-focus.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './all-parts-dialog.module.css';
import { changedSinceWords } from './part-mark.tsx';
import { partsOf } from './parts-store.ts';
import { usePartName } from './use-part.ts';

/** The list of all parts, each with its author and due day, the first due first. */
export function AllPartsDialog() {
  const { editing } = useTools();
  const { parts } = editing;
  useReturnFocus();
  const all = useStore(parts, (state) => state.parts);
  return (
    <Dialog opened onClose={() => partsOf(editing).open(null)} title="Parts" size={520}>
      {all.size === 0 && (
        <p>
          Nobody has a part yet. Select a block, or a heading for all that is below it, and choose ‘Part’.
        </p>
      )}
      <ul className={classes.parts}>
        {[...all.values()].map((part) => (
          <li key={part.id}>
            <Row part={part} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Row({ part }: { part: Part }) {
  const { editing, school } = useTools();
  const { block, label, due_on, done_at, changed } = part.attributes;
  const writer = usePartName(part);
  const shown = useEditor(({ document }) => partLabel(document, block)) ?? label;
  const isBlockDeleted = useEditor(({ document }) => findBlock(document, block) === null);
  const isLate = done_at === null && due_on < dayIn(school.time_zone, new Date());
  const isDone = done_at !== null;
  const { icon: Icon, words } = stateOf(
    { isDone, isBlockDeleted, isLate, isChanged: changed !== null },
    formatWeekday(due_on),
  );
  return (
    <button type="button" className={classes.part} onClick={() => partsOf(editing).open(block)}>
      <span className={classes.label}>{shown}</span>
      <span className={classes.who}>
        {writer}
        {changed !== null && ` · changed by ${changedSinceWords(changed, school.time_zone)}`}
      </span>
      <span
        className={classes.state}
        data-trouble={isBlockDeleted || isLate || changed !== null || undefined}
      >
        <Icon size={18} stroke={1.75} aria-hidden="true" />
        {words}
      </span>
    </button>
  );
}

function stateOf(
  {
    isDone,
    isBlockDeleted,
    isLate,
    isChanged,
  }: Readonly<Record<'isDone' | 'isBlockDeleted' | 'isLate' | 'isChanged', boolean>>,
  day: string,
) {
  if (isChanged) return { icon: IconPencil, words: PART_WORDS.changed };
  if (isBlockDeleted) return { icon: IconAlertTriangle, words: 'Its block is gone' };
  if (isDone) return { icon: IconCheck, words: PART_WORDS.done };
  return isLate
    ? { icon: IconClock, words: `Was wanted by ${day}` }
    : { icon: IconUserEdit, words: `By ${day}` };
}
