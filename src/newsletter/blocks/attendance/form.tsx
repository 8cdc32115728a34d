import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useState } from 'react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { ColorField } from '#newsletter/fields/color-field.tsx';
import classes from '#newsletter/fields/forms.module.css';
import { createRowId } from '#newsletter/fields/row-id.tsx';
import { useFocusAfterRender } from '#newsletter/fields/use-focus-after-render.tsx';
import { afterPress } from '#ui/after-press.ts';
import { ATTENDANCE_ROWS_MAX } from './block.ts';
import { withPastedClasses } from './pasted-classes.tsx';
import { PercentInput } from './percent-input.tsx';

type Value = BlockValues['attendance'];
type Row = Value['rows'][number];

export function AttendanceForm({ value, onChange, problem, onPaste }: BlockFormProps<Value>) {
  const [first] = useState(createRow);
  // The empty row at the end joins the block once it has content: nothing is unfinished for it.
  const [blank, setBlank] = useState<Row | null>(null);
  const isShown = blank !== null && value.rows.every(({ id }) => id !== blank.id);
  // An empty block begins with its first class.
  const open = isShown ? blank : value.rows.length === 0 ? first : null;
  const rows = open === null ? value.rows : [...value.rows, open];
  const set = (next: readonly Row[]) => {
    const last = next.at(-1);
    const isOpen = last !== undefined && isBlank(last);
    setBlank(isOpen ? last : null);
    onChange({ ...value, rows: isOpen ? next.slice(0, -1) : [...next] });
  };
  const { form, focusAfterRender } = useFocusAfterRender();
  const add = () => {
    setBlank(open ?? createRow());
    // The name is the next thing to type.
    focusAfterRender(namePath(value.rows.length));
  };
  const remove = (index: number) => {
    set(rows.toSpliced(index, 1));
    focusAfterRender(namePath(Math.max(0, Math.min(index, rows.length - 2))));
  };
  const paste = async (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain').trim();
    // One line without cells is a name.
    const pasted = /[\n\t]/.test(text) ? withPastedClasses(value, event.clipboardData) : null;
    if (pasted === null) return;
    event.preventDefault();
    setBlank(null);
    await onPaste(pasted);
    focusField(form.current, namePath(pasted.value.rows.length - 1));
  };
  // Enter after the last percentage adds a class, which may be one too many.
  const dropBlank = ({ relatedTarget }: FocusEvent) => {
    if (!document.hasFocus() || form.current?.contains(relatedTarget)) return;
    if (blank !== null) afterPress(() => setBlank(null));
  };
  const focusNext = (event: KeyboardEvent, index: number) => {
    const { key, target, nativeEvent } = event;
    const row = rows[index];
    if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
    if (row === undefined) return;
    if (row === open) {
      // Enter in the empty row saves the block without it.
      setBlank(null);
      return;
    }
    event.preventDefault();
    if (target.dataset.path === namePath(index)) focusField(form.current, percentsPath(index));
    else if (index < rows.length - 1) focusField(form.current, namePath(index + 1));
    else if (rows.length < ATTENDANCE_ROWS_MAX) add();
  };
  return (
    <div ref={form} className={classes.fields} data-takes-paste="" onPaste={(event) => void paste(event)}>
      <ul className={classes.rows} aria-label="Classes" data-path="rows" data-needed="A class">
        {rows.map((row, index) => (
          <li
            key={row.id}
            className={classes.row}
            onKeyDown={(event) => focusNext(event, index)}
            onBlur={dropBlank}
          >
            <TextInput
              label={`Class ${index + 1}`}
              className={classes.grow}
              data-path={namePath(index)}
              value={row.name}
              error={problem(namePath(index))}
              onChange={(event) => set(rows.with(index, { ...row, name: event.currentTarget.value }))}
            />
            <PercentInput
              className={classes.short}
              path={percentsPath(index)}
              value={row.percents}
              error={problem(percentsPath(index))}
              onChange={(percents) => set(rows.with(index, { ...row, percents }))}
            />
            <ActionIcon
              className={classes.removeRow}
              aria-label={`Remove ${row.name || `class ${index + 1}`}`}
              disabled={value.rows.length === 0}
              onClick={() => remove(index)}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        className={classes.add}
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
        disabled={rows.length >= ATTENDANCE_ROWS_MAX}
        onClick={add}
      >
        Add a class
      </Button>
      <p className={classes.note}>
        A list of classes can be pasted here, one on each line with its percentage.
      </p>
      <ColorField
        label="Background"
        dropperLabel="Take the background from the screen"
        path="background"
        value={value.background}
        error={problem('background')}
        onChange={(background) => onChange({ ...value, background })}
      />
    </div>
  );
}

function createRow(): Row {
  return { id: createRowId(), name: '', percents: Number.NaN };
}

function namePath(index: number): string {
  return `rows.${index}.name`;
}

function percentsPath(index: number): string {
  return `rows.${index}.percents`;
}

function isBlank({ name, percents }: Row): boolean {
  return name === '' && Number.isNaN(percents);
}

function focusField(form: HTMLElement | null, path: string): void {
  form?.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus();
}
