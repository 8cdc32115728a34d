import type { GroupsInFile } from '#contract/groups/import-groups.ts';
import type { ImportReply } from '#contract/subscribers.ts';

/** The groups of a file as its preview shows them, and as the person changes them. Pure. */

type Shown = ImportReply['import'];

/** The choice that a preview shows. */
export function groupsIn({ columns, group_values }: Pick<Shown, 'columns' | 'group_values'>): GroupsInFile {
  return {
    columns: columns.filter(({ is_groups }) => is_groups).map(({ index }) => index),
    values: group_values.map(({ value, group }) => ({ value, group })),
  };
}

/** The preview with a column taken for groups, or no longer. */
export function withColumn(shown: Shown, index: number, is_groups: boolean): Shown {
  return {
    ...shown,
    columns: shown.columns.map((column) => (column.index === index ? { ...column, is_groups } : column)),
  };
}

/** The preview with another group for a value; null for none. */
export function withGroup(shown: Shown, value: string, group: string | null, isNew: boolean): Shown {
  return {
    ...shown,
    group_values: shown.group_values.map((each) =>
      each.value === value ? { ...each, group, is_new: isNew } : each,
    ),
  };
}
