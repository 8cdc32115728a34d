import { auditRoutes } from '#contract/audit.ts';
import { SCHOOL_MESSAGES, schoolRoutes } from '#contract/school.ts';
import type { AppContext } from '#server/context.ts';
import { findSchool, type School } from '#server/data/schools.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { presentAuditEntry, readAuditLog } from './audit.ts';
import { confirmSchoolEmail, defineConfirmationMail, requestConfirmation } from './email-confirmation.ts';
import { presentSchool, presentSchoolTo } from './present.ts';
import { createSchool, type LogoFiles, type Rebrand, updateSchool } from './service.ts';

/** Fetches the current state of a school's plan from the payment provider. */
type RefreshPlan = (context: AppContext, schoolId: string) => Promise<void>;

/** The functions of other features that this one needs; `app.ts` passes them in. */
export interface SchoolHelpers {
  readonly logos: LogoFiles;
  readonly refreshPlan: RefreshPlan;
  readonly rebrand: Rebrand;
}

/** The handlers of the school: details, branding, e-mail confirmation and audit log. */
export function schoolHandlers(context: AppContext, helpers: SchoolHelpers): readonly Handler[] {
  const { logos, refreshPlan } = helpers;
  defineConfirmationMail(context);
  return [
    handle(schoolRoutes.mySchool, async ({ caller }) => {
      const found =
        caller.schoolId === null
          ? undefined
          : await findWithCurrentPlan(context, caller.schoolId, refreshPlan);
      return {
        school: found === undefined ? {} : { data: await presentSchoolTo(caller.role, context, found) },
      };
    }),
    handle(schoolRoutes.createSchool, async ({ caller, body, files, request }) => {
      const sent = { logo: files.logo, ip: request.ip };
      const made = await createSchool(context, logos, caller, body, sent);
      return { school: { data: await presentSchool(context, made) } };
    }),
    handle(schoolRoutes.updateSchool, async ({ caller, params, body, files, request }) => {
      const sent = { logo: files.logo, ip: request.ip };
      const changed = await updateSchool(context, helpers, caller, params.id, body, sent);
      return { school: { data: await presentSchool(context, changed) } };
    }),
    handle(schoolRoutes.requestEmailConfirmation, async ({ caller, params, request }) => {
      await requestConfirmation(context, caller, params.id, request.ip);
    }),
    handle(schoolRoutes.confirmSchoolEmail, async ({ params }) => {
      await confirmSchoolEmail(context, params.token);
      return { message: SCHOOL_MESSAGES.emailConfirmed };
    }),
    handle(auditRoutes.auditLog, async ({ caller, params, query }) => {
      const { entries, ...pages } = await readAuditLog(context, caller, params.id, query);
      return { audit_log: { data: entries.map(presentAuditEntry) }, ...pages };
    }),
  ];
}

// If the plan should have renewed and no webhook has arrived yet, asks the provider first.
async function findWithCurrentPlan(
  context: AppContext,
  schoolId: string,
  refreshPlan: RefreshPlan,
): Promise<School | undefined> {
  const found = await findSchool(context.database, schoolId);
  const end = found?.subscriptionEndDate ?? null;
  if (found?.subscriptionStatus !== 'active' || end === null || end > context.clock.now()) return found;
  await refreshPlan(context, schoolId);
  return await findSchool(context.database, schoolId);
}
