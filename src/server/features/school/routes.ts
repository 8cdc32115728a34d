import { schoolRoutes } from '#contract/school.ts';
import type { House } from '../../house.ts';
import { type Handler, handle } from '../../http/handle.ts';
import { presentSchool } from './present.ts';
import { findSchool, type School } from './repo.ts';
import { createSchool, type LogoFiles, updateSchool } from './service.ts';

/** Asks the payment provider again how a school's plan stands; `app.ts` brings it from the feature that knows how. */
type RefreshPlan = (house: House, schoolId: string) => Promise<void>;

/** The school: its details and its branding. */
export function school(house: House, logos: LogoFiles, refreshPlan: RefreshPlan): readonly Handler[] {
  return [
    handle(schoolRoutes.mySchool, async ({ caller }) => {
      const found =
        caller.schoolId === null ? undefined : await findFresh(house, caller.schoolId, refreshPlan);
      return { school: found === undefined ? {} : { data: presentSchool(house, found) } };
    }),
    handle(schoolRoutes.createSchool, async ({ caller, body, files }) => {
      return {
        school: { data: presentSchool(house, await createSchool(house, logos, caller, body, files.logo)) },
      };
    }),
    handle(schoolRoutes.updateSchool, async ({ caller, params, body, files }) => {
      return {
        school: {
          data: presentSchool(house, await updateSchool(house, logos, caller, params.id, body, files.logo)),
        },
      };
    }),
  ];
}

// A renewal of which no word has come yet is asked about before the school is shown.
async function findFresh(
  house: House,
  schoolId: string,
  refreshPlan: RefreshPlan,
): Promise<School | undefined> {
  const found = await findSchool(house, schoolId);
  const end = found?.subscriptionEndDate ?? null;
  if (found?.subscriptionStatus !== 'active' || end === null || end > house.clock.now()) return found;
  await refreshPlan(house, schoolId);
  return await findSchool(house, schoolId);
}
