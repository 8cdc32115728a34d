import { schoolRoutes } from '#contract/school.ts';
import type { House } from '../../house.ts';
import { type Handler, handle } from '../../http/handle.ts';
import { presentSchool } from './present.ts';
import { findSchool } from './repo.ts';
import { createSchool, type LogoFiles, updateSchool } from './service.ts';

/** The school: its details and its branding. */
export function school(house: House, logos: LogoFiles): readonly Handler[] {
  const { config } = house;
  return [
    handle(schoolRoutes.mySchool, async ({ caller }) => {
      const found = caller.schoolId === null ? undefined : await findSchool(house, caller.schoolId);
      return { school: found === undefined ? {} : { data: presentSchool(config, found) } };
    }),
    handle(schoolRoutes.createSchool, async ({ caller, body, files }) => {
      return {
        school: { data: presentSchool(config, await createSchool(house, logos, caller, body, files.logo)) },
      };
    }),
    handle(schoolRoutes.updateSchool, async ({ caller, params, body, files }) => {
      return {
        school: {
          data: presentSchool(config, await updateSchool(house, logos, caller, params.id, body, files.logo)),
        },
      };
    }),
  ];
}
