import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ClipboardEvent } from 'react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import classes from '#newsletter/fields/forms.module.css';
import { toast } from '#ui/feedback/toast.ts';
import { CELL_MAX, TABLE_COLUMNS_MAX, TABLE_ROWS_MAX } from './block.ts';
import { pastedTable } from './pasted-table.tsx';
import tableClasses from './table.module.css';

type Value = BlockValues['table'];
type Lines = readonly (readonly string[])[];

export function TableForm({ value, onChange, problem }: BlockFormProps<Value>) {
  // The first line is the headings.
  const lines: Lines = [value.headings, ...value.rows];
  const width = value.headings.length;
  const set = ([headings = [], ...rows]: Lines) =>
    onChange({ ...value, headings: [...headings], rows: rows.map((cells) => [...cells]) });
  const write = (row: number, column: number, text: string) => set(filled(lines, row, column, [[text]]));
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const pasted = pastedTable(event.clipboardData);
    if (pasted === null) return;
    event.preventDefault();
    set(filled(lines, row, column, pasted.lines));
    if (pasted.note !== undefined) toast.info(pasted.note);
  };
  return (
    <div className={classes.fields}>
      <div className={tableClasses.scroller} data-path="headings" data-needed="A heading">
        <table className={tableClasses.grid}>
          <tbody>
            {lines.map((cells, row) => (
              <tr key={String(row)}>
                {value.headings.map((heading, column) => (
                  <td key={String(column)}>
                    <input
                      className={tableClasses.cell}
                      data-heading={row === 0 || undefined}
                      data-first-field={(row === 0 && column === 0) || undefined}
                      data-path={pathOf(row, column)}
                      aria-label={
                        row === 0
                          ? `Heading ${column + 1}`
                          : `Row ${row}, ${heading || `column ${column + 1}`}`
                      }
                      placeholder={row === 0 ? `Heading ${column + 1}` : undefined}
                      maxLength={CELL_MAX}
                      value={cells[column] ?? ''}
                      onChange={(change) => write(row, column, change.currentTarget.value)}
                      onPaste={(event) => paste(event, row, column)}
                    />
                  </td>
                ))}
                <td>
                  {row > 0 && (
                    <ActionIcon
                      size={32}
                      aria-label={`Remove row ${row}`}
                      disabled={value.rows.length < 2}
                      onClick={() => set(lines.toSpliced(row, 1))}
                    >
                      <IconTrash size={18} stroke={1.75} aria-hidden="true" />
                    </ActionIcon>
                  )}
                </td>
              </tr>
            ))}
            <tr>
              {value.headings.map((heading, column) => (
                <td key={String(column)}>
                  <ActionIcon
                    size={32}
                    aria-label={`Remove column ${heading || column + 1}`}
                    disabled={width < 2}
                    onClick={() => set(lines.map((cells) => cells.toSpliced(column, 1)))}
                  >
                    <IconTrash size={18} stroke={1.75} aria-hidden="true" />
                  </ActionIcon>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      {problem('headings') !== undefined && (
        <p className="mantine-InputWrapper-error">Please add at least one heading</p>
      )}
      <div className={classes.tools}>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          disabled={value.rows.length >= TABLE_ROWS_MAX}
          onClick={() => set([...lines, value.headings.map(() => '')])}
        >
          Add a row
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          disabled={width >= TABLE_COLUMNS_MAX}
          onClick={() => set(lines.map((cells) => [...cells, '']))}
        >
          Add a column
        </Button>
      </div>
      <p className={classes.note}>
        A table copied from Word, Google Docs or Excel can be pasted into a cell.
      </p>
      <Checkbox
        label="The first column is a heading"
        checked={value.rowHeads}
        onChange={(change) => onChange({ ...value, rowHeads: change.currentTarget.checked })}
      />
    </div>
  );
}

function pathOf(row: number, column: number): string {
  return row === 0 ? `headings.${column}` : `rows.${row - 1}.${column}`;
}

/** The lines with others written over them from a cell on; grown as far as a table may. */
function filled(lines: Lines, row: number, column: number, pasted: Lines): Lines {
  const width = Math.max(lines[0]?.length ?? 0, column + (pasted[0]?.length ?? 0));
  const height = Math.max(lines.length, row + pasted.length);
  return Array.from({ length: Math.min(height, TABLE_ROWS_MAX + 1) }, (_, at) =>
    Array.from(
      { length: Math.min(width, TABLE_COLUMNS_MAX) },
      (_, index) => pasted[at - row]?.[index - column] ?? lines[at]?.[index] ?? '',
    ),
  );
}
