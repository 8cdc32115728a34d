import { Button, Checkbox, FileButton, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconFileImport } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import {
  EVENT_IMPORT_MESSAGES,
  eventImportRoutes,
  IMPORT_MAX,
  type ImportedEvent,
} from '#contract/calendar/event-imports.ts';
import type { EventResource } from '#contract/calendar/events.ts';
import { longDate, shortDay } from '#newsletter/values/dates.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { call } from '#web/api/client.ts';
import { CALENDAR_KEY } from '#web/features/calendar/calendar-data.ts';
import classes from './import.module.css';
import { comingFirst, doubtOf, isOver, type ReadDate, type ReadFile, standingOf } from './read-dates.ts';
import { type Reading, readBytes, readText } from './read-file.ts';

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
  const [file, setFile] = useState<ReadFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [flipped, setFlipped] = useState<ReadonlySet<number>>(new Set());
  const { dates, left } = file ?? readText(text, { language, today });
  const lines = comingFirst(dates, today).map((read): Line => {
    const standing = standingOf(read.event, events);
    const doubt = doubtOf(read, standing);
    return { ...read, doubt, standing: standing === 'new' && isOver(read, today) ? 'over' : standing };
  });
  const plain = lines.flatMap(({ doubt, standing }, index) =>
    doubt === null && (standing === 'new' || standing === 'changed') ? [index] : [],
  );
  const first = new Set(plain.slice(0, IMPORT_MAX));
  const isTicked = (index: number) => flipped.has(index) !== first.has(index);
  const ticked = lines.filter((_, index) => isTicked(index)).map(({ event }) => event);
  const { add } = useImport(onClose);
  const show = (dates: ReadFile | null, message: string | null) => {
    setFlipped(new Set());
    setFile(dates);
    setProblem(message);
  };
  const open = async (chosen: File | null | undefined) => {
    if (!chosen) return;
    const read = await readFile(chosen, { language, today, timeZone });
    setText('');
    show(
      read,
      read === null || read.dates.length + read.left.length === 0
        ? `We found no dates in ‘${chosen.name}’`
        : null,
    );
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  };
  return (
    <Dialog opened onClose={onClose} title="Import dates" size={860}>
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
        {sentences(lines, { left, isMore: plain.length > IMPORT_MAX }).map((sentence) => (
          <p key={sentence} role="status">
            {sentence}
          </p>
        ))}
        {ticked.length > IMPORT_MAX && <p role="alert">{EVENT_IMPORT_MESSAGES.many}</p>}
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
            disabled={ticked.length === 0 || ticked.length > IMPORT_MAX}
            onClick={() => add.mutate(ticked)}
          >
            {ticked.length === 1 ? 'Add 1 date' : `Add ${ticked.length} dates`}
          </BusyButton>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function toggled(set: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(index)) next.add(index);
  return next;
}

const STANDING = { there: 'Already there', changed: 'Changed', over: 'Over', new: '' } as const;
type Line = ReadDate & { readonly standing: keyof typeof STANDING };

const NAMED_MAX = 3;

/** What is not ticked, or not there, so that nothing is left out unsaid. */
function sentences(
  lines: readonly Line[],
  { left, isMore }: { readonly left: readonly string[]; readonly isMore: boolean },
): readonly string[] {
  const over = lines.filter(({ standing }) => standing === 'over').length;
  const named = left.slice(0, NAMED_MAX).map((title) => `‘${title}’`);
  const more = left.length > NAMED_MAX ? ` and ${left.length - NAMED_MAX} more` : '';
  return [
    ...(left.length > 0 ? [`We could not read ${named.join(', ')}${more}.`] : []),
    ...(over > 0
      ? [`${over} of ${lines.length} dates ${over === 1 ? 'is' : 'are'} over and not ticked.`]
      : []),
    ...(isMore ? [`The next ${IMPORT_MAX} are ticked. Add them, then import the rest.`] : []),
  ];
}

function ImportLine({
  event,
  doubt,
  standing,
  isTicked,
  onFlip,
}: Line & { isTicked: boolean; onFlip: () => void }) {
  return (
    <li className={classes.line}>
      <Checkbox
        checked={isTicked}
        onChange={onFlip}
        label={
          <span>
            <span className={classes.day}>{dayWords(event)}</span> <strong>{event.title}</strong>
            {(event.place !== null || event.description !== '') && (
              <span className={classes.more}>
                {[event.place, event.description].filter(Boolean).join(' · ')}
              </span>
            )}
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

function dayWords({ date, last_day, time, end }: ImportedEvent): string {
  const day =
    last_day === null
      ? shortDay(date, 'en', '')
      : `${shortDay(date, 'en', date)} – ${longDate(last_day, 'en')}`;
  return time === null ? day : [`${day}, ${time}`, end].filter(Boolean).join('–');
}

async function readFile(file: File, reading: Reading): Promise<ReadFile | null> {
  if (file.size > FILE_MAX) return null;
  return await readBytes(new Uint8Array(await file.arrayBuffer()), reading).catch(() => null);
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
