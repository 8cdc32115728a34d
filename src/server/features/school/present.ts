import type { Role } from '#contract/access.ts';
import { schoolPagePath } from '#contract/paths.ts';
import { planHasEnded, type SchoolResource, schoolResource, seesPlan } from '#contract/school.ts';
import type { AppContext } from '#server/context.ts';
import { findSchoolPages } from '#server/data/families/school-pages.ts';
import { isSchoolEmailConfirmed } from '#server/data/school-email.ts';
import type { School } from '#server/data/schools.ts';
import { resourceOf } from '#server/platform/columns.ts';

/** A school as the contract shows it, with the logo's absolute address. */
export async function presentSchool(
  { config: { publicUrl }, clock, database }: AppContext,
  school: School,
): Promise<SchoolResource> {
  const plan = { status: school.subscriptionStatus, endsAt: school.subscriptionEndDate };
  const pages = await findSchoolPages(database, school.id);
  return resourceOf(schoolResource, school, {
    logo: school.logo === null ? null : publicUrl + school.logo,
    diary_url: pages?.showsDiary === true ? publicUrl + schoolPagePath(pages.address, 'diary') : null,
    newsletters_url:
      pages?.listsNewsletters === true ? publicUrl + schoolPagePath(pages.address, 'newsletters') : null,
    email_confirmed: await isSchoolEmailConfirmed(database, school),
    plan_ended: planHasEnded(plan, clock.now()),
  });
}

/** A school as a caller of this role may see it. */
export async function presentSchoolTo(
  role: Role | null,
  context: AppContext,
  school: School,
): Promise<SchoolResource> {
  const shown = await presentSchool(context, school);
  if (seesPlan(role)) return shown;
  const attributes = { ...shown.attributes, subscription_plan: null, subscription_end_date: null };
  return { ...shown, attributes };
}
