import { admits } from '#contract/access.ts';
import { isTooLate } from '#contract/rules/lateness.ts';
import { planHasEnded } from '#contract/school.ts';
import { TIMING_MESSAGES } from '#contract/timing/timings.ts';
import type { AppContext } from '#server/context.ts';
import { loadSchool } from '#server/data/schools.ts';
import { findMember } from '#server/data/staff.ts';
import { hasSameDates } from '#server/features/newsletters/approval/approved-dates.ts';
import { findReliedOn, isContentApproved } from '#server/features/newsletters/approval/required.ts';
import type { Publisher } from '#server/features/newsletters/publishing/publishing.ts';
import { findNewsletter } from '#server/features/newsletters/repo.ts';
import { plannedContent } from './content.ts';
import { listTimings, type TimingRow } from './repo.ts';
import type { TimedSending } from './sending.ts';

/** The reasons why a publishing cannot happen at its time. Shown beforehand, too, if they already apply. */
export const TROUBLES = {
  closed: 'The school is closed',
  suspended: 'The school is suspended',
  planner: 'Who planned it may no longer publish',
  approval: 'It has to be approved before it is published, and is not',
  dates: 'Its dates have changed since it was approved',
  late: 'Its time had passed by hours before it could go out, and nobody is written to so late unasked',
  over: 'It was to be unpublished before that',
} as const;

/** The planner of a timing, with their current role; null if they may not publish any more. */
export async function findPlanner(
  { database }: AppContext,
  { schoolId, plannedBy }: TimingRow,
): Promise<Publisher | null> {
  const person = plannedBy === null ? undefined : await findMember(database, schoolId, plannedBy);
  if (person?.status !== 'ACTIVE' || person.role === null) return null;
  if (!admits('member', person)) return null;
  return { schoolId, personId: person.id, role: person.role };
}

/** Why a timing cannot happen at its time, or now if that has passed; null if it can. Unpublishing always can. */
export async function findTrouble(
  context: AppContext,
  sending: TimedSending,
  timing: TimingRow,
): Promise<string | null> {
  const { schoolId, newsletterId, kind, fingerprint, mail } = timing;
  if (kind === 'unpublish') return null;
  const now = context.clock.now();
  const at = timing.at > now ? timing.at : now;
  const school = await loadSchool(context.database, schoolId);
  if (school.closesAt !== null) return TROUBLES.closed;
  if (school.suspendedAt !== null) return TROUBLES.suspended;
  const plan = { status: school.subscriptionStatus, endsAt: school.subscriptionEndDate };
  if (planHasEnded(plan, at)) return TIMING_MESSAGES.planEnded;
  const planner = await findPlanner(context, timing);
  if (planner === null) return TROUBLES.planner;
  if (!(await isContentApproved(context.database, planner, newsletterId, fingerprint)))
    return TROUBLES.approval;
  if (!(await areDatesApproved(context, planner, timing))) return TROUBLES.dates;
  const others = await listTimings(context.database, schoolId, newsletterId);
  const isOver = others.some((other) => other.kind === 'unpublish' && other.at <= at);
  if (isOver) return TROUBLES.over;
  // Before its time: a sending that runs now will have ended by then.
  if (mail === null || timing.at > now) return null;
  if (isTooLate(timing.at, now)) return TROUBLES.late;
  return await sending.trouble(context, schoolId, newsletterId);
}

async function areDatesApproved(
  context: AppContext,
  planner: Publisher,
  timing: TimingRow,
): Promise<boolean> {
  const { schoolId, newsletterId: id, fingerprint } = timing;
  const approval = await findReliedOn(context.database, planner, { id, fingerprint });
  if (approval === null) return true;
  const stored = await findNewsletter(context.database, schoolId, id);
  return stored === null || (await hasSameDates(context, approval, plannedContent(timing, stored)));
}
