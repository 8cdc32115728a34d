import { SCHOOL_FIELDS } from '#contract/school.ts';
import type { School, SchoolColumns } from '#server/data/schools.ts';
import { changedFields } from '#server/platform/columns.ts';

type Field = (typeof SCHOOL_FIELDS)[keyof typeof SCHOOL_FIELDS][number];

/** What really changes in a school, of its branding and of its details, as the log calls it. */
export function namesOfChanges(
  before: School,
  changes: SchoolColumns,
): { readonly branding: readonly string[]; readonly details: readonly string[] } {
  const names = (fields: readonly Field[]) => changedFields(fields, before, changes).map(nameOf);
  return { branding: names(SCHOOL_FIELDS.branding), details: names(SCHOOL_FIELDS.details) };
}

/** 'primary colour': the name of a field as people read it. */
function nameOf(field: Field): string {
  // Calls spell it as CSS does.
  return field.replaceAll('_', ' ').replace('color', 'colour');
}
