import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ChangeEvent, type ClipboardEventHandler, type KeyboardEvent, useEffect, useRef } from 'react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { daysWithTimes } from '#newsletter/events/each-day.ts';
import { timeProblems } from '#newsletter/events/times.ts';
import { endsNextDay, laterLastDay } from '#newsletter/events/when.ts';
import classes from '#newsletter/fields/forms.module.css';
import { fullDate } from '#newsletter/values/dates.ts';
import { required } from '#ui/forms/required.ts';
import { EVENT_ROWS_MAX, event, unfinishedFields } from './block.ts';
import { listedDate, PasteNote } from './event-list.tsx';
import { SameDate } from './same-date.tsx';

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
  /** All events of the block, as they are shown. */
  siblings: readonly Row[];
  path: string;
  onChange: (row: Row) => void;
  /** It is the date of this row, or not that of another one. */
  onAnswer: (row: Row) => void;
  /** Makes an event of each of these days. */
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
  const wrong = new Map(Object.entries(timeProblems(row)));
  const error = (field: keyof Row) => problem(`${path}.${field}`) ?? (field === 'end' && wrong.get(field));
  // Enter saves the event rather than the whole block.
  const saveOnEnter = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Enter' || pressed.nativeEvent.isComposing) return;
    pressed.preventDefault();
    if (isValid) onSave();
  };
  const field = (name: 'date' | 'last_day' | 'time' | 'end' | 'place', type: string) => ({
    type,
    'data-path': `${path}.${name}`,
    value: row[name] ?? '',
    error: error(name),
    onKeyDown: saveOnEnter,
    onChange: (change: ChangeEvent<HTMLInputElement>) =>
      onChange(withField(row, name, change.currentTarget.value)),
  });
  return (
    <div ref={form} className={classes.fields} data-takes-paste="" onPaste={onPaste}>
      <button type="button" className={classes.back} onClick={onBack}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
        Back to event list
      </button>
      {siblings.length === 1 && <PasteNote />}
      <TextInput
        {...required}
        label="Title"
        data-path={`${path}.title`}
        value={row.title}
        error={error('title')}
        onKeyDown={saveOnEnter}
        onChange={(change) => onChange({ ...row, title: change.currentTarget.value })}
      />
      <div className={classes.row}>
        <TextInput
          {...required}
          label="Date"
          className={classes.grow}
          {...field('date', 'date')}
          description={fullDate(row.date, 'en')}
        />
        <TextInput
          label={optional('Last day')}
          className={classes.grow}
          {...field('last_day', 'date')}
          min={row.date}
          description={fullDate(row.last_day ?? '', 'en')}
        />
      </div>
      <div className={classes.row}>
        <TextInput label={optional('Starts')} className={classes.grow} {...field('time', 'time')} />
        <TextInput
          label={optional('Ends')}
          className={classes.grow}
          {...field('end', 'time')}
          description={endNote(row)}
        />
      </div>
      <SameDate
        row={row}
        onAnswer={(answered) => {
          onAnswer(answered);
          // The pressed button is gone.
          focusOn(form.current, `${path}.${firstUnfinished}`);
        }}
      />
      {isValid && <EachDay row={row} room={EVENT_ROWS_MAX - siblings.length} onEachDay={onEachDay} />}
      <TextInput label={optional('Place')} {...field('place', 'text')} />
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
      <Checkbox
        label="Cancelled"
        description="Stays in the newsletter, crossed out; calendars show that it is cancelled"
        checked={row.state === 'cancelled'}
        onChange={(change) =>
          onChange(withField(row, 'state', change.currentTarget.checked ? 'cancelled' : ''))
        }
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

/** Two evenings are two events, in calendars too, not one that lasts through the night. */
function EachDay({
  row,
  room,
  onEachDay,
}: {
  row: Row;
  /** For so many more events. */
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

/** What calendars make of an end that is past midnight, or missing. */
function endNote(row: Row): string | null {
  if (endsNextDay(row)) return `On ${fullDate(laterLastDay(row) ?? '', 'en') ?? 'the next day'}`;
  const isOpen = row.time !== undefined && row.end === undefined && row.last_day === undefined;
  return isOpen ? 'Without it, calendars show an hour' : null;
}

const UNFINISHED = 'event-unfinished';

/** Why Save event is disabled. The fields' own messages may be scrolled out of sight. */
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

function optional(label: string) {
  return (
    <>
      {label} <span className={classes.optional}>(optional)</span>
    </>
  );
}

type Field = 'date' | 'last_day' | 'time' | 'end' | 'place' | 'state';

/** The event with a field changed. An optional one that is empty is absent. */
function withField(row: Row, name: Field, text: string): Row {
  if (name === 'date') return { ...row, date: text };
  const { [name]: _before, ...rest } = row;
  if (text === '') return rest;
  if (name === 'state') return { ...rest, state: 'cancelled' };
  // Browsers may add seconds.
  return { ...rest, [name]: name === 'time' || name === 'end' ? text.slice(0, 5) : text };
}
