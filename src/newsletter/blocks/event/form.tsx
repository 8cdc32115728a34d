import { type ClipboardEvent, useState } from 'react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { createRowId } from '#newsletter/fields/row-id.tsx';
import { useFocusAfterRender } from '#newsletter/fields/use-focus-after-render.tsx';
import { confirm } from '#ui/dialogs/confirm.ts';
import { shownRows, unfinishedFields } from './block.ts';
import { EventFields } from './event-fields.tsx';
import { EventList } from './event-list.tsx';
import { today, withPastedEvents, withRows } from './pasted-events.tsx';

type Value = BlockValues['event'];
type Row = Value['rows'][number];
/** The open event and its former state; null for a new one, which joins the block once it has content. */
type OpenEvent = {
  readonly id: string;
  readonly before: Row | null;
  readonly takesFocus: boolean;
};

// Shows the list of events, or the form of one. The canvas shows changes at once; Cancel restores the former event.
export function EventBlockForm({
  value,
  onChange,
  problem,
  Footer,
  language,
  onPaste,
}: BlockFormProps<Value>) {
  // An empty block begins with its first event.
  const [open, setOpen] = useState<OpenEvent | null>(() =>
    value.rows.length === 0 ? { id: createRowId(), before: null, takesFocus: false } : null,
  );
  const at = value.rows.findIndex(({ id }) => id === open?.id);
  const row = value.rows[at] ?? (open?.before === null ? blankRow(open.id) : undefined);
  const set = (rows: readonly Row[]) => onChange(withRows(value, rows));

  const { form, focusAfterRender } = useFocusAfterRender();

  /** Opens the first event that is not finished, if there is one; otherwise the list, at the event but not on its button. */
  const openUnfinished = ({ rows }: Value, but?: string) => {
    const next = shownRows({ rows, order: 'date' }).find(
      (each) => each.id !== but && unfinishedFields(each).size > 0,
    );
    setOpen(next === undefined ? null : { id: next.id, before: next, takesFocus: true });
    if (next === undefined && open !== null)
      focusAfterRender(`event.${but ?? open.id}`, `rows.${Math.max(0, at)}`, null);
  };
  const paste = async (event: ClipboardEvent) => {
    // A description has lines of its own, and what is pasted into words that stand there belongs to them.
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
          // The pressed button may be gone.
          focusAfterRender(`rows.${focused}`, null);
        }}
        onOpen={(before) => setOpen({ id: before.id, before, takesFocus: true })}
        onAdd={() => setOpen({ id: createRowId(), before: null, takesFocus: true })}
      />
    );
  }
  const rows = at < 0 ? [...value.rows, row] : value.rows;
  const index = rows.indexOf(row);
  const others = value.rows.filter(({ id }) => id !== open.id);
  const close = () => {
    setOpen(null);
    focusAfterRender(`rows.${index}`, null);
  };
  const back = async () => {
    const isChanged = open.before === null ? !isBlank(row) : row !== open.before;
    if (isChanged && !(await confirm(DISCARD))) return;
    if (open.before !== null) set(rows.with(index, open.before));
    else if (at >= 0) set(others);
    close();
  };
  return (
    <EventFields
      key={row.id}
      row={row}
      takesFocus={open.takesFocus}
      siblings={shownRows({ ...value, rows })}
      path={`rows.${index}`}
      problem={problem}
      Footer={Footer}
      onChange={(next) => set(open.before === null && isBlank(next) ? others : rows.with(index, next))}
      onAnswer={(answered) => {
        set(rows.with(index, answered));
        setOpen({ ...open, id: answered.id, takesFocus: true });
      }}
      onEachDay={(days) => {
        set(rows.toSpliced(index, 1, ...onEach(row, days)));
        close();
      }}
      onSave={() => openUnfinished(value, row.id)}
      onPaste={(event) => void paste(event)}
      onBack={() => void back()}
    />
  );
}

const DISCARD = {
  title: 'Are you sure you want to discard changes?',
  confirmLabel: 'Discard changes',
  cancelLabel: 'Keep editing',
  destructive: true,
} as const;

// The first keeps its id, so calendars that have it change it.
function onEach({ last_day: _last, ...row }: Row, days: readonly string[]): Row[] {
  return days.map((date, index) => ({ ...row, date, id: index === 0 ? row.id : createRowId() }));
}

function blankRow(id: string): Row {
  return { id, title: '', description: '', date: '' };
}

function isBlank({ id: _id, ...fields }: Row): boolean {
  return Object.values(fields).every((field) => field === undefined || field === '');
}
