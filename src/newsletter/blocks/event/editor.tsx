import { Button } from '@mantine/core';
import { IconCalendarEvent, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { BlockEditor, BlockFormProps } from '../../block-editor.ts';
import styles from '../../block-fields.module.css';
import { newRowId, RowTools } from '../../block-fields.tsx';
import type { BlockValues } from '../../document.ts';
import { EVENT_ROWS_MAX } from './block.ts';
import { EventForm } from './event-form.tsx';

type Row = BlockValues['event']['rows'][number];

/** Which event is open, and the rows as they were before: what 'Back to event list' returns to. */
type Open = { readonly id: string; readonly before: readonly Row[] };

function EventsForm({ value, onChange, onNested, reports }: BlockFormProps<'event'>) {
  const [open, setOpen] = useState<Open | null>(null);
  const setRows = (rows: Row[]) => onChange({ rows });
  const edit = (id: string, before: readonly Row[]) => {
    setOpen({ id, before });
    onNested(true);
  };
  const close = () => {
    setOpen(null);
    onNested(false);
  };
  const add = () => {
    const row = { id: newRowId(), title: '', description: '', date: '' };
    setRows([...value.rows, row]);
    edit(row.id, value.rows);
  };
  const index = value.rows.findIndex((row) => row.id === open?.id);
  const row = value.rows[index];
  if (open !== null && row !== undefined) {
    return (
      <EventForm
        {...reports}
        row={row}
        path={`rows.${index}`}
        before={open.before.find((other) => other.id === open.id) ?? null}
        onRow={(changed) => setRows(value.rows.with(index, changed))}
        onSave={close}
        onBack={() => {
          setRows([...open.before]);
          close();
        }}
      />
    );
  }
  return (
    <div className={styles.stack}>
      <ul className={styles.list}>
        {value.rows.map((event, place) => (
          <li key={event.id} className={styles.row}>
            <button type="button" className={styles.entry} onClick={() => edit(event.id, value.rows)}>
              <span className={styles.entryTitle}>{event.title || 'Event without a title'}</span>
              <span className={styles.entryDate}>{event.date.split('-').reverse().join('/')}</span>
            </button>
            <RowTools
              rows={value.rows}
              index={place}
              name={event.title || `event ${place + 1}`}
              onRows={setRows}
            />
          </li>
        ))}
      </ul>
      {value.rows.length < EVENT_ROWS_MAX && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          onClick={add}
        >
          Add an event
        </Button>
      )}
    </div>
  );
}

/** The event block's form: a list of events, and the form of one of them. */
export const eventEditor: BlockEditor<'event'> = { icon: IconCalendarEvent, Form: EventsForm };
