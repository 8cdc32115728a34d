import { Button, FileButton, Textarea } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import {
  EVENT_IMPORT_MESSAGES,
  eventImportRoutes,
  IMPORT_MAX,
  type ImportedEvent,
} from '#contract/calendar/event-imports.ts';
import type { EventResource } from '#contract/calendar/events.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { call } from '#web/api/client.ts';
import { CALENDAR_KEY } from '#web/features/calendar/calendar-data.ts';
import classes from './import.module.css';
import { DatesFound, listedDates, sentences } from './import-lines.tsx';
import type { ReadFile } from './read-dates.ts';
import { isCalendar, type Reading, readBytes, readText } from './read-file.ts';

const FILE_MAX = 5 * 1024 * 1024;

/** An opened or pasted file; for a pasted one, `words` are the field's. */
interface Opened {
  readonly words: string;
  readonly read: ReadFile;
  readonly name: string;
}

const NOTHING: ReadFile = { dates: [], unreadLines: [] };

/** Reads dates from text or a file, shows them with their doubts, and adds the ticked ones. */
export function ImportDialog({
  events,
  onClose,
  ...reading
}: {
  events: readonly EventResource[];
  onClose: () => void;
} & Reading) {
  const [flipped, setFlipped] = useState<ReadonlySet<number>>(new Set());
  const { text, opened, read, open, write } = useReadDates(reading, () => setFlipped(new Set()));
  const lines = listedDates(read.dates, { events, today: reading.today });
  const plain = lines.flatMap(({ doubt, status }, index) =>
    doubt === null && (status === 'new' || status === 'changed') ? [index] : [],
  );
  const first = new Set(plain.slice(0, IMPORT_MAX));
  const isTicked = (index: number) => flipped.has(index) !== first.has(index);
  const ticked = lines.filter((_, index) => isTicked(index)).map(({ event }) => event);
  return (
    <Dialog opened onClose={onClose} title="Import dates" size={860}>
      <div className={classes.body}>
        <Textarea
          label="Paste your dates, or drop a file: a calendar (.ics), a spreadsheet (.csv) or text"
          placeholder="Half term: Monday 26 October to Friday 30 October"
          data-autofocus
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void open(event.dataTransfer.files[0]);
          }}
          autosize
          minRows={3}
          maxRows={8}
          value={text}
          onChange={({ currentTarget }) => void write(currentTarget.value)}
        />
        <ChooseFile onFile={(chosen) => void open(chosen)} />
        {opened !== null && read.dates.length + read.unreadLines.length === 0 && (
          <p role="alert">We found no dates in {opened.name}</p>
        )}
        {sentences(lines, { ...read, isMore: plain.length > IMPORT_MAX }).map((sentence) => (
          <p key={sentence} role="status">
            {sentence}
          </p>
        ))}
        {lines.length > 0 && (
          <DatesFound
            lines={lines}
            isTicked={isTicked}
            onFlip={(indices) => setFlipped(toggled(flipped, indices))}
          />
        )}
        <Answers ticked={ticked} onClose={onClose} />
      </div>
    </Dialog>
  );
}

/** The dates in typed or pasted text, or in a file. `onOther` is called before other dates are read. */
function useReadDates(reading: Reading, onOther: () => void) {
  const [text, setText] = useState('');
  const [file, setFile] = useState<Opened | null>(null);
  const opened = file?.words === text ? file : null;
  const read = opened?.read ?? readText(text, reading);
  const open = async (chosen: File | null | undefined) => {
    if (!chosen) return;
    const read = await readFile(chosen, reading);
    onOther();
    setText('');
    setFile({ words: '', read, name: `‘${chosen.name}’` });
  };
  const write = async (words: string) => {
    onOther();
    setText(words);
    setFile(null);
    if (!isCalendar(words)) return;
    const read = await readFile(new Blob([words]), reading);
    setFile({ words, read, name: 'these words' });
  };
  return { text, opened, read, open, write };
}

function ChooseFile({ onFile }: { onFile: (file: File | null) => void }) {
  return (
    <FileButton accept=".ics,.csv,.txt,text/calendar,text/csv,text/plain" onChange={onFile}>
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
  );
}

function Answers({ ticked, onClose }: { ticked: readonly ImportedEvent[]; onClose: () => void }) {
  const isTooMany = ticked.length > IMPORT_MAX;
  const tooManyId = useId();
  const { add } = useImport(onClose);
  return (
    <div className={classes.answers}>
      {isTooMany && (
        <p id={tooManyId} role="alert">
          {EVENT_IMPORT_MESSAGES.many}. {ticked.length.toLocaleString('en-GB')} are ticked
        </p>
      )}
      <BusyButton
        type="button"
        busy={add.isPending}
        busyLabel="Adding…"
        disabled={ticked.length === 0 || isTooMany}
        aria-describedby={isTooMany ? tooManyId : undefined}
        onClick={() => add.mutate(ticked)}
      >
        {ticked.length === 1 ? 'Add 1 date' : `Add ${ticked.length.toLocaleString('en-GB')} dates`}
      </BusyButton>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
    </div>
  );
}

function toggled(set: ReadonlySet<number>, indices: readonly number[]): ReadonlySet<number> {
  const next = new Set(set);
  for (const index of indices) if (!next.delete(index)) next.add(index);
  return next;
}

async function readFile(file: Blob, reading: Reading): Promise<ReadFile> {
  if (file.size > FILE_MAX) return NOTHING;
  return await readBytes(new Uint8Array(await file.arrayBuffer()), reading).catch(() => NOTHING);
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
      const counts = [`${added} added`, changed > 0 && `${changed} changed`].filter(Boolean).join(', ');
      toast.success(`Dates: ${counts}`, { action: { label: 'Undo', run: () => undo.mutate(id) } });
      onDone();
    },
    onSettled,
  });
  return { add };
}
