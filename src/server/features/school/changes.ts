import { SCHOOL_FIELDS } from '#contract/school.ts';
import type { School, SchoolColumns } from '#server/data/schools.ts';
import { changedFields } from '#server/platform/columns.ts';

type Field = (typeof SCHOOL_FIELDS)[keyof typeof SCHOOL_FIELDS][number];

/** The fields that really change, by the names that the log uses. */
export function changedFieldNames(
  before: School,
  changes: SchoolColumns,
): { readonly branding: readonly string[]; readonly details: readonly string[] } {
  const names = (fields: readonly Field[]) => changedFields(fields, before, changes).map(fieldName);
  return { branding: names(SCHOOL_FIELDS.branding), details: names(SCHOOL_FIELDS.details) };
}

/** 'primary colour' for `primary_color`. */
function fieldName(field: Field): string {
  // The contract spells it as CSS does.
  return field.replaceAll('_', ' ').replace('color', 'colour');
}
