import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { ColorField } from '#newsletter/fields/color-field.tsx';
import classes from '#newsletter/fields/forms.module.css';
import { createRowId } from '#newsletter/fields/row-id.tsx';
import { useFocusAfterRender } from '#newsletter/fields/use-focus-after-render.tsx';
import { ATTENDANCE_ROWS_MAX } from './block.ts';
import { PercentInput } from './percent-input.tsx';

type Value = BlockValues['attendance'];
type Row = Value['rows'][number];

export function AttendanceForm({ value, onChange, problem }: BlockFormProps<Value>) {
  const [first] = useState(createRow);
  // An empty block begins with its first class.
  const rows = value.rows.length === 0 ? [first] : value.rows;
  const set = (next: readonly Row[]) => onChange({ ...value, rows: [...next] });
  const { form, focusAfterRender } = useFocusAfterRender();
  const add = () => {
    set([...rows, createRow()]);
    // The name is the next thing to type.
    focusAfterRender(namePath(rows.length));
  };
  const remove = (index: number) => {
    set(rows.toSpliced(index, 1));
    focusAfterRender(namePath(Math.max(0, Math.min(index, rows.length - 2))));
  };
  return (
    <div ref={form} className={classes.fields}>
      <ul className={classes.rows} aria-label="Classes">
        {rows.map((row, index) => (
          <li key={row.id} className={classes.row}>
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
              path={`rows.${index}.percents`}
              value={row.percents}
              error={problem(`rows.${index}.percents`)}
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
