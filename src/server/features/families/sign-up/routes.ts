import { z } from 'zod';
import { familyRoutes } from '#contract/families/sign-up.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import {
  type FamilySettingsRow,
  findFamilySettings,
  saveFamilySettings,
} from '#server/data/families/family-settings.ts';
import { deleteExpiredMoves } from '#server/data/families/moves.ts';
import { deleteExpiredSignUps } from '#server/data/families/sign-ups.ts';
import { loadSchool } from '#server/data/schools.ts';
import { defineFamilyMails } from '#server/features/families/mails/mails.ts';
import { changedFields, columnsOf } from '#server/platform/columns.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { acceptSignUp, listSignUps, refuseSignUp } from './waiting.ts';

/** The school's calls about families who sign up. */
export function familySignUps(context: AppContext): readonly Handler[] {
  const { database } = context;
  defineFamilyMails(context);
  defineHousekeeping(context);
  const settingsOf = async (schoolId: string) => ({
    settings: present(await findFamilySettings(database, schoolId)),
  });
  return [
    handle(familyRoutes.familySettings, ({ caller }) => settingsOf(caller.schoolId)),
    handle(familyRoutes.updateFamilySettings, async ({ caller, body }) => {
      const { schoolId } = caller;
      await database.forSchool(schoolId, async () => {
        const before = await findFamilySettings(database, schoolId);
        const given = columnsOf(body);
        const isSame = given.languages?.join() === before.languages.join();
        const changes = { ...given, ...(isSame && { languages: before.languages }) };
        const fields = changedFields(['approval', 'languages', 'digest_weekday'], before, changes);
        if (fields.length === 0) return;
        await saveFamilySettings(database, schoolId, changes);
        const { name } = await loadSchool(database, schoolId);
        const details = { fields: fields.map((field) => field.replaceAll('_', ' ')) };
        await recordAudit(context, caller, 'family_settings_changed', name, details);
      });
      return await settingsOf(schoolId);
    }),
    handle(familyRoutes.listSignUps, async ({ caller }) => ({
      sign_ups: { data: [...(await listSignUps(context, caller))] },
    })),
    handle(familyRoutes.acceptSignUp, async ({ caller, params }) => ({
      sign_up: { data: await acceptSignUp(context, caller, params.id) },
    })),
    handle(
      familyRoutes.refuseSignUp,
      async ({ caller, params }) => await refuseSignUp(context, caller, params.id),
    ),
  ];
}

function present({ approval, languages, digestWeekday }: FamilySettingsRow) {
  return { approval, languages, digest_weekday: digestWeekday };
}

const housekeeping = queue('family_housekeeping', z.object({}));

/** Every night, deletes requests that were not confirmed in time, with their addresses. */
function defineHousekeeping(context: AppContext): void {
  context.jobs.define(housekeeping, async () => {
    const now = context.clock.now();
    await deleteExpiredSignUps(context.database, now);
    await deleteExpiredMoves(context.database, now);
  });
  context.jobs.schedule(housekeeping, '50 2 * * *', 'Europe/London', {});
}
