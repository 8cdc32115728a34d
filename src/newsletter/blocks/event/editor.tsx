import { IconCalendarEvent } from '@tabler/icons-react';
import { useState } from 'react';
import type { BlockEditor, BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { rowId } from '#newsletter/fields/row-id.ts';
import { useFocusAfter } from '#newsletter/fields/use-focus-after.tsx';
import { confirm } from '#ui/dialogs/confirm.ts';
import { EventFields } from './event-fields.tsx';
import { EventList } from './event-list.tsx';

type Value = BlockValues['event'];
type Row = Value['rows'][number];
/** The event that is open, and as it was before; null for a new one, which is in the block once something is written. */
type Open = { readonly id: string; readonly before: Row | null };

// The list of events and the form of one, in turn. The canvas follows the form; Save event keeps what it says.
function EventForm({ value, onChange, problem, Footer }: BlockFormProps<Value>) {
  const [open, setOpen] = useState<Open | null>(null);
  const at = value.rows.findIndex(({ id }) => id === open?.id);
  const row = value.rows[at] ?? (open?.before === null ? blankRow(open.id) : undefined);
  const set = (rows: readonly Row[]) => onChange({ rows: [...rows] });

  const { form, focusAfter } = useFocusAfter();

  if (open === null || row === undefined) {
    return (
      <EventList
        form={form}
        rows={value.rows}
        onChange={(rows, place) => {
          set(rows);
          // What was pressed may be gone.
          focusAfter(`rows.${Math.min(place, rows.length - 1)}`, null);
        }}
        onOpen={(before) => setOpen({ id: before.id, before })}
        onAdd={() => setOpen({ id: rowId(), before: null })}
      />
    );
  }
  const rows = at < 0 ? [...value.rows, row] : value.rows;
  const index = rows.indexOf(row);
  const others = value.rows.filter(({ id }) => id !== open.id);
  const close = () => {
    setOpen(null);
    focusAfter(`rows.${index}`, null);
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
      row={row}
      rows={rows}
      path={`rows.${index}`}
      problem={problem}
      Footer={Footer}
      onChange={(next) => set(open.before === null && isBlank(next) ? others : rows.with(index, next))}
      onSave={close}
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

function blankRow(id: string): Row {
  return { id, title: '', description: '', date: '' };
}

function isBlank({ title, description, date, time }: Row): boolean {
  return title === '' && description === '' && date === '' && time === undefined;
}

export const eventEditor: BlockEditor<'event'> = {
  type: 'event',
  icon: IconCalendarEvent,
  Form: EventForm,
};
