import { auditRoutes } from '#contract/audit.ts';
import { SCHOOL_MESSAGES, schoolRoutes } from '#contract/school.ts';
import type { House } from '#server/context.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { presentAuditEntry, readAuditLog } from './audit.ts';
import { confirmSchoolEmail, defineConfirmationMail, requestConfirmation } from './email-confirmation.ts';
import { presentSchool } from './present.ts';
import { findSchool, type School } from './repo.ts';
import { createSchool, type LogoFiles, type Rebrand, updateSchool } from './service.ts';

/** Asks the payment provider again how a school's plan stands. */
type RefreshPlan = (house: House, schoolId: string) => Promise<void>;

/** What other features do for this one; `app.ts` puts them together. */
export interface SchoolHelpers {
  readonly logos: LogoFiles;
  readonly refreshPlan: RefreshPlan;
  readonly rebrand: Rebrand;
}

/** The school: its details, its branding, and the log of what was done in it. */
export function school(house: House, helpers: SchoolHelpers): readonly Handler[] {
  const { logos, refreshPlan } = helpers;
  defineConfirmationMail(house);
  return [
    handle(schoolRoutes.mySchool, async ({ caller }) => {
      const found =
        caller.schoolId === null ? undefined : await findFresh(house, caller.schoolId, refreshPlan);
      return { school: found === undefined ? {} : { data: await presentSchool(house, found) } };
    }),
    handle(schoolRoutes.createSchool, async ({ caller, body, files, request }) => {
      const sent = { logo: files.logo, ip: request.ip };
      const made = await createSchool(house, logos, caller, body, sent);
      return { school: { data: await presentSchool(house, made) } };
    }),
    handle(schoolRoutes.updateSchool, async ({ caller, params, body, files, request }) => {
      const sent = { logo: files.logo, ip: request.ip };
      const changed = await updateSchool(house, helpers, caller, params.id, body, sent);
      return { school: { data: await presentSchool(house, changed) } };
    }),
    handle(schoolRoutes.requestEmailConfirmation, async ({ caller, params, request }) => {
      await requestConfirmation(house, caller, params.id, request.ip);
    }),
    handle(schoolRoutes.confirmSchoolEmail, async ({ params }) => {
      await confirmSchoolEmail(house, params.token);
      return { message: SCHOOL_MESSAGES.emailConfirmed };
    }),
    handle(auditRoutes.auditLog, async ({ caller, params, query }) => {
      const { entries, ...pages } = await readAuditLog(house, caller, params.id, query);
      return { audit_log: { data: entries.map(presentAuditEntry) }, ...pages };
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
