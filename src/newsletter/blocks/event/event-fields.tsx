import { Button, Textarea, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import classes from '#newsletter/fields/forms.module.css';
import { fullDate } from '#newsletter/values/dates.ts';
import { required } from '#ui/forms/required.ts';
import { event } from './block.ts';
import { shortDate } from './event-list.tsx';

type Row = BlockValues['event']['rows'][number];

/** The form of one event. Save event is disabled while fields are invalid. */
export function EventFields({
  row,
  rows,
  path,
  problem,
  Footer,
  onChange,
  onSave,
  onBack,
}: {
  row: Row;
  rows: readonly Row[];
  path: string;
  onChange: (row: Row) => void;
  onSave: () => void;
  onBack: () => void;
} & Pick<BlockFormProps<BlockValues['event']>, 'problem' | 'Footer'>) {
  const title = useRef<HTMLInputElement>(null);
  useEffect(() => title.current?.focus(), []);
  const isValid = event.schema.safeParse({ rows: [row] }).success;
  const error = (field: keyof Row) => problem(`${path}.${field}`);
  // Enter saves the event rather than the whole block.
  const saveOnEnter = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Enter' || pressed.nativeEvent.isComposing) return;
    pressed.preventDefault();
    if (isValid) onSave();
  };
  return (
    <div className={classes.fields}>
      <button type="button" className={classes.back} onClick={onBack}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
        Back to event list
      </button>
      <TextInput
        ref={title}
        {...required}
        label="Title"
        data-path={`${path}.title`}
        value={row.title}
        error={error('title')}
        onKeyDown={saveOnEnter}
        onChange={(change) => onChange({ ...row, title: change.currentTarget.value })}
      />
      <Textarea
        {...required}
        label="Description"
        minRows={3}
        maxRows={8}
        autosize
        data-path={`${path}.description`}
        value={row.description}
        error={error('description')}
        onChange={(change) => onChange({ ...row, description: change.currentTarget.value })}
      />
      <div className={classes.row}>
        <TextInput
          {...required}
          label="Date"
          type="date"
          className={classes.grow}
          data-path={`${path}.date`}
          value={row.date}
          description={fullDate(row.date, 'en')}
          error={error('date')}
          onKeyDown={saveOnEnter}
          onChange={(change) => onChange({ ...row, date: change.currentTarget.value })}
        />
        <TextInput
          label={
            <>
              Time <span className={classes.optional}>(optional)</span>
            </>
          }
          type="time"
          className={classes.short}
          data-path={`${path}.time`}
          value={row.time ?? ''}
          error={error('time')}
          onKeyDown={saveOnEnter}
          onChange={(change) => onChange(withTime(row, change.currentTarget.value))}
        />
      </div>
      <Siblings row={row} rows={rows} />
      <Footer>
        <Button className={classes.grow} disabled={!isValid} onClick={onSave}>
          Save event
        </Button>
        <Button variant="default" onClick={onBack}>
          Cancel
        </Button>
      </Footer>
    </div>
  );
}

function Siblings({ row, rows }: { row: Row; rows: readonly Row[] }) {
  if (rows.length < 2) return null;
  return (
    <div>
      <p className={classes.listTitle}>All events in this block</p>
      <ul className={classes.list}>
        {rows.map((other) => (
          <li key={other.id} className={classes.sibling} data-current={other === row || undefined}>
            <span className={classes.grow}>{other.title || 'Event'}</span>
            <span className={classes.date}>{shortDate(other.date)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function withTime({ time: _before, ...row }: Row, time: string): Row {
  return time === '' ? row : { ...row, time: time.slice(0, 5) };
}
