import { planHasEnded } from '#contract/school.ts';
import type { Database } from '#server/db/client.ts';
import { type Delivery, findForJob } from './repo.ts';

/** What keeps a sending that waits from going out, and what can be done about it. */

export type Obstacle = 'closed' | 'planEnded' | 'unpublished';
type Found = Pick<NonNullable<Awaited<ReturnType<typeof findForJob>>>, 'newsletterStatus' | 'school'>;

/** Of one that is held. */
export const HELD = {
  closed: 'The school was closed. Take it back, then go on',
  planEnded: 'Your plan has ended. Choose a plan, then go on',
  unpublished: 'The newsletter was unpublished. Publish it again to go on',
} as const satisfies Record<Obstacle, string>;

const PLANNED = {
  closed:
    'It will not go out while the school is closed. Take it back before its time, or cancel the sending',
  planEnded:
    'It will not go out, as your plan has ended. Choose a plan before its time, or cancel the sending',
  unpublished:
    'It will not go out, as the newsletter is not published. Publish it again before its time, or cancel the sending',
} as const satisfies Record<Obstacle, string>;

/** Why a sending could not begin or go on now; null where it could. */
export function obstacleTo({ newsletterStatus, school }: Found, now: Date): Obstacle | null {
  const plan = { status: school.subscriptionStatus, endsAt: school.subscriptionEndDate };
  if (school.closesAt !== null) return 'closed';
  if (planHasEnded(plan, now)) return 'planEnded';
  return newsletterStatus === 'published' ? null : 'unpublished';
}

/** The same for people, of one that is planned or held. */
export async function obstacleOf(
  database: Database,
  { id, schoolId, status }: Pick<Delivery, 'id' | 'schoolId' | 'status'>,
  now: Date,
): Promise<string | null> {
  const found = await database.forSchool(schoolId, () => findForJob(database, id));
  const kind = found && obstacleTo(found, now);
  if (kind === null) return null;
  return status === 'scheduled' ? PLANNED[kind] : HELD[kind];
}
