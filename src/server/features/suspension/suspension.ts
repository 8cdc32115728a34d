import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { lockSchool, type School, updateSchoolState } from '#server/data/schools.ts';
import { suspensionMail } from './emails.ts';

/** Suspending a school and lifting that, both by the operator. See `docs/decisions/046` for the effects. */

/** The functions of other features that suspending needs; the commands supply them. */
export interface SuspensionNeeds {
  /** Pauses all running deliveries; joins the transaction of the suspension. */
  pauseSending(context: AppContext, schoolId: string, why: 'suspended'): Promise<void>;
}

interface Suspension {
  /** One sentence for the school's staff. */
  readonly why: string;
  /** Whether its public pages are hidden meanwhile. */
  readonly hidesPages: boolean;
}

/** Suspends a school, or changes the reason: staff see it, and the owner gets a mail. Undefined if there is no such school. */
export async function suspendSchool(
  context: AppContext,
  others: SuspensionNeeds,
  schoolId: string,
  { why, hidesPages }: Suspension,
): Promise<School | undefined> {
  return await context.database.transaction(async () => {
    const school = await lockSchool(context.database, schoolId);
    if (school === undefined) return undefined;
    const suspendedAt = school.suspendedAt ?? context.clock.now();
    const changed = { suspendedAt, suspendedFor: why, hidesPages };
    const suspended = await updateSchoolState(context.database, schoolId, changed);
    await others.pauseSending(context, schoolId, 'suspended');
    await recordAudit(context, { schoolId, personId: null }, 'school_suspended', school.name, { why });
    await context.jobs.send(suspensionMail, { schoolId });
    return suspended;
  });
}

/** Lifts a suspension. Paused deliveries wait until a person resumes them. False if the school is not suspended. */
export async function liftSuspension(context: AppContext, schoolId: string): Promise<boolean> {
  return await context.database.transaction(async () => {
    const school = await lockSchool(context.database, schoolId);
    if (school?.suspendedAt == null) return false;
    const changed = { suspendedAt: null, suspendedFor: null, hidesPages: false };
    await updateSchoolState(context.database, schoolId, changed);
    await recordAudit(context, { schoolId, personId: null }, 'suspension_lifted', school.name);
    await context.jobs.send(suspensionMail, { schoolId });
    return true;
  });
}
