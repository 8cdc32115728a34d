import type { EnrolmentKind } from './pupils.ts';
import type { StateKind } from './states.ts';

export type NameField = 'first_name' | 'last_name' | 'name';

/** A column of names. */
export interface NameColumn {
  readonly field: NameField;
  readonly who: string;
  readonly letters: string;
}

/**
 * The content of a column. `who`: the parent that it is about, in a file with several; empty for the line's own person. `namedBy`: for an
 * address whose own heading names nobody, the parent whose names go with it: 'Parent 2' beside 'Email 2'.
 */
export type FileColumn =
  | NameColumn
  | { readonly field: 'email'; readonly who: string; readonly namedBy?: string }
  | { readonly field: 'state'; readonly who: string; readonly kind: StateKind }
  | { readonly field: 'role'; readonly who: '' }
  | { readonly field: 'enrolment'; readonly who: ''; readonly kind: EnrolmentKind };

/** Whether a column holds a name, or half of one. */
export function isName(column: FileColumn | null | undefined): column is NameColumn {
  return column?.field === 'first_name' || column?.field === 'last_name' || column?.field === 'name';
}
