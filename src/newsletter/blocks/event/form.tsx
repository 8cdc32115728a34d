import { type ClipboardEvent, type ClipboardEventHandler, useState } from 'react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { createRowId } from '#newsletter/fields/row-id.tsx';
import { useFocusAfterRender } from '#newsletter/fields/use-focus-after-render.tsx';
import { confirm } from '#ui/dialogs/confirm.ts';
import { shownRows } from './block.ts';
import { EventFields } from './event-fields.tsx';
import { EventList } from './event-list.tsx';
import { today, withPastedEvents, withRows } from './pasted-events.tsx';
import { unfinishedFields } from './row.ts';

type Value = BlockValues['event'];
type Row = Value['rows'][number];
/** The open event and its former state; null for a new one, which joins the block once it has content. */
type OpenEvent = {
  readonly id: string;
  readonly before: Row | null;
  readonly takesFocus: boolean;
};

// Shows the list of events, or the form of one. The canvas shows changes at once; Cancel restores the former event.
export function EventBlockForm(props: BlockFormProps<Value>) {
  const { value, onChange, language, onPaste } = props;
  // An empty block begins with its first event.
  const [open, setOpen] = useState<OpenEvent | null>(() =>
    value.rows.length === 0 ? newEvent(false) : null,
  );
  const { form, focusAfterRender } = useFocusAfterRender();
  const at = value.rows.findIndex(({ id }) => id === open?.id);
  const row = value.rows[at] ?? (open?.before === null ? blankRow(open.id) : undefined);

  /** Opens the first unfinished event; if there is none, the list, with the focus on the event but not on its button. */
  const openUnfinished = ({ rows }: Value, but?: string) => {
    const next = shownRows({ rows, order: 'date' }).find(
      (each) => each.id !== but && unfinishedFields(each).size > 0,
    );
    setOpen(next === undefined ? null : { id: next.id, before: next, takesFocus: true });
    if (next === undefined && open !== null)
      focusAfterRender(`event.${but ?? open.id}`, `rows.${Math.max(0, at)}`, null);
  };
  const paste = async (event: ClipboardEvent) => {
    // A description may have several lines, and text pasted into a filled field belongs to that field.
    const { target } = event;
    if (target instanceof HTMLTextAreaElement) return;
    const pasted = withPastedEvents(value, event.clipboardData, { language, today: today() });
    const isOneLine = !event.clipboardData.getData('text/plain').trim().includes('\n');
    if (pasted === null || (isOneLine && target instanceof HTMLInputElement && target.value !== '')) return;
    event.preventDefault();
    await onPaste(pasted);
    openUnfinished(pasted.value);
  };

  if (open === null || row === undefined) {
    return (
      <EventList
        form={form}
        value={value}
        onPaste={(event) => void paste(event)}
        onChange={(next, focused) => {
          onChange(next);
          // The pressed button may no longer exist.
          focusAfterRender(`rows.${focused}`, null);
        }}
        onOpen={(before) => setOpen({ id: before.id, before, takesFocus: true })}
        onAdd={() => setOpen(newEvent(true))}
      />
    );
  }
  return (
    <OpenEventFields
      {...props}
      key={row.id}
      row={row}
      open={open}
      onOpen={setOpen}
      onClose={(index) => {
        setOpen(null);
        focusAfterRender(`rows.${index}`, null);
      }}
      onSave={() => openUnfinished(value, row.id)}
      onPasteRows={(event) => void paste(event)}
    />
  );
}

/** The form of the open event, and its actions on the rows of the block. */
function OpenEventFields({
  value,
  onChange,
  problem,
  Footer,
  row,
  open,
  onOpen,
  onClose,
  onSave,
  onPasteRows,
}: {
  row: Row;
  open: OpenEvent;
  onOpen: (open: OpenEvent) => void;
  /** Gets the index of its row. */
  onClose: (index: number) => void;
  onSave: () => void;
  onPasteRows: ClipboardEventHandler;
} & BlockFormProps<Value>) {
  const isNew = open.before === null;
  const others = value.rows.filter(({ id }) => id !== open.id);
  const rows = value.rows.includes(row) ? value.rows : [...value.rows, row];
  const index = rows.indexOf(row);
  const set = (next: readonly Row[]) => onChange(withRows(value, next));
  const back = async () => {
    const isChanged = isNew ? !isBlank(row) : row !== open.before;
    if (isChanged && !(await confirm(DISCARD))) return;
    if (open.before !== null) set(rows.with(index, open.before));
    else if (value.rows.includes(row)) set(others);
    onClose(index);
  };
  return (
    <EventFields
      row={row}
      takesFocus={open.takesFocus}
      siblings={shownRows({ ...value, rows })}
      path={`rows.${index}`}
      problem={problem}
      Footer={Footer}
      onChange={(next) => set(isNew && isBlank(next) ? others : rows.with(index, next))}
      onAnswer={(answered) => {
        set(rows.with(index, answered));
        onOpen({ ...open, id: answered.id, takesFocus: true });
      }}
      onEachDay={(days) => {
        set(rows.toSpliced(index, 1, ...onEach(row, days)));
        onClose(index);
      }}
      onSave={onSave}
      onPaste={onPasteRows}
      onBack={() => void back()}
    />
  );
}

function newEvent(takesFocus: boolean): OpenEvent {
  return { id: createRowId(), before: null, takesFocus };
}

const DISCARD = {
  title: 'Are you sure you want to discard changes?',
  confirmLabel: 'Discard changes',
  cancelLabel: 'Keep editing',
  destructive: true,
} as const;

// The first event keeps its id, so that calendars that contain it update it.
function onEach({ last_day: _last, ...row }: Row, days: readonly string[]): Row[] {
  return days.map((date, index) => ({ ...row, date, id: index === 0 ? row.id : createRowId() }));
}

function blankRow(id: string): Row {
  return { id, title: '', description: '', date: '' };
}

function isBlank({ id: _id, ...fields }: Row): boolean {
  return Object.values(fields).every((field) => field === undefined || field === '');
}
