import { Button, NumberInput } from '@mantine/core';
import { IconPlus, IconUserCheck } from '@tabler/icons-react';
import type { BlockEditor, BlockFormProps } from '../../block-editor.ts';
import styles from '../../block-fields.module.css';
import { ColourPicker, LineField, newRowId, RowTools, reportsOf } from '../../block-fields.tsx';
import type { BlockValues } from '../../document.ts';
import { ATTENDANCE_ROWS_MAX } from './block.ts';

type Row = BlockValues['attendance']['rows'][number];

function AttendanceForm({ value, onChange, reports }: BlockFormProps<'attendance'>) {
  const setRows = (rows: Row[]) => onChange({ ...value, rows });
  const set = (index: number, row: Row) => setRows(value.rows.with(index, row));
  return (
    <div className={styles.stack}>
      <ul className={styles.list}>
        {value.rows.map((row, index) => (
          <li key={row.id} className={styles.card}>
            <div className={styles.row}>
              <div className={styles.grow}>
                <LineField
                  {...reports}
                  path={`rows.${index}.name`}
                  label="Class"
                  placeholder="Robins, Reception"
                  value={row.name}
                  onText={(name) => set(index, { ...row, name })}
                />
              </div>
              <NumberInput
                {...reportsOf(reports, `rows.${index}.percents`)}
                className={styles.percent}
                label="Percent"
                suffix="%"
                min={0}
                max={100}
                decimalScale={1}
                clampBehavior="strict"
                allowNegative={false}
                hideControls
                value={Number.isNaN(row.percents) ? '' : row.percents}
                onChange={(typed) =>
                  set(index, { ...row, percents: typed === '' ? Number.NaN : Number(typed) })
                }
              />
            </div>
            <RowTools
              rows={value.rows}
              index={index}
              name={row.name || `row ${index + 1}`}
              onRows={setRows}
            />
          </li>
        ))}
      </ul>
      {value.rows.length < ATTENDANCE_ROWS_MAX && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => setRows([...value.rows, { id: newRowId(), name: '', percents: 100 }])}
        >
          Add a class
        </Button>
      )}
      <ColourPicker
        label="Background"
        value={value.background}
        onColour={(background) => onChange({ ...value, background })}
      />
    </div>
  );
}

/** The attendance's form: a row a class, 0 to 100 percent. */
export const attendanceEditor: BlockEditor<'attendance'> = { icon: IconUserCheck, Form: AttendanceForm };
