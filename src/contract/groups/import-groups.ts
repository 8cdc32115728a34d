import { z } from 'zod';
import { GROUPS_MAX, groupName } from './groups.ts';
import { importAnswers } from './import-questions.ts';

/** The groups that an import's file names: in which columns, and what each value there means. */

/** The most columns of groups in a file, and the most different values in them. */
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

// A file that can be read holds no such character.
const cell = z
  .string()
  .max(VALUE_MAX)
  .refine((text) => text.isWellFormed() && !text.includes('\0'));

/** What the person chose: columns by their position from 0, and for values the group's name, null for none. */
export const groupsInFile = z.strictObject({
  columns: z.array(z.number().int().nonnegative()).max(GROUP_COLUMNS_MAX),
  values: z.array(z.strictObject({ value: cell, group: groupName.nullable() })).max(GROUP_VALUES_MAX),
  ...importAnswers,
});
export type GroupsInFile = z.infer<typeof groupsInFile>;

/** A column that may say groups. */
export const importColumn = z.object({
  index: z.number().int(),
  heading: z.string(),
  /** Whether its values are taken as groups. */
  is_groups: z.boolean(),
});
export type ImportColumn = z.infer<typeof importColumn>;

/** A value of such columns, and what it becomes. */
export const importGroupValue = z.object({
  value: z.string(),
  /** The addresses in the file that have it. */
  families: z.number().int(),
  group: z.string().nullable(),
  /** The import makes this group. */
  is_new: z.boolean(),
});
export type ImportGroupValue = z.infer<typeof importGroupValue>;

/** The same as an import keeps it. */
export type StoredGroupValue = ImportGroupValue & { readonly group_id?: string | undefined };

/** What undoing an import will do, in numbers of subscribers. */
export const importUndoing = z.object({
  /** Added by it, and removed again. */
  removed: z.number().int(),
  /** Changed, or in another file, since it: they stay. */
  kept: z.number().int(),
  /** Get their name from before. */
  renamed: z.number().int(),
  /** Stay, and leave the groups that it put them into. */
  regrouped: z.number().int(),
  /** Left the list by it, and come back. Earlier versions do not say it. */
  rejoined: z.number().int().default(0),
  /** Made by it, and deleted if nobody else is in them. */
  groups: z.array(z.string()),
});
export type ImportUndoing = z.infer<typeof importUndoing>;
