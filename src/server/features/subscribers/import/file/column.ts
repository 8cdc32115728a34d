import type { EnrolmentKind } from './pupils.ts';
import type { StateKind } from './states.ts';

export type NameField = 'first_name' | 'last_name' | 'name';

/** A column of names. */
export interface NameColumn {
  readonly field: NameField;
  readonly person: string;
  readonly letters: string;
}

/**
 * The content of a column. `person`: the parent that it is about, in a file with several; empty for the line's own person. `namedBy`: for an
 * address whose own heading names nobody, the parent whose names go with it: 'Parent 2' beside 'Email 2'.
 */
export type FileColumn =
  | NameColumn
  | { readonly field: 'email'; readonly person: string; readonly namedBy?: string }
  | { readonly field: 'state'; readonly person: string; readonly kind: StateKind }
  | { readonly field: 'role'; readonly person: '' }
  | { readonly field: 'enrolment'; readonly person: ''; readonly kind: EnrolmentKind };

/** Whether a column holds a name, or half of one. */
export function isName(column: FileColumn | null | undefined): column is NameColumn {
  return column?.field === 'first_name' || column?.field === 'last_name' || column?.field === 'name';
}
