import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ClipboardEvent, ClipboardEventHandler } from 'react';
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
  // The first line has the headings.
  const lines: Lines = [value.headings, ...value.rows];
  const set = ([headings = [], ...rows]: Lines) =>
    onChange({ ...value, headings: [...headings], rows: rows.map((cells) => [...cells]) });
  return (
    <div className={classes.fields}>
      <div className={tableClasses.scroller} data-path="headings" data-needed="A heading">
        <Grid lines={lines} onChange={set} />
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
          disabled={value.headings.length >= TABLE_COLUMNS_MAX}
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

/** The cells, with a button to remove each row and each column. */
function Grid({ lines, onChange }: { lines: Lines; onChange: (lines: Lines) => void }) {
  const [headings = []] = lines;
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const pasted = pastedTable(event.clipboardData);
    if (pasted === null) return;
    event.preventDefault();
    onChange(filled(lines, row, column, pasted.lines));
    if (pasted.note !== undefined) toast.info(pasted.note);
  };
  return (
    <table className={tableClasses.grid}>
      <tbody>
        {lines.map((cells, row) => (
          <tr key={String(row)}>
            {headings.map((heading, column) => (
              <td key={String(column)}>
                <Cell
                  row={row}
                  column={column}
                  heading={heading}
                  text={cells[column] ?? ''}
                  onChange={(text) => onChange(filled(lines, row, column, [[text]]))}
                  onPaste={(event) => paste(event, row, column)}
                />
              </td>
            ))}
            <td>
              {row > 0 && (
                <RemoveButton
                  label={`Remove row ${row}`}
                  isOnlyOne={lines.length < 3}
                  onClick={() => onChange(lines.toSpliced(row, 1))}
                />
              )}
            </td>
          </tr>
        ))}
        <tr>
          {headings.map((heading, column) => (
            <td key={String(column)}>
              <RemoveButton
                label={`Remove column ${heading || column + 1}`}
                isOnlyOne={headings.length < 2}
                onClick={() => onChange(lines.map((cells) => cells.toSpliced(column, 1)))}
              />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

function Cell({
  row,
  column,
  heading,
  text,
  onChange,
  onPaste,
}: {
  /** 0 for the headings. */
  row: number;
  column: number;
  heading: string;
  text: string;
  onChange: (text: string) => void;
  onPaste: ClipboardEventHandler;
}) {
  const isHeading = row === 0;
  return (
    <input
      className={tableClasses.cell}
      data-heading={isHeading || undefined}
      data-first-field={(isHeading && column === 0) || undefined}
      data-path={pathOf(row, column)}
      aria-label={isHeading ? `Heading ${column + 1}` : `Row ${row}, ${heading || `column ${column + 1}`}`}
      placeholder={isHeading ? `Heading ${column + 1}` : undefined}
      maxLength={CELL_MAX}
      value={text}
      onChange={(change) => onChange(change.currentTarget.value)}
      onPaste={onPaste}
    />
  );
}

function RemoveButton({
  label,
  isOnlyOne,
  onClick,
}: {
  label: string;
  isOnlyOne: boolean;
  onClick: () => void;
}) {
  return (
    <ActionIcon size={32} aria-label={label} disabled={isOnlyOne} onClick={onClick}>
      <IconTrash size={18} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}

function pathOf(row: number, column: number): string {
  return row === 0 ? `headings.${column}` : `rows.${row - 1}.${column}`;
}

/** The lines with others pasted over them from a cell on, extended as far as a table may grow. */
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
