import { ActionIcon, ColorInput, TextInput, type TextInputProps } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { FieldReports } from './block-editor.ts';
import { normaliseColour } from './colour.ts';

/** The parts that the forms of several blocks share. */

/** What any field takes to show its error once it has been left. */
export function reportsOf({ errorOf, onLeave }: FieldReports, path: string) {
  return { error: errorOf(path), onBlur: () => onLeave(path), 'data-path': path };
}

type LineProps = FieldReports &
  Pick<TextInputProps, 'label' | 'description' | 'placeholder' | 'type' | 'inputMode' | 'maxLength'> & {
    readonly path: string;
    readonly value: string;
    readonly onText: (text: string) => void;
  };

/** One line of text. */
export function LineField({ path, errorOf, onLeave, onText, ...input }: LineProps) {
  return (
    <TextInput
      {...input}
      {...reportsOf({ errorOf, onLeave }, path)}
      autoComplete="off"
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

/** A link: typed without a scheme it gets https on leaving. */
export function LinkField({ onText, onLeave, ...rest }: LineProps) {
  const complete = (path: string) => {
    const text = rest.value.trim();
    if (/^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(text)) onText(`https://${text}`);
    else if (text !== rest.value) onText(text);
    onLeave(path);
  };
  return <LineField {...rest} type="url" inputMode="url" onText={onText} onLeave={complete} />;
}

const SWATCHES = ['#ffffff', '#fdf3d6', '#e4f5fc', '#edf4ef', '#fdecea', '#1f5d45', '#16243d', '#000000'];

/** A colour that is always one: what is typed takes effect once it is complete. */
export function ColourPicker({
  label,
  value,
  onColour,
}: {
  readonly label: string;
  readonly value: string;
  readonly onColour: (hex: string) => void;
}) {
  return (
    <ColorInput
      label={label}
      value={value}
      format="hex"
      swatches={SWATCHES}
      swatchesPerRow={8}
      withEyeDropper={false}
      onChange={(typed) => {
        const hex = normaliseColour(typed);
        if (hex !== null) onColour(hex);
      }}
    />
  );
}

/** Moves a row up or down, or removes it. */
export function RowTools<Row>({
  rows,
  index,
  name,
  onRows,
}: {
  readonly rows: readonly Row[];
  readonly index: number;
  /** For the buttons' names: 'Robins'. */
  readonly name: string;
  readonly onRows: (rows: Row[]) => void;
}) {
  return (
    <span style={{ display: 'inline-flex' }}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => onRows(swapped(rows, index, index - 1))}
      >
        <IconArrowUp size={18} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${name} down`}
        disabled={index === rows.length - 1}
        onClick={() => onRows(swapped(rows, index, index + 1))}
      >
        <IconArrowDown size={18} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={`Remove ${name}`}
        onClick={() => onRows(rows.toSpliced(index, 1))}
      >
        <IconTrash size={18} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </span>
  );
}

function swapped<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const row = rows[from];
  return row === undefined ? [...rows] : rows.toSpliced(from, 1).toSpliced(to, 0, row);
}

/** A new row's id. Random bytes, not `randomUUID`: that is missing where a school's server has no https. */
export function newRowId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
