import { Button, Checkbox, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import type { ChangeEvent, KeyboardEvent } from 'react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { daysWithTimes } from '#newsletter/events/each-day.ts';
import { timeProblems } from '#newsletter/events/times.ts';
import { endsNextDay, laterLastDay } from '#newsletter/events/when.ts';
import classes from '#newsletter/fields/forms.module.css';
import { fullDate } from '#newsletter/values/dates.ts';
import { required } from '#ui/forms/required.ts';
import { SameDate } from './same-date.tsx';

type Row = BlockValues['event']['rows'][number];
type TextField = 'date' | 'last_day' | 'time' | 'end' | 'place';

/** The inputs of an event. Enter in a line saves the event rather than the whole block. */
export function EventInputs({
  row,
  isValid,
  room,
  path,
  problem,
  onChange,
  onAnswer,
  onEachDay,
  onSave,
}: {
  row: Row;
  isValid: boolean;
  /** How many more events the block can take. */
  room: number;
  path: string;
  problem: BlockFormProps<BlockValues['event']>['problem'];
  onChange: (row: Row) => void;
  onAnswer: (row: Row) => void;
  onEachDay: (days: readonly string[]) => void;
  onSave: () => void;
}) {
  const wrong = new Map(Object.entries(timeProblems(row)));
  const error = (field: keyof Row) => problem(`${path}.${field}`) ?? (field === 'end' && wrong.get(field));
  const input = (name: keyof Row) => ({
    'data-path': `${path}.${name}`,
    value: row[name] ?? '',
    error: error(name),
  });
  const saveOnEnter = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Enter' || pressed.nativeEvent.isComposing) return;
    pressed.preventDefault();
    if (isValid) onSave();
  };
  const line = (name: TextField, type: string) => ({
    ...input(name),
    type,
    onKeyDown: saveOnEnter,
    onChange: (change: ChangeEvent<HTMLInputElement>) =>
      onChange(withField(row, name, change.currentTarget.value)),
  });
  return (
    <>
      <TextInput
        {...required}
        {...input('title')}
        label="Title"
        onKeyDown={saveOnEnter}
        onChange={(change) => onChange({ ...row, title: change.currentTarget.value })}
      />
      <WhenInputs row={row} line={line} />
      <SameDate row={row} onAnswer={onAnswer} />
      {isValid && <EachDay row={row} room={room} onEachDay={onEachDay} />}
      <TextInput label={optional('Place')} {...line('place', 'text')} />
      <Textarea
        {...required}
        {...input('description')}
        label="Description"
        minRows={3}
        maxRows={8}
        autosize
        onChange={(change) => onChange({ ...row, description: change.currentTarget.value })}
      />
      <Checkbox
        label="Cancelled"
        description="Stays in the newsletter, crossed out; calendars show that it is cancelled"
        checked={row.state === 'cancelled'}
        onChange={(change) =>
          onChange(withField(row, 'state', change.currentTarget.checked ? 'cancelled' : ''))
        }
      />
    </>
  );
}

function WhenInputs({ row, line }: { row: Row; line: (name: TextField, type: string) => TextInputProps }) {
  return (
    <>
      <div className={classes.row}>
        <TextInput
          {...required}
          label="Date"
          className={classes.grow}
          {...line('date', 'date')}
          description={fullDate(row.date, 'en')}
        />
        <TextInput
          label={optional('Last day')}
          className={classes.grow}
          {...line('last_day', 'date')}
          min={row.date}
          description={fullDate(row.last_day ?? '', 'en')}
        />
      </div>
      <div className={classes.row}>
        <TextInput label={optional('Starts')} className={classes.grow} {...line('time', 'time')} />
        <TextInput
          label={optional('Ends')}
          className={classes.grow}
          {...line('end', 'time')}
          description={endNote(row)}
        />
      </div>
    </>
  );
}

/** Offers one event per evening: in calendars, too, two evenings are two events, not one that lasts through the night. */
function EachDay({
  row,
  room,
  onEachDay,
}: {
  row: Row;
  /** How many more events the block can take. */
  room: number;
  onEachDay: (days: readonly string[]) => void;
}) {
  const days = daysWithTimes(row);
  if (days.length === 0 || days.length - 1 > room) return null;
  return (
    <div>
      <p className={classes.note}>One event, through the night. Is it {timesInADay(row)} on each day?</p>
      <Button variant="default" size="sm" onClick={() => onEachDay(days)}>
        Make it {days.length} events
      </Button>
    </div>
  );
}

function timesInADay({ time, end }: Row): string {
  return `${time} to ${end}`;
}

/** How calendars treat an end that is past midnight, or missing. */
function endNote(row: Row): string | null {
  if (endsNextDay(row)) return `On ${fullDate(laterLastDay(row) ?? '', 'en') ?? 'the next day'}`;
  const isOpen = row.time !== undefined && row.end === undefined && row.last_day === undefined;
  return isOpen ? 'Without it, calendars show an hour' : null;
}

function optional(label: string) {
  return (
    <>
      {label} <span className={classes.optional}>(optional)</span>
    </>
  );
}

/** The event with a field changed. An empty optional field is removed. */
function withField(row: Row, name: TextField | 'state', text: string): Row {
  if (name === 'date') return { ...row, date: text };
  const { [name]: _before, ...rest } = row;
  if (text === '') return rest;
  if (name === 'state') return { ...rest, state: 'cancelled' };
  // Browsers may add seconds.
  return { ...rest, [name]: name === 'time' || name === 'end' ? text.slice(0, 5) : text };
}
