import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ClipboardEventHandler, useEffect, useRef } from 'react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import classes from '#newsletter/fields/forms.module.css';
import { EVENT_ROWS_MAX, event } from './block.ts';
import { EventInputs } from './event-inputs.tsx';
import { listedDate, PasteNote } from './event-list.tsx';
import { unfinishedFields } from './row.ts';

type Row = BlockValues['event']['rows'][number];

/** The form of one event. Save event is disabled while fields are invalid. */
export function EventFields({
  row,
  takesFocus,
  siblings,
  path,
  problem,
  Footer,
  onChange,
  onAnswer,
  onEachDay,
  onSave,
  onBack,
  onPaste,
}: {
  row: Row;
  takesFocus: boolean;
  /** All events of the block in the order in which they are shown. */
  siblings: readonly Row[];
  path: string;
  onChange: (row: Row) => void;
  /** Gets the row with the author's answer: the same date as that of another row, or a different one. */
  onAnswer: (row: Row) => void;
  /** Makes an event for each of these days. */
  onEachDay: (days: readonly string[]) => void;
  onSave: () => void;
  onBack: () => void;
  onPaste: ClipboardEventHandler;
} & Pick<BlockFormProps<BlockValues['event']>, 'problem' | 'Footer'>) {
  const form = useRef<HTMLDivElement>(null);
  const [firstUnfinished = 'title'] = unfinishedFields(row).keys();
  const opened = useRef(`${path}.${firstUnfinished}`);
  useEffect(() => {
    if (takesFocus) focusOn(form.current, opened.current);
  }, [takesFocus]);
  const isValid = event.schema.safeParse({ rows: [row] }).success;
  return (
    <div ref={form} className={classes.fields} data-takes-paste="" onPaste={onPaste}>
      <button type="button" className={classes.back} onClick={onBack}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
        Back to event list
      </button>
      {siblings.length === 1 && <PasteNote />}
      <EventInputs
        row={row}
        isValid={isValid}
        room={EVENT_ROWS_MAX - siblings.length}
        path={path}
        problem={problem}
        onChange={onChange}
        onAnswer={(answered) => {
          onAnswer(answered);
          // The pressed button no longer exists.
          focusOn(form.current, `${path}.${firstUnfinished}`);
        }}
        onEachDay={onEachDay}
        onSave={onSave}
      />
      <Siblings row={row} rows={siblings} />
      <Footer>
        <div className={classes.grow}>
          <Unfinished row={row} />
          <div className={classes.row}>
            <Button
              className={classes.grow}
              disabled={!isValid}
              aria-describedby={UNFINISHED}
              onClick={onSave}
            >
              Save event
            </Button>
            <Button variant="default" onClick={onBack}>
              Cancel
            </Button>
          </div>
        </div>
      </Footer>
    </div>
  );
}

const UNFINISHED = 'event-unfinished';

/** Explains why Save event is disabled. The fields' own messages may be scrolled out of sight. */
function Unfinished({ row }: { row: Row }) {
  const fields = [...unfinishedFields(row).values()];
  return (
    <p id={UNFINISHED} className={classes.unfinished}>
      {fields.length > 0 && `To finish: ${fields.join(', ')}`}
    </p>
  );
}

function Siblings({ row, rows }: { row: Row; rows: readonly Row[] }) {
  if (rows.length < 2) return null;
  return (
    <div>
      <p className={classes.listTitle}>In this block</p>
      <ul className={classes.list}>
        {rows.map((other) => (
          <li key={other.id} className={classes.sibling} data-current={other === row || undefined}>
            <span className={classes.grow}>{other.title || 'Event'}</span>
            <span className={classes.date}>{listedDate(other.date)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function focusOn(form: HTMLElement | null, path: string): void {
  form?.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus();
}
