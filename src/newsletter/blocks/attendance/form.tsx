import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { ColourInput } from '#newsletter/fields/colour-input.tsx';
import classes from '#newsletter/fields/forms.module.css';
import { ATTENDANCE_ROWS_MAX } from './block.ts';
import { PercentInput } from './percent-input.tsx';
import { namePath, percentsPath, useClassRows } from './use-class-rows.tsx';

type Value = BlockValues['attendance'];
type Row = Value['rows'][number];

export function AttendanceForm({ value, onChange, problem, onPaste }: BlockFormProps<Value>) {
  const { form, rows, set, add, remove, paste, leave, pressEnter } = useClassRows({
    value,
    onChange,
    onPaste,
  });
  return (
    <div ref={form} className={classes.fields} data-takes-paste="" onPaste={(event) => void paste(event)}>
      <ul className={classes.rows} aria-label="Classes" data-path="rows" data-needed="A class">
        {rows.map((row, index) => (
          <li
            key={row.id}
            className={classes.row}
            onKeyDown={(event) => pressEnter(event, index)}
            onBlur={leave}
          >
            <ClassFields
              row={row}
              index={index}
              problem={problem}
              isRemovable={value.rows.length > 0}
              onChange={(changed) => set(rows.with(index, changed))}
              onRemove={() => remove(index)}
            />
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
      <ColourInput
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

function ClassFields({
  row,
  index,
  problem,
  isRemovable,
  onChange,
  onRemove,
}: {
  row: Row;
  index: number;
  problem: (path: string) => string | undefined;
  isRemovable: boolean;
  onChange: (row: Row) => void;
  onRemove: () => void;
}) {
  return (
    <>
      <TextInput
        label={`Class ${index + 1}`}
        className={classes.grow}
        data-path={namePath(index)}
        value={row.name}
        error={problem(namePath(index))}
        onChange={(event) => onChange({ ...row, name: event.currentTarget.value })}
      />
      <PercentInput
        className={classes.short}
        path={percentsPath(index)}
        value={row.percents}
        error={problem(percentsPath(index))}
        onChange={(percents) => onChange({ ...row, percents })}
      />
      <ActionIcon
        className={classes.removeRow}
        aria-label={`Remove ${row.name || `class ${index + 1}`}`}
        disabled={!isRemovable}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </>
  );
}
