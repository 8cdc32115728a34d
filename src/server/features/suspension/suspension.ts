import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { lockSchool, type School, updateSchoolState } from '#server/data/schools.ts';
import { suspensionMail } from './emails.ts';

/** Suspending a school and lifting it, which the operator does. `docs/decisions/046` says what it means. */

/** What suspending needs of other features; the commands supply it. */
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

/** Suspends a school, or changes why it is: staff see the reason, its owner gets a mail. Undefined if there is none. */
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

/** Lifts a suspension. What was paused waits until somebody goes on with it. False if the school is not suspended. */
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
