import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { Button, Checkbox, FileButton, Modal, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconFileImport } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { eventImportRoutes, IMPORT_MAX, type ImportedEvent } from '#contract/calendar/event-imports.ts';
import type { EventResource } from '#contract/calendar/events.ts';
import { longDate, shortDay } from '#newsletter/values/dates.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { call } from '#web/api/client.ts';
import { CALENDAR_KEY } from '#web/features/calendar/calendar-data.ts';
import classes from './import.module.css';
import { doubtOf, type ReadDate, readLines, standingOf } from './read-dates.ts';

const FILE_MAX = 5 * 1024 * 1024;

/** Reads dates from words or a file, shows what was read and what is doubtful, and adds what is ticked. */
export function ImportDialog({
  events,
  today,
  timeZone,
  language,
  onClose,
}: {
  events: readonly EventResource[];
  today: string;
  timeZone: string;
  language: string;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const [file, setFile] = useState<readonly ReadDate[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [flipped, setFlipped] = useState<ReadonlySet<number>>(new Set());
  const found = (file ?? readLines(text, language, today)).slice(0, IMPORT_MAX);
  const lines = found.map((read) => {
    const standing = standingOf(read.event, events);
    return { ...read, standing, doubt: doubtOf(read, standing) };
  });
  const isTicked = (index: number) => {
    const line = lines[index];
    const isPlain = line !== undefined && line.doubt === null && line.standing !== 'there';
    return flipped.has(index) !== isPlain;
  };
  const ticked = lines.filter((_, index) => isTicked(index)).map(({ event }) => event);
  const { add } = useImport(onClose);
  const show = (dates: readonly ReadDate[] | null, message: string | null) => {
    setFlipped(new Set());
    setFile(dates);
    setProblem(message);
  };
  const open = async (chosen: File | null | undefined) => {
    if (!chosen) return;
    const read = await readFile(chosen, { language, today, timeZone });
    setText('');
    show(read, read === null || read.length === 0 ? `We found no dates in ‘${chosen.name}’` : null);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  };
  return (
    <Modal opened onClose={onClose} title="Import dates" size={860}>
      <div className={classes.body}>
        <Textarea
          label="Paste your dates, or drop a file: a calendar (.ics), a spreadsheet (.csv) or text"
          placeholder="Half term: Monday 26 October to Friday 30 October"
          data-autofocus
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
          autosize
          minRows={3}
          maxRows={8}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            show(null, null);
          }}
        />
        <FileButton
          accept=".ics,.csv,.txt,text/calendar,text/csv,text/plain"
          onChange={(chosen) => void open(chosen)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden="true" />}
            >
              Choose a file
            </Button>
          )}
        </FileButton>
        {problem !== null && <p role="alert">{problem}</p>}
        {lines.length > 0 && (
          <ul className={classes.lines} aria-label="Dates found">
            {lines.map((line, index) => (
              // Lines have no name of their own; they stand as they were written.
              <ImportLine
                key={`${String(index)} ${line.event.date} ${line.event.title}`}
                {...line}
                isTicked={isTicked(index)}
                onFlip={() => setFlipped(toggled(flipped, index))}
              />
            ))}
          </ul>
        )}
        <div className={classes.answers}>
          <BusyButton
            type="button"
            busy={add.isPending}
            busyLabel="Adding…"
            disabled={ticked.length === 0}
            onClick={() => add.mutate(ticked)}
          >
            {ticked.length === 1 ? 'Add 1 date' : `Add ${ticked.length} dates`}
          </BusyButton>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function toggled(set: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(index)) next.add(index);
  return next;
}

const STANDING = { there: 'Already there', changed: 'Changed', new: '' } as const;

function ImportLine({
  event,
  doubt,
  standing,
  isTicked,
  onFlip,
}: ReadDate & { standing: keyof typeof STANDING; isTicked: boolean; onFlip: () => void }) {
  return (
    <li className={classes.line}>
      <Checkbox
        checked={isTicked}
        onChange={onFlip}
        label={
          <span>
            <span className={classes.day}>{dayWords(event)}</span> <strong>{event.title}</strong>
          </span>
        }
      />
      {doubt !== null && (
        <span className={classes.doubt}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          {doubt}
        </span>
      )}
      {doubt === null && standing !== 'new' && <span className={classes.there}>{STANDING[standing]}</span>}
    </li>
  );
}

function dayWords({ date, last_day, time }: ImportedEvent): string {
  const day =
    last_day === null
      ? shortDay(date, 'en', '')
      : `${shortDay(date, 'en', date)} – ${longDate(last_day, 'en')}`;
  return time === null ? day : `${day}, ${time}`;
}

async function readFile(
  file: File,
  { language, today, timeZone }: { language: string; today: string; timeZone: string },
): Promise<readonly ReadDate[] | null> {
  if (file.size > FILE_MAX) return null;
  const text = await file.text();
  if (!text.trimStart().startsWith('BEGIN:VCALENDAR')) return readLines(text, language, today);
  try {
    const { readCalendar } = await import('./read-calendar.ts');
    return readCalendar(text, timeZone);
  } catch {
    return null;
  }
}

function useImport(onDone: () => void) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: CALENDAR_KEY });
  const undo = useMutation({
    mutationFn: (id: string) => call(eventImportRoutes.undoEventImport, { params: { id } }),
    onSettled,
  });
  const add = useMutation({
    mutationFn: async (events: readonly ImportedEvent[]) =>
      (await call(eventImportRoutes.importEvents, { body: { events: [...events] } })).import,
    onSuccess: ({ id, added, changed }) => {
      const said = [`${added} added`, changed > 0 && `${changed} changed`].filter(Boolean).join(', ');
      toast.success(`Dates: ${said}`, { action: { label: 'Undo', run: () => undo.mutate(id) } });
      onDone();
    },
    onSettled,
  });
  return { add };
}
