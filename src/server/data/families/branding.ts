import type { SchoolBranding } from '#newsletter/values/branding.ts';
import type { School } from '#server/data/schools.ts';

/** The facts about a school that newsletters and mails show. */
export function brandingOf(school: School): SchoolBranding {
  return {
    ...school,
    logo_aspect: school.logoAspect,
    time_zone: school.timeZone,
    postal_address: school.postalAddress,
    primary_color: school.primaryColor,
    secondary_color: school.secondaryColor,
  };
}
