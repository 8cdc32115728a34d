import { ActionIcon, Button } from '@mantine/core';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { BlockValues } from '#newsletter/document/document.ts';
import classes from '#newsletter/fields/forms.module.css';
import { dayAndMonth } from '#newsletter/values/dates.ts';
import { EVENT_ROWS_MAX, unfinishedFields } from './block.ts';

type Row = BlockValues['event']['rows'][number];

/** The list of a block's events. A click on one opens its form. */
export function EventList({
  form,
  rows,
  onChange,
  onOpen,
  onAdd,
}: {
  form: RefObject<HTMLDivElement | null>;
  rows: readonly Row[];
  /** `index`: the changed row. */
  onChange: (rows: readonly Row[], index: number) => void;
  onOpen: (row: Row) => void;
  onAdd: () => void;
}) {
  return (
    <div ref={form} className={classes.fields}>
      {rows.length === 0 && <p className={classes.note}>No events yet. Families find their dates here.</p>}
      <ul className={classes.list} aria-label="Events">
        {rows.map((row, index) => (
          <li key={row.id} className={classes.item}>
            <button
              type="button"
              className={classes.open}
              data-path={`rows.${index}`}
              onClick={() => onOpen(row)}
            >
              <span className={classes.grow}>
                {row.title || 'Event'}
                <Unfinished row={row} />
              </span>
              <span className={classes.date}>{shortDate(row.date)}</span>
            </button>
            {index > 0 && (
              <ActionIcon
                size={32}
                aria-label={`Move ${row.title || 'event'} up`}
                onClick={() => onChange(rows.toSpliced(index, 1).toSpliced(index - 1, 0, row), index - 1)}
              >
                <IconArrowUp size={18} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            )}
            <ActionIcon
              size={32}
              aria-label={`Remove ${row.title || 'event'}`}
              onClick={() => onChange(rows.toSpliced(index, 1), index)}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
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
    </div>
  );
}

function Unfinished({ row }: { row: Row }) {
  const fields = [...unfinishedFields(row)];
  if (fields.length === 0) return null;
  return (
    <span className={`mantine-InputWrapper-error ${classes.below}`}>To finish: {fields.join(', ')}</span>
  );
}

/** '16 Oct', or '16 Oct 2027' outside the current year; empty without a date. */
export function shortDate(date: string): string {
  if (date === '') return '';
  const { day, month } = dayAndMonth(date, 'en');
  const year = date.slice(0, 4);
  const isThisYear = year === String(new Date().getFullYear());
  return `${day} ${month.charAt(0)}${month.slice(1).toLowerCase()}${isThisYear ? '' : ` ${year}`}`;
}
