import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useState } from 'react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { createRowId } from '#newsletter/fields/row-id.tsx';
import { useFocusAfterRender } from '#newsletter/fields/use-focus-after-render.tsx';
import { afterPress } from '#ui/after-press.ts';
import { ATTENDANCE_ROWS_MAX } from './block.ts';
import { withPastedClasses } from './pasted-classes.tsx';

type Value = BlockValues['attendance'];
type Row = Value['rows'][number];

/** The rows of the form, and the actions of keys, buttons and pasting. */
export function useClassRows({
  value,
  onChange,
  onPaste,
}: Pick<BlockFormProps<Value>, 'value' | 'onChange' | 'onPaste'>) {
  const { rows, open, setBlank, set } = useRowsWithBlank(value, onChange);
  const { form, focusAfterRender } = useFocusAfterRender();
  const add = () => {
    setBlank(open ?? createRow());
    // The name is typed next.
    focusAfterRender(namePath(value.rows.length));
  };
  const remove = (index: number) => {
    set(rows.toSpliced(index, 1));
    focusAfterRender(namePath(Math.max(0, Math.min(index, rows.length - 2))));
  };
  const paste = async (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain').trim();
    // A single line without cells is pasted as a name.
    const pasted = /[\n\t]/.test(text) ? withPastedClasses(value, event.clipboardData) : null;
    if (pasted === null) return;
    event.preventDefault();
    setBlank(null);
    await onPaste(pasted);
    focusField(form.current, namePath(pasted.value.rows.length - 1));
  };
  // Enter after the last percentage adds a class, which may be one too many.
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!document.hasFocus() || form.current?.contains(relatedTarget)) return;
    afterPress(() => setBlank(null));
  };
  const pressEnter = (event: KeyboardEvent, index: number) => {
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
  return { form, rows, set, add, remove, paste, leave, pressEnter };
}

/** An empty row at the end, which joins the block only once it has content: until then nothing counts as unfinished. */
function useRowsWithBlank(value: Value, onChange: (value: Value) => void) {
  const [first] = useState(createRow);
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
  return { rows, open, setBlank, set };
}

function createRow(): Row {
  return { id: createRowId(), name: '', percents: Number.NaN };
}

/** The path of a row's name in the form. */
export function namePath(index: number): string {
  return `rows.${index}.name`;
}

/** The path of a row's percentage in the form. */
export function percentsPath(index: number): string {
  return `rows.${index}.percents`;
}

function isBlank({ name, percents }: Row): boolean {
  return name === '' && Number.isNaN(percents);
}

function focusField(form: HTMLElement | null, path: string): void {
  form?.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus();
}
