import { z } from 'zod';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { colour } from '#newsletter/values/colour.ts';

/** The two colours of one newsletter, instead of its school's. */
export const ownColoursSchema = z.strictObject({ primary: colour, secondary: colour });
export type OwnColours = Readonly<z.infer<typeof ownColoursSchema>>;

/** A school in a newsletter's own colours; the same object if it has none. */
export function inColours<School extends Pick<SchoolBranding, 'primary_color' | 'secondary_color'>>(
  school: School,
  colours: OwnColours | null | undefined,
): School {
  if (colours == null) return school;
  return { ...school, primary_color: colours.primary, secondary_color: colours.secondary };
}
