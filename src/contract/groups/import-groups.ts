import { z } from 'zod';
import { GROUPS_MAX, groupName } from './groups.ts';
import { importAnswers } from './import-questions.ts';

/** The groups in an import's file: which columns name them, and what each value means. */

/** The most group columns in a file, and the most different values in them. */
export const GROUP_COLUMNS_MAX = 20;
export const GROUP_VALUES_MAX = 200;
const VALUE_MAX = 200;

export const IMPORT_GROUP_MESSAGES = {
  malformed: 'The choice of groups is malformed',
  tooManyValues: (column: string) =>
    `The column ‘${column}’ has more than ${GROUP_VALUES_MAX} different values, so it cannot be groups`,
  retired: (name: string) => `The group ‘${name}’ is retired. Please bring it back first, or choose another`,
  full: `Limit is ${GROUPS_MAX} groups. Please choose fewer new ones, or retire or merge some`,
} as const;

// A readable file contains neither NUL nor broken characters.
const cell = z
  .string()
  .max(VALUE_MAX)
  .refine((text) => text.isWellFormed() && !text.includes('\0'));

/** The person's choice: columns by their position from 0, and a group name for each value, or null for none. */
export const groupsInFile = z.strictObject({
  columns: z.array(z.number().int().nonnegative()).max(GROUP_COLUMNS_MAX),
  values: z.array(z.strictObject({ value: cell, group: groupName.nullable() })).max(GROUP_VALUES_MAX),
  ...importAnswers,
});
export type GroupsInFile = z.infer<typeof groupsInFile>;

/** A column that may name groups. */
export const importColumn = z.object({
  index: z.number().int(),
  heading: z.string(),
  /** Whether its values are used as groups. */
  is_groups: z.boolean(),
});
export type ImportColumn = z.infer<typeof importColumn>;

/** A value in such a column, and the group that it becomes. */
export const importGroupValue = z.object({
  value: z.string(),
  /** The number of addresses in the file that have it. */
  families: z.number().int(),
  group: z.string().nullable(),
  /** Whether the import creates this group. */
  is_new: z.boolean(),
});
export type ImportGroupValue = z.infer<typeof importGroupValue>;

/** The same, as stored with an import. */
export type StoredGroupValue = ImportGroupValue & { readonly group_id?: string | undefined };

/** The effects of undoing an import, in numbers of subscribers. */
export const importUndoing = z.object({
  /** Added by it: they are removed. */
  removed: z.number().int(),
  /** Changed since, or part of a later file: they stay. */
  kept: z.number().int(),
  /** They get back their earlier name. */
  renamed: z.number().int(),
  /** They stay, but leave the groups into which it put them. */
  regrouped: z.number().int(),
  /** Unsubscribed by it: they are subscribed again. Earlier versions do not send this field. */
  rejoined: z.number().int().default(0),
  /** Groups that it created, which are deleted if nobody else is in them. */
  groups: z.array(z.string()),
});
export type ImportUndoing = z.infer<typeof importUndoing>;
