import '@mantine/core/styles/Input.layer.css';
import { Checkbox, NativeSelect } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ImportColumn, ImportGroupValue } from '#contract/groups/import-groups.ts';
import { useGroupsInUse } from '#web/api/groups.ts';
import { withGroup, withGroupColumn } from './file-choice.ts';
import classes from './import-groups.module.css';
import type { ImportResult } from './use-import.ts';

interface GroupsProps {
  readonly result: ImportResult;
  readonly onChange: (result: ImportResult) => void;
}

/** The choice of columns with groups. Renders nothing if no column can have any. */
export function GroupColumns({ result, onChange }: GroupsProps) {
  const { columns } = result;
  if (columns.length === 0) return null;
  const chosen = columns.filter(({ is_groups }) => is_groups);
  const others = columns.filter(({ is_groups }) => !is_groups);
  const box = (column: ImportColumn) => (
    <Checkbox
      key={column.index}
      label={column.heading}
      checked={column.is_groups}
      onChange={({ currentTarget }) => onChange(withGroupColumn(result, column.index, currentTarget.checked))}
    />
  );
  return (
    <fieldset className={classes.columns}>
      <legend>{chosen.length > 0 ? 'Groups are in the columns' : 'No column has groups'}</legend>
      <div className={classes.boxes}>{chosen.map(box)}</div>
      {others.length > 0 && (
        <details className={classes.others}>
          <summary>Other columns ({others.length})</summary>
          <div className={classes.boxes}>{others.map(box)}</div>
        </details>
      )}
    </fieldset>
  );
}

/** The group for each value in these columns. Renders nothing without values. */
export function GroupValues({ result, onChange }: GroupsProps) {
  const names = useGroupsInUse().map(({ attributes }) => attributes.name);
  if (result.group_values.length === 0) return null;
  return (
    <section className={classes.values} aria-label="Groups in the file">
      <table>
        <thead>
          <tr>
            <th scope="col">In the file</th>
            <th scope="col">Families</th>
            <th scope="col">Becomes</th>
          </tr>
        </thead>
        <tbody>
          {result.group_values.map((value) => (
            <ValueRow
              key={value.value}
              value={value}
              names={names}
              onGroup={(group) =>
                onChange(withGroup(result, value.value, group, group !== null && !names.includes(group)))
              }
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  readonly value: ImportGroupValue;
  readonly names: readonly string[];
  readonly onGroup: (group: string | null) => void;
}

function ValueRow({ value: { value, families, group, is_new }, names, onGroup }: RowProps) {
  const made = is_new && group !== null ? group : value;
  const isKnown = names.some((name) => name.toLowerCase() === made.toLowerCase());
  return (
    <tr>
      <th scope="row">{value}</th>
      <td className={classes.families}>
        {families.toLocaleString('en-GB')}
        <span> {families === 1 ? 'family' : 'families'}</span>
      </td>
      <td>
        <div className={classes.becomes}>
          <NativeSelect
            aria-label={`‘${value}’ becomes`}
            value={group ?? ''}
            onChange={({ currentTarget }) => onGroup(currentTarget.value || null)}
          >
            <option value="">No group</option>
            {!isKnown && <option value={made}>New group: {made}</option>}
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </NativeSelect>
          {is_new && <span className={classes.new}>New group</span>}
          {group === null && (
            <span className={classes.none}>
              <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
              Only what everyone gets
            </span>
          )}
        </div>
      </td>
    </tr>
  );
}
