import { CLOSING_DAYS, matchesTypedName, SCHOOL_CLOSURE_MESSAGES } from '#contract/school-closure.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { listSlugs } from '#server/data/editions.ts';
import { noteLeaving } from '#server/data/restoring/note-leaving.ts';
import { lockSchool, type School, updateSchoolState } from '#server/data/schools.ts';
import { deleteStaffSessions } from '#server/data/sessions.ts';
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { closingMail, reopeningMail } from './email-jobs.ts';

/** Closing a school, and reopening it. */

/** The functions of other features that closing needs; `app.ts` supplies them. */
export interface ClosingNeeds {
  /** Cancels the plan's renewal. Throws if the provider is unavailable. Idempotent. */
  cancelRenewal(context: AppContext, schoolId: string, by: string): Promise<void>;
  /** Pauses all deliveries; joins the transaction that closes the school. */
  pauseSending(context: AppContext, schoolId: string): Promise<void>;
  /** Evicts a public page from the cache, so that readers see the change at once. */
  evictPage(slug: string): void;
}

/**
 * Closes the caller's school: its renewal is canceled, its public pages disappear, its staff are signed out, and the day of its
 * deletion is set. Throws 404 for any other school, 400 for a different name, 409 for a closed school.
 */
export async function closeSchool(
  context: AppContext,
  others: ClosingNeeds,
  caller: Member,
  id: string,
  typed: string,
): Promise<School> {
  await context.database.forSchool(caller.schoolId, async () => checked(context, caller, id, typed, false));
  // Comes first, because it may fail: then the school is still open, and the owner can try again.
  await others.cancelRenewal(context, caller.schoolId, caller.personId);
  const closesAt = new Date(context.clock.now().getTime() + CLOSING_DAYS * DAY_MS);
  const closed = await context.database.transaction(async () => {
    const school = await context.database.forSchool(id, async () => {
      await checked(context, caller, id, typed, false);
      return await setClosesAt(context, id, closesAt);
    });
    await others.pauseSending(context, id);
    await deleteStaffSessions(context.database, id);
    await recordAudit(context, caller, 'school_closed', school.name, { until: closesAt.toISOString() });
    await context.jobs.send(closingMail, { schoolId: id });
    return school;
  });
  await evictPages(context, others, id);
  return closed;
}

/** Reopens a closed school, until its erasure has begun. Throws 404, 400 and 409 as closing does. */
export async function reopenSchool(
  context: AppContext,
  others: ClosingNeeds,
  caller: Member,
  id: string,
  typed: string,
): Promise<School> {
  const open = await context.database.forSchool(caller.schoolId, async () => {
    const { name, erasureBeganAt } = await checked(context, caller, id, typed, true);
    if (erasureBeganAt !== null) throw conflict(SCHOOL_CLOSURE_MESSAGES.beingDeleted);
    const school = await setClosesAt(context, id, null);
    await recordAudit(context, caller, 'school_reopened', name);
    await context.jobs.send(reopeningMail, { schoolId: id });
    return school;
  });
  await evictPages(context, others, id);
  return open;
}

async function checked(
  context: AppContext,
  { schoolId }: Member,
  id: string,
  typed: string,
  closed: boolean,
): Promise<School> {
  const school = id === schoolId ? await lockSchool(context.database, schoolId) : undefined;
  if (school === undefined) throw notFound('School');
  if (!matchesTypedName(typed, school.name)) throw invalid({ name: SCHOOL_CLOSURE_MESSAGES.nameDiffers });
  if ((school.closesAt !== null) === closed) return school;
  throw conflict(closed ? SCHOOL_CLOSURE_MESSAGES.notClosed : SCHOOL_CLOSURE_MESSAGES.alreadyClosed);
}

async function evictPages(context: AppContext, others: ClosingNeeds, schoolId: string): Promise<void> {
  for (const slug of await listSlugs(context.database, schoolId)) others.evictPage(slug);
}

async function setClosesAt(context: AppContext, schoolId: string, closesAt: Date | null): Promise<School> {
  const school = await updateSchoolState(context.database, schoolId, { closesAt });
  noteLeaving(context, closesAt === null ? 'reopened' : 'closed', { schoolId, id: schoolId });
  if (school === undefined) throw new Error('The member has no school');
  return school;
}
