import { planHasEnded, type SchoolResource } from '#contract/school.ts';
import type { AppContext } from '#server/context.ts';
import { isSchoolEmailConfirmed } from '#server/data/school-email.ts';
import type { School } from './repo.ts';

/** A school as the contract shows it, its logo with an absolute address. */
export async function presentSchool(
  { config: { publicUrl }, clock, database }: AppContext,
  school: School,
): Promise<SchoolResource> {
  const plan = { status: school.subscriptionStatus, endsAt: school.subscriptionEndDate };
  return {
    id: school.id,
    type: 'school',
    attributes: {
      name: school.name,
      logo: school.logo === null ? null : publicUrl + school.logo,
      email: school.email,
      email_confirmed: await isSchoolEmailConfirmed(database, school),
      phone: school.phone,
      website: school.website,
      primary_color: school.primaryColor,
      secondary_color: school.secondaryColor,
      language: school.language,
      time_zone: school.timeZone,
      search_engines: school.searchEngines,
      closes_at: school.closesAt?.toISOString() ?? null,
      subscription_status: school.subscriptionStatus,
      subscription_plan: school.subscriptionPlan,
      subscription_end_date: school.subscriptionEndDate?.toISOString() ?? null,
      plan_ended: planHasEnded(plan, clock.now()),
    },
  };
}
