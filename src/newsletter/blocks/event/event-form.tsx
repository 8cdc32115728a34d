import { Button, Textarea, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { confirm } from '#web/kit/confirm.ts';
import type { FieldReports } from '../../block-editor.ts';
import styles from '../../block-fields.module.css';
import { LineField, reportsOf } from '../../block-fields.tsx';
import type { BlockValues } from '../../document.ts';
import { event as eventBlock } from './block.ts';

type Row = BlockValues['event']['rows'][number];

/** One event. The canvas follows each keystroke; 'Back to event list' gives up what was not saved. */
export function EventForm({
  row,
  path,
  before,
  onRow,
  onSave,
  onBack,
  ...reports
}: FieldReports & {
  readonly row: Row;
  readonly path: string;
  /** As it was before; null for a new event. */
  readonly before: Row | null;
  readonly onRow: (row: Row) => void;
  readonly onSave: () => void;
  readonly onBack: () => void;
}) {
  const isValid = eventBlock.schema.safeParse({ rows: [row] }).success;
  const leave = async () => {
    const isChanged =
      before === null
        ? row.title + row.description + row.date !== ''
        : JSON.stringify(before) !== JSON.stringify(row);
    const question = {
      title: 'Are you sure you want to discard changes?',
      confirmLabel: 'Discard changes',
      destructive: true,
    };
    if (!isChanged || (await confirm(question))) onBack();
  };
  return (
    <div className={styles.stack}>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => void leave()}
      >
        Back to event list
      </Button>
      <LineField
        {...reports}
        path={`${path}.title`}
        label="Title"
        data-autofocus
        value={row.title}
        onText={(title) => onRow({ ...row, title })}
      />
      <Textarea
        {...reportsOf(reports, `${path}.description`)}
        label="Description"
        autosize
        minRows={3}
        maxRows={8}
        value={row.description}
        onChange={(event) => onRow({ ...row, description: event.currentTarget.value })}
      />
      <div className={styles.row}>
        <TextInput
          {...reportsOf(reports, `${path}.date`)}
          className={styles.grow}
          type="date"
          label="Date"
          value={row.date}
          onChange={(event) => onRow({ ...row, date: event.currentTarget.value })}
        />
        <TextInput
          {...reportsOf(reports, `${path}.time`)}
          className={styles.grow}
          type="time"
          label="Time (optional)"
          value={row.time ?? ''}
          onChange={(event) => onRow(withTime(row, event.currentTarget.value))}
        />
      </div>
      <Button disabled={!isValid} onClick={onSave}>
        Save event
      </Button>
    </div>
  );
}

function withTime({ time: _before, ...row }: Row, time: string): Row {
  return time === '' ? row : { ...row, time: time.slice(0, 5) };
}
