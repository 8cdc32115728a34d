import { ActionIcon, Button } from '@mantine/core';
import { IconArrowUp, IconPlus, IconSortAscending, IconTrash } from '@tabler/icons-react';
import type { ClipboardEventHandler, RefObject } from 'react';
import type { BlockValues } from '#newsletter/document/document.ts';
import classes from '#newsletter/fields/forms.module.css';
import { shortDay } from '#newsletter/values/dates.ts';
import { EVENT_ROWS_MAX, shownRows } from './block.ts';
import { unfinishedFields } from './row.ts';
import { SameDate } from './same-date.tsx';

type Value = BlockValues['event'];
type Row = Value['rows'][number];

/** The list of a block's events in the order for readers. A click on one opens its form. */
export function EventList({
  form,
  value,
  onChange,
  onOpen,
  onAdd,
  onPaste,
}: {
  form: RefObject<HTMLDivElement | null>;
  value: Value;
  /** `focused`: the row in the list that gets the focus. */
  onChange: (value: Value, focused: number) => void;
  onOpen: (row: Row) => void;
  onAdd: () => void;
  onPaste: ClipboardEventHandler;
}) {
  const rows = shownRows(value);
  const move = (index: number) => {
    const moved = rows.toSpliced(index, 1).toSpliced(index - 1, 0, ...rows.slice(index, index + 1));
    // From now on the author decides the order.
    onChange({ rows: moved }, index - 1);
  };
  const remove = (row: Row, index: number) => {
    const others = value.rows.filter((other) => other !== row);
    onChange({ ...value, rows: others }, Math.min(index, others.length - 1));
  };
  const answer = (row: Row, answered: Row, index: number) =>
    onChange({ ...value, rows: value.rows.map((other) => (other === row ? answered : other)) }, index);
  return (
    <div ref={form} className={classes.fields} data-takes-paste="" onPaste={onPaste}>
      {rows.length === 0 && <p className={classes.note}>No events yet. Families find their dates here.</p>}
      <ul className={classes.list} aria-label="Events">
        {rows.map((row, index) => (
          <li key={row.id} className={classes.item} tabIndex={-1} data-path={`event.${row.id}`}>
            <EventLine
              row={row}
              path={`rows.${index}`}
              onOpen={() => onOpen(row)}
              onUp={index > 0 ? () => move(index) : null}
              onRemove={() => remove(row, index)}
            />
            <SameDate row={row} onAnswer={(answered) => answer(row, answered, index)} />
          </li>
        ))}
      </ul>
      <div className={classes.tools}>
        <Button
          variant="default"
          className={classes.add}
          data-first-field=""
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          disabled={rows.length >= EVENT_ROWS_MAX}
          onClick={onAdd}
        >
          Add event
        </Button>
        {value.order === undefined && rows.length > 1 && (
          <Button
            variant="subtle"
            leftSection={<IconSortAscending size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => onChange({ ...value, order: 'date' }, 0)}
          >
            Sort by date
          </Button>
        )}
      </div>
      <PasteNote />
    </div>
  );
}

function EventLine({
  row,
  path,
  onOpen,
  onUp,
  onRemove,
}: {
  row: Row;
  path: string;
  onOpen: () => void;
  /** Null for the first one. */
  onUp: (() => void) | null;
  onRemove: () => void;
}) {
  const name = row.title || 'event';
  return (
    <>
      <button type="button" className={classes.open} data-path={path} onClick={onOpen}>
        <span className={classes.grow}>
          {row.title || 'Event'}
          <Unfinished row={row} />
        </span>
        <span className={classes.date}>{listedDate(row.date)}</span>
      </button>
      {onUp && (
        <ActionIcon size={32} aria-label={`Move ${name} up`} onClick={onUp}>
          <IconArrowUp size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
      <ActionIcon size={32} aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconTrash size={18} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </>
  );
}

/** Mentions pasting, which nobody would try unprompted. */
export function PasteNote() {
  return <p className={classes.note}>A list of dates can be pasted here, one date on each line.</p>;
}

function Unfinished({ row }: { row: Row }) {
  const fields = [...unfinishedFields(row).values()];
  if (fields.length === 0) return null;
  return (
    <span className={`mantine-InputWrapper-error ${classes.below}`}>To finish: {fields.join(', ')}</span>
  );
}

/** 'Fri 16 Oct', or 'Sat 16 Oct 2027' outside the current year; empty without a date. */
export function listedDate(date: string): string {
  return shortDay(date, 'en', String(new Date().getFullYear()));
}
