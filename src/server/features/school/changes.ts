import type { School, SchoolChanges } from './repo.ts';

/** What is part of the branding, and what of the details, as the log calls it. */
const BRANDING = {
  logo: 'logo',
  primaryColor: 'primary colour',
  secondaryColor: 'secondary colour',
} as const;
export const DETAILS = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  website: 'website',
  language: 'language',
  timeZone: 'time zone',
  searchEngines: 'search engines',
} as const;

/** The names of what really changes in a school. */
export function namesOfChanges(
  before: School,
  changes: SchoolChanges,
): { readonly branding: readonly string[]; readonly details: readonly string[] } {
  return { branding: changed(BRANDING, before, changes), details: changed(DETAILS, before, changes) };
}

function changed(
  names: Readonly<Partial<Record<keyof SchoolChanges, string>>>,
  before: School,
  changes: SchoolChanges,
): readonly string[] {
  const after = { ...before, ...withoutGaps(changes) };
  const rows: Readonly<Record<string, unknown>> = { ...before };
  const next: Readonly<Record<string, unknown>> = { ...after };
  return Object.entries(names).flatMap(([key, name]) => (rows[key] === next[key] ? [] : [name]));
}

function withoutGaps(changes: SchoolChanges): SchoolChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
